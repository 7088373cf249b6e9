import { sha256 } from '../crypto/hash.ts';
import type { Bytes } from '../encoding/bytes.ts';

/** Draws an index with the probability of its weight. */
export type Sampler = (rng: Xoshiro) => number;

/**
 * Creates a sampler by the alias method of Walker and Vose, with reversed index order
 * (BCR-2024-001).
 */
export function createSampler(weights: readonly number[]): Sampler {
  const count = weights.length;
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const scaled = weights.map((weight) => (weight * count) / sum);
  const probabilities = new Array<number>(count).fill(1);
  const aliases = new Array<number>(count).fill(0);
  const small: number[] = [];
  const large: number[] = [];
  const sort = (i: number) => ((scaled[i] ?? 0) < 1 ? small : large).push(i);
  for (let i = count - 1; i >= 0; i--) sort(i);
  for (;;) {
    if (small.length === 0 || large.length === 0) break;
    const less = small.pop() ?? 0;
    const more = large.pop() ?? 0;
    const probability = scaled[less] ?? 0;
    probabilities[less] = probability;
    aliases[less] = more;
    scaled[more] = (scaled[more] ?? 0) + (probability - 1);
    sort(more);
  }
  return (rng) => {
    const first = rng.nextDouble();
    const second = rng.nextDouble();
    const i = Math.min(Math.floor(count * first), count - 1);
    return second < (probabilities[i] ?? 0) ? i : (aliases[i] ?? 0);
  };
}

/** Returns the fragments (from 0) that are mixed in a frame (numbered from 1). */
export type FragmentChooser = (frameNumber: number) => readonly number[];

/**
 * Creates the choice of fragments (BCR-2024-001). The first frames have one fragment each, in
 * order. Later frames have a mixture that both sides compute.
 */
export function createFragmentChooser(count: number, checksum: number): FragmentChooser {
  const sampler = createSampler(Array.from({ length: count }, (_, i) => 1 / (i + 1)));
  return (frameNumber) => {
    if (frameNumber <= count) return [frameNumber - 1];
    const seed = new Uint8Array(8);
    const view = new DataView(seed.buffer);
    view.setUint32(0, frameNumber);
    view.setUint32(4, checksum);
    const rng = createXoshiro(seed);
    const degree = sampler(rng) + 1;
    return draw(count, degree, rng);
  };
}

/** Returns the first items of a shuffled list, without shuffling the rest. */
function draw(count: number, wanted: number, rng: Xoshiro): number[] {
  const rest = Array.from({ length: count }, (_, i) => i);
  const drawn: number[] = [];
  while (drawn.length < wanted) drawn.push(...rest.splice(rng.nextBelow(rest.length), 1));
  return drawn;
}

/** Splits a message into fragments of one length; the last is padded with zeros. */
export function splitIntoFragments(message: Bytes, length: number): Bytes[] {
  const fragments: Bytes[] = [];
  for (let at = 0; at < message.length; at += length) {
    const fragment = new Uint8Array(length);
    fragment.set(message.subarray(at, at + length));
    fragments.push(fragment);
  }
  return fragments;
}

const MASK = (1n << 64n) - 1n;
const TWO_TO_64 = 2 ** 64;

const rotate = (x: bigint, by: bigint): bigint => ((x << by) | (x >> (64n - by))) & MASK;

/**
 * The generator xoshiro256**, seeded with a SHA-256 as in BCR-2024-001. It chooses the fragments of
 * a frame, so no secret depends on it.
 */
type Xoshiro = {
  next(): bigint;
  /** Returns 0 <= x < 1; once in 2^54 the division rounds up to 1. */
  nextDouble(): number;
  /** Returns 0 <= x < below. */
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
