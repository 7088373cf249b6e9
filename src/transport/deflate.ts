import { Deflate, Inflate } from 'pako';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';

/** BBQr: no header, and a window of 1 kB, which is all that a small device has. */
const SENT_WINDOW = -10;
/** Window for reading frames of other programs: any size. */
const READ_WINDOW = -15;
const ZLIB_WINDOW = 15;
const BEST = 9;

export function deflate(bytes: Bytes): Bytes {
  const deflator = new Deflate({ windowBits: SENT_WINDOW, level: BEST });
  deflator.push(bytes, true);
  return new Uint8Array(deflator.result);
}

/** Inflates data with the header and checksum of zlib (RFC 1950). */
export const inflateZlib = (bytes: Bytes, limit: number): Inflated =>
  inflate(bytes, limit, ZLIB_WINDOW);

export type Inflated = Bytes | 'damaged' | 'too-large';

/**
 * `damaged` where the data is cut, goes on behind its end or is no such data; never more than
 * `limit` bytes are made.
 */
export function inflate(bytes: Bytes, limit: number, windowBits = READ_WINDOW): Inflated {
  const chunks: Bytes[] = [];
  let left = limit;
  const inflator = new Inflate({ windowBits });
  inflator.onData = (chunk: Bytes) => {
    left -= chunk.length;
    // The library knows no other way to make it stop.
    if (left < 0) throw new RangeError('too large');
    chunks.push(chunk.slice());
  };
  try {
    const last = bytes.length - 1;
    inflator.push(bytes.subarray(0, last), false);
    // An early end means trailing data.
    const isWhole = !inflator.ended && inflator.push(bytes.subarray(last), true);
    return isWhole ? concatBytes(...chunks) : 'damaged';
  } catch {
    // Thrown above, or by the library for what it cannot read.
    return left < 0 ? 'too-large' : 'damaged';
  }
}
