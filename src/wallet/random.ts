import { sha256 } from '../crypto/hash.ts';
import { type Bytes, bigEndian, concatBytes } from '../encoding/bytes.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';

/** The source of the wallet's few random choices. A seeded source makes them repeatable. */
export type RandomBytes = (length: number) => Bytes;

export type Random = {
  bool(): boolean;
  /** Uniform in 0 … bound - 1; `bound` is between 1 and 2^48. */
  below(bound: number): number;
  /** Returns a copy in a uniformly random order (Fisher-Yates). */
  shuffle<T>(items: readonly T[]): T[];
};

const POOL = 1024;

export function createRandom(fill: RandomBytes): Random {
  let pool: Bytes = new Uint8Array(0);
  let used = 0;
  let bits = 0;
  let bitsLeft = 0;

  function byte(): number {
    if (used === pool.length) {
      pool = fill(POOL);
      used = 0;
    }
    return pool[used++] ?? 0;
  }

  function bool(): boolean {
    if (bitsLeft === 0) {
      bits = byte();
      bitsLeft = 8;
    }
    const bit = bits & 1;
    bits >>= 1;
    bitsLeft--;
    return bit === 1;
  }

  function below(bound: number): number {
    const bytes = bound <= 2 ** 24 ? 4 : 6;
    const range = 256 ** bytes;
    // The range is not a multiple of every bound, so values beyond the last complete multiple are
    // drawn again.
    const limit = range - (range % bound);
    for (;;) {
      let value = 0;
      for (let i = 0; i < bytes; i++) value = value * 256 + byte();
      if (value < limit) return value % bound;
    }
  }

  function shuffle<T>(items: readonly T[]): T[] {
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last--) {
      const other = below(last + 1);
      [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T]; // both in range
    }
    return shuffled;
  }

  return { bool, below, shuffle };
}

/**
 * Returns a generator that yields the same bytes for the same text: hashes of it and of a counter.
 */
export function randomFrom(text: string): RandomBytes {
  const seed = sha256(encodeUtf8(text));
  let counter = 0;
  return (length) => {
    const bytes: Bytes = new Uint8Array(length);
    for (let at = 0; at < length; at += seed.length) {
      const block = sha256(concatBytes(seed, bigEndian(counter++, 4)));
      bytes.set(block.subarray(0, length - at), at);
    }
    return bytes;
  };
}
