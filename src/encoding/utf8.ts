import type { Bytes } from './bytes.ts';

/**
 * UTF-8 as Core's JSON reader accepts it: four bytes may exceed Unicode (up to 0x1fffff). A string
 * stores such a code point as two low surrogates with ten bits each, which no Unicode text contains
 * in sequence.
 */
const LAST_CODE_POINT = 0x10ffff;

export function codePointText(codePoint: number): string {
  if (codePoint <= LAST_CODE_POINT) return String.fromCodePoint(codePoint);
  const rest = codePoint - LAST_CODE_POINT - 1;
  return String.fromCharCode(0xdc00 + (rest >> 10), 0xdc00 + (rest & 0x3ff));
}

const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/**
 * Returns the code point at `at` and its number of UTF-16 units. A lone surrogate counts as a code
 * point.
 */
function codePointAt(text: string, at: number): readonly [codePoint: number, units: 1 | 2] {
  const first = text.charCodeAt(at);
  if (!isHigh(first) && !isLow(first)) return [first, 1];
  const second = text.charCodeAt(at + 1);
  if (!isLow(second)) return [first, 1];
  const bits = ((first & 0x3ff) << 10) | (second & 0x3ff);
  return [bits + (isHigh(first) ? 0x10000 : LAST_CODE_POINT + 1), 2];
}

function codePointLength(codePoint: number): number {
  return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
}

/** Returns the length in bytes, as in C++. */
export function utf8Length(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; ) {
    const [codePoint, units] = codePointAt(text, at);
    length += codePointLength(codePoint);
    at += units;
  }
  return length;
}

export function encodeUtf8(text: string): Bytes {
  const bytes = new Uint8Array(utf8Length(text));
  let length = 0;
  for (let at = 0; at < text.length; ) {
    const [codePoint, units] = codePointAt(text, at);
    at += units;
    const size = codePointLength(codePoint);
    if (size === 1) {
      bytes[length++] = codePoint;
      continue;
    }
    const lead = size === 2 ? 0xc0 : size === 3 ? 0xe0 : 0xf0;
    bytes[length++] = lead | (codePoint >> (6 * (size - 1)));
    for (let rest = size - 2; rest >= 0; rest--) {
      bytes[length++] = 0x80 | ((codePoint >> (6 * rest)) & 0x3f);
    }
  }
  return bytes;
}

/** Returns one character per byte, the input of the JSON parser. */
export function byteText(bytes: Bytes): string {
  const CHUNK = 0x2000;
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return text;
}

/** Decodes UTF-8; `undefined` for a truncated, overlong or invalid sequence. */
export function decodeUtf8(bytes: Bytes): string | undefined {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at++] ?? 0;
    const size = lead < 0x80 ? 1 : lead < 0xc0 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (size === 0 || lead > 0xf7 || at + size - 1 > bytes.length) return undefined;
    let codePoint = size === 1 ? lead : lead & (0x7f >> size);
    for (let rest = size - 1; rest > 0; rest--) {
      const next = bytes[at++] ?? 0;
      if ((next & 0xc0) !== 0x80) return undefined;
      codePoint = (codePoint << 6) | (next & 0x3f);
    }
    if (codePointLength(codePoint) !== size) return undefined;
    text += codePointText(codePoint);
  }
  return text;
}
