import type { Bytes } from './bytes.ts';

const DIGITS: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);

/** Lower-case hexadecimal. */
export function encodeHex(bytes: Bytes): string {
  let text = '';
  for (const byte of bytes) text += DIGITS[byte];
  return text;
}

function nibble(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 97 && code <= 102) return code - 87;
  if (code >= 65 && code <= 70) return code - 55;
  return -1;
}

/** Both cases, no prefix, no spaces; the empty text is no bytes. `undefined` when it is not hexadecimal. */
export function decodeHex(text: string): Bytes | undefined {
  if (text.length % 2 !== 0) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    const high = nibble(text.charCodeAt(2 * i));
    const low = nibble(text.charCodeAt(2 * i + 1));
    if (high < 0 || low < 0) return undefined;
    bytes[i] = high * 16 + low;
  }
  return bytes;
}

/** Core's `IsHex`: hexadecimal and not empty. */
export function isHex(text: string): boolean {
  return text.length > 0 && decodeHex(text) !== undefined;
}
