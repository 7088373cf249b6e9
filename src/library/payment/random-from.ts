import { sha256 } from '../../crypto/hash.ts';
import { type Bytes, concatBytes } from '../../encoding/bytes.ts';
import { encodeUtf8 } from '../../encoding/utf8.ts';
import type { RandomBytes } from '../../wallet/random.ts';

/**
 * Returns a generator that yields the same bytes for the same text: hashes of it and of a counter.
 */
export function randomFrom(text: string): RandomBytes {
  const seed = sha256(encodeUtf8(text));
  let counter = 0;
  return (length) => {
    const bytes: Bytes = new Uint8Array(length);
    for (let at = 0; at < length; at += seed.length) {
      const count = new Uint8Array(4);
      new DataView(count.buffer).setUint32(0, counter++);
      const block = sha256(concatBytes(seed, count));
      bytes.set(block.subarray(0, length - at), at);
    }
    return bytes;
  };
}
