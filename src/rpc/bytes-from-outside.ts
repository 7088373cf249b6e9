import type { Bytes } from '../encoding/bytes.ts';

/** For callers without types. Bytes may be of another realm (a frame, a test's context), where `instanceof` does not know them. */
export function isBytes(value: unknown): value is Bytes {
  return Object.prototype.toString.call(value) === '[object Uint8Array]';
}
