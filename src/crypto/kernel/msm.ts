// Checks whether points times scalars add up to infinity, by Pippenger's method: per window of
// bits, points with the same digit are added first, and only those sums are multiplied by their
// digit. For public numbers only.

import { carry, copy, FIELD, setSmall, subtract } from './field.ts';
import {
  AFFINE,
  addAffine_var,
  addPairs_var,
  copyPoint,
  double,
  isInfinity_var,
  JACOBIAN,
} from './group.ts';
import { reserve } from './memory.ts';

/** Bits of a scalar, plus one for the carry of signed digits. */
const BITS: i32 = 129;

const total = memory.data(108);
const point = memory.data(72);

/**
 * Returns true if points times scalars add up to infinity. `points`: affine, of magnitude 1.
 * `scalars`: 17 bytes each, the size below 2^128 in little-endian order, then 1 if it is negative.
 */
export function isZeroSum_var(points: usize, scalars: usize, count: i32): bool {
  const width = bestWidth(count);
  const windows = (BITS + width - 1) / width;
  const half = 1 << (width - 1);
  const digits = reserve(<usize>(2 * count * windows));
  for (let i = 0; i < count; i++) {
    writeDigits(digits + <usize>(2 * i * windows), scalars + <usize>(17 * i), width, windows);
  }
  // Collect the points of each digit from 1 on, for each window.
  const buckets = windows * half;
  const starts = reserve(<usize>(4 * (buckets + 1)));
  const next = reserve(<usize>(4 * (buckets + 1)));
  memory.fill(starts, 0, <usize>(4 * (buckets + 1)));
  for (let i = 0; i < count * windows; i++) {
    const digit = <i32>load<i16>(digits + <usize>(2 * i));
    if (digit === 0) continue;
    const bucket = starts + <usize>(4 * ((i % windows) * half + abs(digit)));
    store<i32>(bucket, load<i32>(bucket) + 1);
  }
  for (let i = 1; i <= buckets; i++) {
    const at = starts + <usize>(4 * i);
    store<i32>(at, load<i32>(at) + load<i32>(at - 4));
  }
  memory.copy(next, starts, <usize>(4 * (buckets + 1)));
  const items = reserve(<usize>(4 * load<i32>(starts + <usize>(4 * buckets))));
  for (let i = 0; i < count * windows; i++) {
    const digit = <i32>load<i16>(digits + <usize>(2 * i));
    if (digit === 0) continue;
    const place = next + <usize>(4 * ((i % windows) * half + abs(digit) - 1));
    const index = i / windows + 1;
    store<i32>(items + <usize>(4 * load<i32>(place)), digit < 0 ? -index : index);
    store<i32>(place, load<i32>(place) + 1);
  }
  const sums = sumRows(points, items, starts, buckets);
  return isZeroSumOfBits(sums, starts, width, windows);
}

function abs(digit: i32): i32 {
  return digit < 0 ? -digit : digit;
}

/** Writes digits from -2^(width - 1) to 2^(width - 1), lowest first. */
function writeDigits(out: usize, scalar: usize, width: i32, windows: i32): void {
  const low = load<u64>(scalar);
  const high = load<u64>(scalar, 8);
  const sign: i32 = load<u8>(scalar, 16) !== 0 ? -1 : 1;
  const half = 1 << (width - 1);
  let over = 0;
  for (let window = 0; window < windows; window++) {
    const bit = window * width;
    let bits: u64 = 0;
    if (bit >= 64) bits = bit >= 128 ? 0 : high >> <u64>(bit - 64);
    else bits = (low >> <u64>bit) | (bit === 0 ? 0 : high << (<u64>(64 - bit)));
    let digit = <i32>(bits & <u64>((1 << width) - 1)) + over;
    over = digit > half ? 1 : 0;
    if (over !== 0) digit -= 2 * half;
    store<i16>(out + <usize>(2 * window), <i16>(sign * digit));
  }
}

/**
 * Returns the width with the fewest additions: one per scalar and window, and those of
 * `isZeroSumOfBits`.
 */
function bestWidth(count: i32): i32 {
  let best = 2;
  for (let width = 3; width <= 12; width++)
    if (cost(width, count) < cost(best, count)) best = width;
  return best;
}

function cost(width: i32, count: i32): i32 {
  return ((BITS + width - 1) / width) * (count + (width << (width - 2)));
}

/**
 * Sums each row by adding neighbours in all rows at once, so that a round of additions shares one
 * inversion. Row i is items[starts[i]] up to items[starts[i + 1] - 1]. `starts` becomes the rows of
 * the returned points, with one point or none each.
 */
function sumRows(points: usize, items: usize, starts: usize, rows: i32): usize {
  const length = load<i32>(starts + <usize>(4 * rows));
  const pairs = reserve(<usize>(12 * (length / 2 + 1)));
  const runs = reserve(2 * FIELD * <usize>(length / 2 + 1));
  // A round has at most half as many sums as items, plus one for each row whose last item had no
  // neighbour.
  const room = AFFINE * <usize>(length / 2 + rows + 1);
  let sums = reserve(room);
  let spare = reserve(room);
  const sumItems = reserve(<usize>(4 * (length / 2 + rows + 1)));
  let isLast = addNeighbours(sums, points, items, starts, rows, pairs, runs, sumItems);
  while (!isLast) {
    isLast = addNeighbours(spare, sums, sumItems, starts, rows, pairs, runs, sumItems);
    const both = sums;
    sums = spare;
    spare = both;
  }
  return sums;
}

/** Runs one round. Returns true if no row has more than one point left. */
function addNeighbours(
  sums: usize,
  points: usize,
  items: usize,
  starts: usize,
  rows: i32,
  pairs: usize,
  runs: usize,
  sumItems: usize,
): bool {
  let slots = 0;
  let count = 0;
  for (let row = 0; row < rows; row++) {
    const end = load<i32>(starts + <usize>(4 * (row + 1)));
    for (let i = load<i32>(starts + <usize>(4 * row)); i < end; i += 2) {
      const item = items + <usize>(4 * i);
      if (i + 1 < end) {
        const pair = pairs + <usize>(12 * count++);
        store<i32>(pair, slots);
        store<i32>(pair, load<i32>(item), 4);
        store<i32>(pair, load<i32>(item, 4), 8);
      } else copyItem(sums + <usize>slots * AFFINE, points, load<i32>(item));
      slots++;
    }
  }
  addPairs_var(sums, points, pairs, <usize>count, runs);
  // All slots have a point except those whose sum is infinity.
  let slot = 0;
  let pair = 0;
  let length = 0;
  let isLast = true;
  let start = 0;
  for (let row = 0; row < rows; row++) {
    const end = load<i32>(starts + <usize>(4 * (row + 1)));
    const before = length;
    for (let i = start; i < end; i += 2) {
      const isInfinite = i + 1 < end && load<i32>(pairs + <usize>(12 * pair++)) < 0;
      slot++;
      if (!isInfinite) store<i32>(sumItems + <usize>(4 * length++), slot);
    }
    start = end;
    if (length - before > 1) isLast = false;
    store<i32>(starts + <usize>(4 * row), before);
  }
  store<i32>(starts + <usize>(4 * rows), length);
  if (isLast) compact(sums, sumItems, length);
  return isLast;
}

/** Copies the points of items one after the other. */
function compact(points: usize, items: usize, length: i32): void {
  for (let i = 0; i < length; i++) {
    const from = points + <usize>(load<i32>(items + <usize>(4 * i)) - 1) * AFFINE;
    copyPoint(points + <usize>i * AFFINE, from);
  }
}

function copyItem(r: usize, points: usize, item: i32): void {
  const from = points + <usize>(abs(item) - 1) * AFFINE;
  copy(r, from);
  if (item > 0) copy(r + FIELD, from + FIELD);
  else {
    setSmall(r + FIELD, 0);
    subtract(r + FIELD, r + FIELD, from + FIELD, 1);
    carry(r + FIELD);
  }
}

/**
 * Sums the buckets whose digit has a bit, for each bit of the scalars. Then adds these sums by
 * doubling and adding.
 */
function isZeroSumOfBits(sums: usize, starts: usize, width: i32, windows: i32): bool {
  const half = 1 << (width - 1);
  const rows = windows * width;
  const bitStarts = reserve(<usize>(4 * (rows + 1)));
  const items = reserve(<usize>(4 * windows * width * half));
  let length = 0;
  for (let row = 0; row < rows; row++) {
    store<i32>(bitStarts + <usize>(4 * row), length);
    const window = row / width;
    const bit = row % width;
    for (let digit = 1; digit <= half; digit++) {
      if (((digit >> bit) & 1) === 0) continue;
      const bucket = starts + <usize>(4 * (window * half + digit - 1));
      const at = load<i32>(bucket);
      if (load<i32>(bucket, 4) > at) store<i32>(items + <usize>(4 * length++), at + 1);
    }
  }
  store<i32>(bitStarts + <usize>(4 * rows), length);
  const bits = sumRows(sums, items, bitStarts, rows);
  memory.fill(total, 0, JACOBIAN);
  for (let row = rows - 1; row >= 0; row--) {
    if (!isInfinity_var(total)) double(total);
    const at = load<i32>(bitStarts + <usize>(4 * row));
    if (load<i32>(bitStarts + <usize>(4 * (row + 1))) > at) {
      copyPoint(point, bits + <usize>at * AFFINE);
      addAffine_var(total, point);
    }
  }
  return isInfinity_var(total);
}
