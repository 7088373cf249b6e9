import { Deflate, Inflate } from 'pako';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';

/** Window for BBQr: no header and 1 kB, because small devices have no more memory. */
const SENT_WINDOW = -10;
/** Window for frames of other programs: any size. */
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
 * Inflates data up to `limit` bytes. Returns `damaged` for truncated or invalid data, or trailing
 * bytes.
 */
export function inflate(bytes: Bytes, limit: number, windowBits = READ_WINDOW): Inflated {
  const chunks: Bytes[] = [];
  let left = limit;
  const inflator = new Inflate({ windowBits });
  inflator.onData = (chunk: Bytes) => {
    left -= chunk.length;
    // The library can only be stopped by an exception.
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
    // Thrown above, or by the library for invalid data.
    return left < 0 ? 'too-large' : 'damaged';
  }
}
