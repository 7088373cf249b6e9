import type { Bytes } from '../encoding/bytes.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN = [0x5b, 0x7b];
const CLOSE = [0x5d, 0x7d];

/**
 * Where the items of a JSON array that is not empty begin and end, in turn. The bytes must have
 * been parsed: only depth and strings are told apart.
 */
export function arrayItems(bytes: Bytes): Uint32Array {
  const marks: number[] = [];
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at] ?? 0;
    if (code === QUOTE) at = endOfString(bytes, at);
    else if (OPEN.includes(code)) {
      depth++;
      if (depth === 1) marks.push(at + 1);
    } else if (CLOSE.includes(code)) {
      depth--;
      if (depth === 0) marks.push(at);
    } else if (code === COMMA && depth === 1) marks.push(at, at + 1);
  }
  return Uint32Array.from(marks);
}

function endOfString(bytes: Bytes, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
