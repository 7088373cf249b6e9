import { base32nopad } from '@scure/base';
import type { Bytes } from './bytes.ts';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The two digits for each value of twelve bits. */
let pairs: readonly string[] | undefined;

/** Values by character code; -1 if it is not a digit. */
let values: Int8Array | undefined;

/**
 * Encodes with padding.
 */
export function encodeBase64(bytes: Bytes): string {
  pairs ??= Array.from({ length: 4096 }, (_, i) => `${DIGITS[i >> 6]}${DIGITS[i & 63]}`);
  let text = '';
  let at = 0;
  for (; at + 3 <= bytes.length; at += 3) {
    const [a, b, c] = [bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0];
    text += `${pairs[(a << 4) | (b >> 4)]}${pairs[((b & 15) << 8) | c]}`;
  }
  if (at === bytes.length) return text;
  const [a, b] = [bytes[at] ?? 0, bytes[at + 1] ?? 0];
  const last = at + 1 === bytes.length ? '=' : DIGITS[(b & 15) << 2];
  return `${text}${pairs[(a << 4) | (b >> 4)]}${last}=`;
}

/**
 * Decodes base64 (RFC 4648) with padding and without line breaks; `undefined` for other texts.
 */
export function decodeBase64(text: string): Bytes | undefined {
  if (text.length % 4 !== 0) return undefined;
  values ??= Int8Array.from({ length: 128 }, (_, code) =>
    DIGITS.indexOf(String.fromCharCode(code)),
  );
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  const end = text.length - padding;
  const table = values;
  const digit = (i: number) => (i < end ? (table[text.charCodeAt(i)] ?? -1) : 0);
  let group = 0;
  for (let from = 0, to = 0; from < end; from += 4, to += 3) {
    group = digit(from) << 18;
    group |= (digit(from + 1) << 12) | (digit(from + 2) << 6) | digit(from + 3);
    if (group < 0) return undefined;
    bytes[to] = group >> 16;
    bytes[to + 1] = (group >> 8) & 255;
    bytes[to + 2] = group & 255;
  }
  // Unused bits must be zero.
  return (group & (256 ** padding - 1)) === 0 ? bytes : undefined;
}

/** Encodes without padding. */
export function encodeBase32(bytes: Bytes): string {
  return base32nopad.encode(bytes);
}

/** Decodes base32 (RFC 4648) in upper case without padding; `undefined` for other texts. */
export function decodeBase32(text: string): Bytes | undefined {
  try {
    return base32nopad.decode(text);
  } catch {
    // The library throws for any text that is not base32.
    return undefined;
  }
}
