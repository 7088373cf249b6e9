import type { Bytes } from './bytes.ts';

const DIGITS: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);

/** The character codes of `DIGITS`, two for each byte. */
const CODES = Uint8Array.from(DIGITS.join(''), (digit) => digit.charCodeAt(0));

/**
 * Encodes bytes as lower-case hexadecimal.
 *
 * @param bytes - Bytes in the order of the digits; transaction ids are shown reversed.
 */
export function encodeHex(bytes: Bytes): string {
  let text = '';
  let at = 0;
  // Four bytes at a time make fewer strings for the engine to join.
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

/** Maximum length for a single call. Engines are slow with many arguments, and refuse too many. */
const LONGEST_NAME = 128;

/**
 * Returns a key for bytes in a `Map` or a `Set`, with one character per byte. A lookup takes a
 * fraction of the time of hexadecimal. It must not be shown.
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
 * Decodes hexadecimal in either case, without prefix or spaces. The empty text gives no bytes.
 * Returns `undefined` for other texts.
 *
 * @param text - Two digits per byte.
 */
export function decodeHex(text: string): Bytes | undefined {
  if (text.length % 2 !== 0) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    const high = VALUES[text.charCodeAt(2 * i)] ?? -1;
    const low = VALUES[text.charCodeAt(2 * i + 1)] ?? -1;
    const byte = (high << 4) | low;
    // The value -1 has all bits set, so the result is negative.
    if (byte < 0) return undefined;
    bytes[i] = byte;
  }
  return bytes;
}

/** Returns true for non-empty hexadecimal. Core: IsHex. */
export function isHex(text: string): boolean {
  return text.length > 0 && decodeHex(text) !== undefined;
}
