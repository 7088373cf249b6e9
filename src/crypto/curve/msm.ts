import { lastOf } from '../../encoding/list.ts';
import type { Points } from './batch-add.ts';
import { type Rows, type Sums, sumRows } from './batch-sum.ts';
import { addItem, double, infinity, isInfinity } from './jacobian.ts';

/**
 * Returns true if the points times their scalars (below 2^128 in size) add up to infinity. Uses
 * Pippenger's method: per window of bits, points with the same digit are added first, and only
 * those sums are multiplied by their digit. For public numbers only.
 */
export function isZeroSum(points: Points, scalars: readonly bigint[]): boolean {
  const width = bestWidth(scalars.length);
  const windows = Math.ceil(129 / width);
  const digits = signedDigits(scalars, width, windows);
  const buckets = sumRows(points, bucketRows(digits, width, windows));
  return isZeroSumOfBits(sumsByBit(buckets, width, windows));
}

/**
 * Returns digits from -2^(width - 1) to 2^(width - 1). The digits of scalar i begin at i * windows,
 * lowest first.
 */
function signedDigits(scalars: readonly bigint[], width: number, windows: number): Int16Array {
  const digits = new Int16Array(scalars.length * windows);
  const half = 2 ** (width - 1);
  scalars.forEach((scalar, i) => {
    const sign = scalar < 0n ? -1 : 1;
    const words = wordsOf(scalar < 0n ? -scalar : scalar);
    let carry = 0;
    for (let window = 0; window < windows; window++) {
      let digit = bitsOf(words, window * width, width) + carry;
      carry = digit > half ? 1 : 0;
      if (carry === 1) digit -= 2 * half;
      digits[i * windows + window] = sign * digit;
    }
  });
  return digits;
}

/** Splits a number into words of 16 bits, with zeros after it. */
function wordsOf(number: bigint): Uint16Array {
  const view = new DataView(new ArrayBuffer(24));
  view.setBigUint64(0, number & WORD, true);
  view.setBigUint64(8, number >> 64n, true);
  return Uint16Array.from({ length: 10 }, (_, i) => view.getUint16(2 * i, true));
}

const WORD = 2n ** 64n - 1n;

function bitsOf(words: Uint16Array, from: number, width: number): number {
  const at = from >> 4;
  const both = (words[at] ?? 0) + 65536 * (words[at + 1] ?? 0);
  return (both >>> (from & 15)) & (2 ** width - 1);
}

/** Lists the points of each digit from 1 on, for each window. */
function bucketRows(digits: Int16Array, width: number, windows: number): Rows {
  const half = 2 ** (width - 1);
  const starts = new Int32Array(windows * half + 1);
  const bucketOf = (i: number): number => (i % windows) * half + Math.abs(digits[i] ?? 0) - 1;
  digits.forEach((digit, i) => {
    if (digit !== 0) starts[bucketOf(i) + 1] = (starts[bucketOf(i) + 1] ?? 0) + 1;
  });
  for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
  const items = new Int32Array(lastOf(starts) ?? 0);
  const next = starts.slice();
  digits.forEach((digit, i) => {
    if (digit === 0) return;
    const bucket = bucketOf(i);
    const at = next[bucket] ?? 0;
    next[bucket] = at + 1;
    items[at] = Math.sign(digit) * (Math.floor(i / windows) + 1);
  });
  return { items, starts };
}

/** Computes for each bit of the scalars the sum of the buckets whose digit has it. */
function sumsByBit(buckets: Sums, width: number, windows: number): Sums {
  const half = 2 ** (width - 1);
  const items: number[] = [];
  const starts = [0];
  for (let window = 0; window < windows; window++) {
    for (let bit = 0; bit < width; bit++) {
      for (let digit = 1; digit <= half; digit++) {
        const at = buckets.at[window * half + digit - 1] ?? -1;
        if ((digit >> bit) & 1 && at >= 0) items.push(at + 1);
      }
      starts.push(items.length);
    }
  }
  return sumRows(buckets.points, {
    items: Int32Array.from(items),
    starts: Int32Array.from(starts),
  });
}

function isZeroSumOfBits({ points, at }: Sums): boolean {
  const total = infinity();
  for (let bit = at.length - 1; bit >= 0; bit--) {
    double(total);
    const index = at[bit] ?? -1;
    if (index >= 0) addItem(total, points, index + 1);
  }
  return isInfinity(total);
}

/**
 * Returns the width with the fewest additions: one per scalar and window, and those in `sumsByBit`.
 */
function bestWidth(scalars: number): number {
  let best = 2;
  for (let width = 3; width <= 12; width++) {
    if (cost(width, scalars) < cost(best, scalars)) best = width;
  }
  return best;
}

const cost = (width: number, scalars: number): number =>
  Math.ceil(129 / width) * (scalars + width * 2 ** (width - 2));
