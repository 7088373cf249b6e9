import type { Bytes } from './bytes.ts';
import { bytesOf, digitsOf } from './change-base.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Values of the digits, indexed by character code; -1 for other characters. */
const VALUES = Int8Array.from({ length: 128 }, (_, code) =>
  ALPHABET.indexOf(String.fromCharCode(code)),
);

/** White space that Core skips around the digits (util/strencodings.h, IsSpace). */
const SPACES = ' \t\n\v\f\r';

/** Encodes bytes; each leading zero byte becomes a `1`. */
export function encodeBase58(bytes: Bytes): string {
  let text = '';
  for (const digit of digitsOf(bytes, 58)) text += ALPHABET[digit];
  return text;
}

/**
 * Decodes base58. Skips white space around the digits. Returns `undefined` for other characters and
 * for more than `maxLength` bytes. Core: DecodeBase58 (base58.cpp).
 */
export function decodeBase58(text: string, maxLength: number): Bytes | undefined {
  const digits = withoutSpaces(text);
  // 58 digits hold more than 42 bytes, so longer texts cannot fit and need no quadratic work.
  if (digits.length * 42 > (maxLength + 2) * 58) return undefined;
  const values = new Uint8Array(digits.length);
  for (let i = 0; i < digits.length; i++) {
    const value = VALUES[digits.charCodeAt(i)] ?? -1;
    if (value < 0) return undefined;
    values[i] = value;
  }
  const bytes = bytesOf(values, 58);
  return bytes.length > maxLength ? undefined : bytes;
}

function withoutSpaces(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && SPACES.includes(text.charAt(start))) start++;
  while (start < end && SPACES.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
