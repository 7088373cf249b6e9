import type { Bytes } from './bytes.ts';

const DIGITS: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);

/** The character codes of `DIGITS`, two for each byte. */
const CODES = Uint8Array.from(DIGITS.join(''), (digit) => digit.charCodeAt(0));

/**
 * Lower-case hexadecimal.
 *
 * @param bytes - In the order in which they are given; ids of transactions are shown reversed.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { encodeHex } from 'coldsign/transaction';
 *
 * console.log(encodeHex(Uint8Array.of(0, 255))); // 00ff
 */
export function encodeHex(bytes: Bytes): string {
  let text = '';
  let at = 0;
  // Four bytes at a time: fewer pieces of text for the engine to make and to join.
  for (; at + 4 <= bytes.length; at += 4) {
    const a = 2 * (bytes[at] ?? 0);
    const b = 2 * (bytes[at + 1] ?? 0);
    const c = 2 * (bytes[at + 2] ?? 0);
    const d = 2 * (bytes[at + 3] ?? 0);
    text += String.fromCharCode(
      CODES[a] ?? 0,
      CODES[a + 1] ?? 0,
      CODES[b] ?? 0,
      CODES[b + 1] ?? 0,
      CODES[c] ?? 0,
      CODES[c + 1] ?? 0,
      CODES[d] ?? 0,
      CODES[d + 1] ?? 0,
    );
  }
  for (; at < bytes.length; at++) text += DIGITS[bytes[at] ?? 0];
  return text;
}

/** Many arguments take an engine longer than hexadecimal does, and at some number it refuses. */
const LONGEST_NAME = 128;

/**
 * Names bytes in a `Map` or a `Set`: one text of a character for each of them, which is looked up
 * in a fraction of the time that their hexadecimal takes. Not to be shown.
 */
export function nameOfBytes(bytes: Bytes): string {
  return bytes.length > LONGEST_NAME
    ? encodeHex(bytes)
    : Reflect.apply(String.fromCharCode, null, bytes);
}

/** Values by character code; -1 if it is not a digit. */
const VALUES = Int8Array.from({ length: 128 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(value) ? -1 : value;
});

/**
 * Both cases, no prefix, no spaces; the empty text is no bytes. `undefined` when it is not
 * hexadecimal.
 *
 * @param text - Two digits a byte.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { decodeHex } from 'coldsign/transaction';
 *
 * console.log(decodeHex('00ff')?.length, decodeHex('0x00')); // 2 undefined
 */
export function decodeHex(text: string): Bytes | undefined {
  if (text.length % 2 !== 0) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    const high = VALUES[text.charCodeAt(2 * i)] ?? -1;
    const low = VALUES[text.charCodeAt(2 * i + 1)] ?? -1;
    const byte = (high << 4) | low;
    // -1 has all bits.
    if (byte < 0) return undefined;
    bytes[i] = byte;
  }
  return bytes;
}

/** Core's `IsHex`: hexadecimal and not empty. */
export function isHex(text: string): boolean {
  return text.length > 0 && decodeHex(text) !== undefined;
}
