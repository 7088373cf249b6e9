import type { Bytes } from './bytes.ts';
import { bytesOf, digitsOf } from './change-base.ts';

/** The alphanumeric characters of QR codes, without space and percent sign. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ$*+-./:';

/**
 * Maximum length that Electrum reads, because the work is quadratic. A QR code holds a fifth of it.
 */
export const MAX_BASE43 = 30_000;

/**
 * Returns a lower bound of the base43 length of these bytes, at most one below it. Avoids the
 * conversion, whose work is quadratic.
 */
export function leastBase43Length(bytes: Bytes): number {
  const first = bytes.findIndex((byte) => byte !== 0);
  if (first < 0) return bytes.length;
  const bits = 8 * (bytes.length - first - 1) + Math.log2(bytes[first] ?? 1);
  // The margin exceeds the error of floating point.
  return first + Math.floor(bits / Math.log2(43) - 1e-6) + 1;
}

/**
 * Encodes bytes as Electrum shows transactions: each leading zero byte is a `0` (bitcoin.py,
 * base_encode).
 */
export function encodeBase43(bytes: Bytes): string {
  let text = '';
  for (const digit of digitsOf(bytes, 43)) text += ALPHABET[digit];
  return text;
}

/** Decodes base43; `undefined` for other characters and for more than 30,000. */
export function decodeBase43(text: string): Bytes | undefined {
  if (text.length > MAX_BASE43) return undefined;
  const values = Array.from(text, (character) => ALPHABET.indexOf(character));
  if (values.includes(-1)) return undefined;
  return bytesOf(values, 43);
}
