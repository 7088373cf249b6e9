// Points of y^2 = x^3 + 7. An affine point is x and y (72 bytes), a Jacobian one X, Y and Z with x
// = X/Z^2 and y = Y/Z^3 (108 bytes). All coordinates have magnitude 1 unless a comment says
// otherwise.

import {
  add,
  carry,
  copy,
  FIELD,
  isZero_var,
  mul,
  multiplySmall,
  negateWhere,
  normalize,
  setSmall,
  square,
  subtract,
} from './field.ts';
import { invert } from './inversion.ts';
import { copy32 } from './memory.ts';

export const AFFINE: usize = 2 * FIELD;
export const JACOBIAN: usize = 3 * FIELD;

const space = memory.data(36 * 11);
const t0 = space;
const t1 = space + 36;
const t2 = space + 72;
const t3 = space + 108;
const t4 = space + 144;
const t5 = space + 180;
const t6 = space + 216;
const slope = space + 252;
const inverse = space + 288;
const rise = space + 324;
const run = space + 360;

/** Wipes the last steps of a sum. */
export function wipe(): void {
  memory.fill(space, 0, 11 * FIELD);
}

/** r = a, for affine points. */
export function copyPoint(r: usize, a: usize): void {
  copy32(r, a);
  copy32(r + 32, a + 32);
  store<u64>(r, load<u64>(a, 64), 64);
}

/**
 * r = (2 * digit + 1 - 2 * size) * P, where `size` is 2^bits and the row has P, 3 * P .. (2 * size
 * - 1) * P. Every entry is read, so that memory accesses do not reveal the digit.
 */
export function copySigned(r: usize, row: usize, bits: u64, digit: u64): void {
  const size: usize = 1 << (<usize>bits);
  // The result is positive from `size` on.
  const negative: u64 = (digit >> bits) - 1;
  const index = i32x4.splat(<i32>((digit ^ negative) & <u64>(size - 1)));
  let v0 = i64x2.splat(0);
  let v1 = v0;
  let v2 = v0;
  let v3 = v0;
  let v4 = v0;
  for (let j: usize = 0; j < size; j++) {
    const mask = i32x4.eq(index, i32x4.splat(<i32>j));
    const at = row + j * AFFINE;
    v0 = v128.or(v0, v128.and(v128.load(at), mask));
    v1 = v128.or(v1, v128.and(v128.load(at, 16), mask));
    v2 = v128.or(v2, v128.and(v128.load(at, 32), mask));
    v3 = v128.or(v3, v128.and(v128.load(at, 48), mask));
    v4 = v128.or(v4, v128.and(v128.load64_zero(at, 64), mask));
  }
  v128.store(r, v0);
  v128.store(r, v1, 16);
  v128.store(r, v2, 32);
  v128.store(r, v3, 48);
  v128.store64_lane(r, v4, 0, 64);
  negateWhere(r + FIELD, negative);
}

/** r = a, for Jacobian points. */
export function copyJacobian(r: usize, a: usize): void {
  copyPoint(r, a);
  copy(r + AFFINE, a + AFFINE);
}

export function toJacobian(r: usize, affine: usize): void {
  copyPoint(r, affine);
  setSmall(r + AFFINE, 1);
}

/** p = 2 * p. */
export function double(p: usize): void {
  const x = p;
  const y = p + FIELD;
  const z = p + 2 * FIELD;
  mul(z, y, z);
  multiplySmall(z, z, 2);
  carry(z);
  square(t0, y);
  mul(t1, x, t0);
  multiplySmall(t1, t1, 4);
  carry(t1); // 4 * x * y^2
  square(t0, t0);
  multiplySmall(t0, t0, 4);
  carry(t0); // 4 * y^4
  square(t2, x);
  multiplySmall(t2, t2, 3);
  carry(t2); // 3 * x^2
  square(x, t2);
  subtract(x, x, t1, 1);
  subtract(x, x, t1, 1);
  carry(x);
  subtract(t1, t1, x, 1);
  mul(y, t2, t1);
  subtract(y, y, t0, 1);
  subtract(y, y, t0, 1);
  carry(y);
}

/** p = p + q, for a p other than infinity, q and -q. y of q may have magnitude 2. */
export function addAffine(p: usize, q: usize): void {
  compare(p, q);
  finishAddition(p);
}

/** t1 = x(q) * Z^2 - X, t2 = y(q) * Z^3 - Y. */
function compare(p: usize, q: usize): void {
  const z = p + 2 * FIELD;
  square(t0, z);
  mul(t1, q, t0);
  subtract(t1, t1, p, 1);
  carry(t1);
  mul(t0, t0, z);
  mul(t2, q + FIELD, t0);
  subtract(t2, t2, p + FIELD, 1);
  carry(t2);
}

function finishAddition(p: usize): void {
  const x = p;
  const y = p + FIELD;
  const z = p + 2 * FIELD;
  mul(z, z, t1);
  square(t3, t1);
  mul(t4, t3, t1);
  mul(t5, x, t3);
  square(x, t2);
  subtract(x, x, t4, 1);
  subtract(x, x, t5, 1);
  subtract(x, x, t5, 1);
  carry(x);
  subtract(t5, t5, x, 1);
  mul(t5, t5, t2);
  mul(t6, y, t4);
  subtract(y, t5, t6, 1);
  carry(y);
}

/** p = p + q for any two points, where Z = 0 is infinity. */
export function addAffine_var(p: usize, q: usize): void {
  if (isInfinity_var(p)) {
    toJacobian(p, q);
    carry(p + FIELD);
    return;
  }
  compare(p, q);
  if (!isZero_var(t1)) finishAddition(p);
  else if (isZero_var(t2)) double(p);
  else setSmall(p + 2 * FIELD, 0);
}

export function isInfinity_var(p: usize): bool {
  return isZero_var(p + 2 * FIELD);
}

/**
 * Converts Jacobian points other than infinity to affine points with a single inversion
 * (Montgomery's trick). `products` has room for as many numbers.
 */
export function toAffineMany(r: usize, points: usize, count: usize, products: usize): void {
  if (count === 0) return;
  for (let i: usize = 0; i < count; i++) {
    const z = points + i * JACOBIAN + 2 * FIELD;
    if (i === 0) copy(products, z);
    else mul(products + i * FIELD, products + (i - 1) * FIELD, z);
  }
  invert(inverse, products + (count - 1) * FIELD);
  for (let i = count - 1; ; i--) {
    const p = points + i * JACOBIAN;
    const q = r + i * AFFINE;
    if (i === 0) copy(slope, inverse);
    else {
      mul(slope, inverse, products + (i - 1) * FIELD);
      mul(inverse, inverse, p + 2 * FIELD);
    }
    square(rise, slope);
    mul(slope, slope, rise);
    mul(q, p, rise);
    mul(q + FIELD, p + FIELD, slope);
    if (i === 0) break;
  }
  memory.fill(products, 0, count * FIELD);
}

/** Converts a Jacobian point that is not infinity to a normalized affine point. */
export function toNormal(r: usize, point: usize): void {
  toAffineMany(r, point, 1, run);
  normalize(r);
  normalize(r + FIELD);
}

/**
 * sums[i] = sums[i] + terms[i] for affine points, with a single inversion. No point may be equal or
 * opposite to its term. y of the terms may have magnitude 2. `runs` has room for two numbers each.
 */
export function addEach(sums: usize, terms: usize, count: usize, runs: usize): void {
  const products = runs + count * FIELD;
  for (let i: usize = 0; i < count; i++) {
    const run = runs + i * FIELD;
    subtract(run, terms + i * AFFINE, sums + i * AFFINE, 1);
    if (i === 0) {
      copy(products, run);
      carry(products);
    } else mul(products + i * FIELD, products + (i - 1) * FIELD, run);
  }
  invert(inverse, products + (count - 1) * FIELD);
  for (let i = count - 1; ; i--) {
    const run = runs + i * FIELD;
    if (i === 0) copy(slope, inverse);
    else {
      mul(slope, inverse, products + (i - 1) * FIELD);
      mul(inverse, inverse, run);
    }
    const term = terms + i * AFFINE;
    subtract(rise, term + FIELD, sums + i * AFFINE + FIELD, 1);
    mul(slope, slope, rise);
    finishSum(sums + i * AFFINE, sums + i * AFFINE, term);
    if (i === 0) break;
  }
}

/** r = a + b, with the `slope` of the line through both. r may be a. */
function finishSum(r: usize, a: usize, b: usize): void {
  square(t0, slope);
  subtract(t0, t0, a, 1);
  subtract(t0, t0, b, 1);
  carry(t0);
  subtract(t1, a, t0, 1);
  mul(t1, t1, slope);
  subtract(r + FIELD, t1, a + FIELD, 1);
  carry(r + FIELD);
  copy(r, t0);
}

/**
 * Writes y of the point that an item identifies: its index plus 1, negative for its negative. y has
 * at most magnitude 2.
 */
function coordinateY(r: usize, points: usize, item: i32): void {
  const y = pointOf(points, item) + FIELD;
  if (item > 0) copy(r, y);
  else {
    setSmall(r, 0);
    subtract(r, r, y, 1);
  }
}

function pointOf(points: usize, item: i32): usize {
  return points + <usize>((item < 0 ? -item : item) - 1) * AFFINE;
}

/**
 * Adds pairs of public points of a list, with a single inversion: sums[slot] = item + item, where
 * `pairs` has three words each. If a sum is infinity, the slot in `pairs` becomes its complement.
 * `runs` has room for two numbers each.
 */
export function addPairs_var(
  sums: usize,
  points: usize,
  pairs: usize,
  count: usize,
  runs: usize,
): void {
  if (count === 0) return;
  const products = runs + count * FIELD;
  for (let i: usize = 0; i < count; i++) {
    const pair = pairs + 12 * i;
    const run = runs + i * FIELD;
    const a = load<i32>(pair, 4);
    const b = load<i32>(pair, 8);
    subtract(run, pointOf(points, b), pointOf(points, a), 1);
    if (isZero_var(run)) {
      coordinateY(t0, points, a);
      coordinateY(t1, points, b);
      add(run, t0, t1);
      carry(run);
      if (isZero_var(run)) {
        setSmall(run, 1);
        store<i32>(pair, ~load<i32>(pair));
      }
    }
    if (i === 0) {
      copy(products, run);
      carry(products);
    } else mul(products + i * FIELD, products + (i - 1) * FIELD, run);
  }
  invert(inverse, products + (count - 1) * FIELD);
  for (let i = count - 1; ; i--) {
    const run = runs + i * FIELD;
    if (i === 0) copy(slope, inverse);
    else {
      mul(slope, inverse, products + (i - 1) * FIELD);
      mul(inverse, inverse, run);
    }
    const pair = pairs + 12 * i;
    const slot = load<i32>(pair);
    if (slot >= 0)
      addPair(sums + <usize>slot * AFFINE, points, load<i32>(pair, 4), load<i32>(pair, 8));
    if (i === 0) break;
  }
}

/** Adds two points; `slope` is the inverse of the denominator of their line's slope. */
function addPair(r: usize, points: usize, itemA: i32, itemB: i32): void {
  const a = pointOf(points, itemA);
  const b = pointOf(points, itemB);
  coordinateY(t2, points, itemA);
  if (isSameX_var(a, b)) {
    square(rise, a);
    multiplySmall(rise, rise, 3);
  } else {
    coordinateY(t3, points, itemB);
    subtract(rise, t3, t2, 2);
  }
  mul(slope, slope, rise);
  square(t0, slope);
  subtract(t0, t0, a, 1);
  subtract(t0, t0, b, 1);
  carry(t0);
  subtract(t1, a, t0, 1);
  mul(t1, t1, slope);
  subtract(r + FIELD, t1, t2, 2);
  carry(r + FIELD);
  copy(r, t0);
}

function isSameX_var(a: usize, b: usize): bool {
  if (a === b) return true;
  subtract(t4, b, a, 1);
  return isZero_var(t4);
}
