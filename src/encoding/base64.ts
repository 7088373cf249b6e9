import { base32nopad, base64 } from '@scure/base';
import type { Bytes } from './bytes.ts';

/** With padding. */
export function encodeBase64(bytes: Bytes): string {
  return base64.encode(bytes);
}

/** RFC 4648 with padding and no line breaks; `undefined` for anything else. */
export function decodeBase64(text: string): Bytes | undefined {
  try {
    return base64.decode(text);
  } catch {
    // Whatever the library dislikes about it, the text is no base64.
    return undefined;
  }
}

/** Without padding. */
export function encodeBase32(bytes: Bytes): string {
  return base32nopad.encode(bytes);
}

/** RFC 4648 in capitals and without padding; `undefined` for anything else. */
export function decodeBase32(text: string): Bytes | undefined {
  try {
    return base32nopad.decode(text);
  } catch {
    // Whatever the library dislikes about it, the text is no base32.
    return undefined;
  }
}
