import type { Bytes } from './bytes.ts';
import { changeBase, leadingZeros } from './change-base.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

const VALUES: ReadonlyMap<string, number> = new Map(
  Array.from(ALPHABET, (character, value) => [character, value]),
);

/** util/strencodings.h, IsSpace: the only characters that Core skips around the digits. */
const SPACES = ' \t\n\v\f\r';

/** Leading zero bytes are kept, each as a `1`. */
export function encodeBase58(bytes: Bytes): string {
  const digits = changeBase(bytes, 256, 58);
  let text = '1'.repeat(leadingZeros(bytes));
  for (const digit of digits) text += ALPHABET[digit];
  return text;
}

/**
 * base58.cpp, DecodeBase58: white space around the digits is skipped; `undefined` for any other
 * character and for more than `maxLength` bytes.
 */
export function decodeBase58(text: string, maxLength: number): Bytes | undefined {
  const digits = withoutSpaces(text);
  // 58 digits hold more than 42 bytes: what is longer cannot fit and is not worth the quadratic
  // work.
  if (digits.length * 42 > (maxLength + 2) * 58) return undefined;
  const values: number[] = [];
  for (const character of digits) {
    const value = VALUES.get(character);
    if (value === undefined) return undefined;
    values.push(value);
  }
  const zeros = leadingZeros(values);
  const bytes = changeBase(values, 58, 256);
  if (zeros + bytes.length > maxLength) return undefined;
  const decoded = new Uint8Array(zeros + bytes.length);
  decoded.set(bytes, zeros);
  return decoded;
}

function withoutSpaces(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && SPACES.includes(text.charAt(start))) start++;
  while (start < end && SPACES.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
