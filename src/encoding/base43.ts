import type { Bytes } from './bytes.ts';
import { bytesOf, digitsOf } from './change-base.ts';

/** What a QR code packs tightly, without the space and the percent sign. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ$*+-./:';

/** Electrum reads no longer text: the work is quadratic, and a QR code holds a fifth of it. */
const MAX_LENGTH = 30_000;

/** As Electrum shows transactions (bitcoin.py, base_encode): each leading zero byte is a `0`. */
export function encodeBase43(bytes: Bytes): string {
  let text = '';
  for (const digit of digitsOf(bytes, 43)) text += ALPHABET[digit];
  return text;
}

/** `undefined` for other characters and for more than 30,000. */
export function decodeBase43(text: string): Bytes | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const values = Array.from(text, (character) => ALPHABET.indexOf(character));
  if (values.includes(-1)) return undefined;
  return bytesOf(values, 43);
}
