import { sha256 } from '../crypto/hash.ts';
import type { Bytes } from '../encoding/bytes.ts';

const MASK = (1n << 64n) - 1n;
const TWO_TO_64 = 2 ** 64;

const rotate = (x: bigint, by: bigint): bigint => ((x << by) | (x >> (64n - by))) & MASK;

/**
 * xoshiro256** as BCR-2024-001 seeds it, with the SHA-256 of what both sides know. No secret
 * depends on it: it says which fragments a frame mixes.
 */
export type Xoshiro = {
  next(): bigint;
  /** 0 <= x < 1; in one of 2^54 cases the division rounds up to 1. */
  nextDouble(): number;
  /** 0 <= x < below. */
  nextBelow(below: number): number;
};

export function createXoshiro(seed: Bytes): Xoshiro {
  const digest = sha256(seed);
  const view = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
  let [a, b, c, d] = [0, 8, 16, 24].map((at) => view.getBigUint64(at)) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ];

  function next(): bigint {
    const result = (rotate((b * 5n) & MASK, 7n) * 9n) & MASK;
    const shifted = (b << 17n) & MASK;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 45n);
    return result;
  }

  const nextDouble = (): number => Number(next()) / TWO_TO_64;
  const nextBelow = (below: number): number =>
    Math.min(Math.floor(nextDouble() * below), below - 1);
  return { next, nextDouble, nextBelow };
}
