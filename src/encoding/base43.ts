import type { Bytes } from './bytes.ts';
import { bytesOf, digitsOf } from './change-base.ts';

/** The alphanumeric characters of QR codes, without space and percent sign. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ$*+-./:';

/** Electrum reads no longer text: the work is quadratic, and a QR code holds a fifth of it. */
export const MAX_BASE43 = 30_000;

/**
 * A length that the base43 of these bytes has at least, at most one character below the true one:
 * found without the conversion, whose work is quadratic.
 */
export function leastBase43Length(bytes: Bytes): number {
  const first = bytes.findIndex((byte) => byte !== 0);
  if (first < 0) return bytes.length;
  const bits = 8 * (bytes.length - first - 1) + Math.log2(bytes[first] ?? 1);
  // Away from a whole number by more than floating point is wrong.
  return first + Math.floor(bits / Math.log2(43) - 1e-6) + 1;
}

/**
 * Encodes as Electrum shows transactions (bitcoin.py, base_encode): each leading zero byte is a
 * `0`.
 */
export function encodeBase43(bytes: Bytes): string {
  let text = '';
  for (const digit of digitsOf(bytes, 43)) text += ALPHABET[digit];
  return text;
}

/** `undefined` for other characters and for more than 30,000. */
export function decodeBase43(text: string): Bytes | undefined {
  if (text.length > MAX_BASE43) return undefined;
  const values = Array.from(text, (character) => ALPHABET.indexOf(character));
  if (values.includes(-1)) return undefined;
  return bytesOf(values, 43);
}
