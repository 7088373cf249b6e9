import { invertSecret, P } from './field.ts';
import {
  carryLimbs,
  fromNumber,
  isZero,
  LIMBS,
  type Limbs,
  multiply,
  square,
  subtract,
  toNumber,
} from './limbs.ts';
import type { Point } from './point.ts';

/** Consecutive points: x and y of each, carried. */
export type Points = Limbs;
export const POINT_LIMBS = 2 * LIMBS;

/** A point's index plus 1; negative for the point's negative. */
export type Item = number;

export function fromPoints(list: readonly Point[]): Points {
  const points = new Float64Array(list.length * POINT_LIMBS);
  list.forEach((point, i) => {
    fromNumber(point.x, points, i * POINT_LIMBS);
    fromNumber(point.y, points, i * POINT_LIMBS + LIMBS);
  });
  return points;
}

export function toPoint(points: Points, index: number): Point {
  const at = index * POINT_LIMBS;
  return { x: toNumber(points, at), y: toNumber(points, at + LIMBS) };
}

/** Returns where an item's point starts. */
const placeOf = (item: Item): number => (Math.abs(item) - 1) * POINT_LIMBS;

/**
 * Adds pairs of points with a single inversion (Montgomery's trick) and six multiplications each.
 * `pairs` has three numbers each: the slot of `sums` for the sum, and two items. Returns the slots
 * whose sum is infinity.
 */
export function addPairs(points: Points, pairs: Int32Array, sums: Points): ReadonlySet<number> {
  const count = pairs.length / 3;
  const slopes = slopeDenominators(points, pairs);
  const { denominators, doubled, infinite } = slopes;
  if (count === 0) return infinite;
  const products = borrowLimbs('products', count * LIMBS);
  products.set(denominators.subarray(0, LIMBS));
  carryLimbs(products, 0);
  for (let at = LIMBS; at < count * LIMBS; at += LIMBS) {
    multiply(products, at, products, at - LIMBS, denominators, at);
  }
  const space = new Float64Array(SPACE);
  fromNumber(invertSecret(toNumber(products, (count - 1) * LIMBS), P), space, PRODUCT);
  for (let pair = count - 1; pair >= 0; pair--) {
    const at = pair * LIMBS;
    // `space` now has the inverse of the product of all denominators up to this one.
    if (pair === 0) space.copyWithin(INVERSE, PRODUCT, PRODUCT + LIMBS);
    else {
      multiply(space, INVERSE, space, PRODUCT, products, at - LIMBS);
      multiply(space, PRODUCT, space, PRODUCT, denominators, at);
    }
    finishSum(points, pairs, pair, sums, space, doubled.has(pair));
  }
  return infinite;
}

/** Work space of an addition. */
const PRODUCT = 0;
const INVERSE = LIMBS;
const SLOPE = 2 * LIMBS;
const RISE = 3 * LIMBS;
const SPACE = 4 * LIMBS;

type Slopes = {
  /** Denominators of the slopes through two points; 1 if there is no slope. */
  readonly denominators: Limbs;
  /** Pairs of a point and itself. */
  readonly doubled: ReadonlySet<number>;
  /** Slots of pairs of a point and its negative. */
  readonly infinite: ReadonlySet<number>;
};

function slopeDenominators(points: Points, pairs: Int32Array): Slopes {
  const denominators = borrowLimbs('denominators', (pairs.length / 3) * LIMBS);
  const doubled = new Set<number>();
  const infinite = new Set<number>();
  for (let pair = 0; 3 * pair < pairs.length; pair++) {
    const [at, a, b] = [pair * LIMBS, pairs[3 * pair + 1] ?? 0, pairs[3 * pair + 2] ?? 0];
    subtract(denominators, at, points, placeOf(b), points, placeOf(a));
    if (!isZero(denominators, at)) continue;
    combineY(denominators, at, points, a, -b);
    if (isZero(denominators, at)) {
      doubled.add(pair);
      combineY(denominators, at, points, a, a);
    } else {
      infinite.add(pairs[3 * pair] ?? 0);
      fromNumber(1n, denominators, at);
    }
  }
  return { denominators, doubled, infinite };
}

/** out = y(a) + y(b), not carried. */
function combineY(out: Limbs, o: number, points: Points, a: Item, b: Item): void {
  const [ya, yb] = [placeOf(a) + LIMBS, placeOf(b) + LIMBS];
  for (let k = 0; k < LIMBS; k++) {
    out[o + k] = Math.sign(a) * (points[ya + k] ?? 0) + Math.sign(b) * (points[yb + k] ?? 0);
  }
}

function finishSum(
  points: Points,
  pairs: Int32Array,
  pair: number,
  sums: Points,
  space: Limbs,
  isDouble: boolean,
): void {
  const slot = (pairs[3 * pair] ?? 0) * POINT_LIMBS;
  const [a, b] = [pairs[3 * pair + 1] ?? 0, pairs[3 * pair + 2] ?? 0];
  const [xa, xb] = [placeOf(a), placeOf(b)];
  if (isDouble) {
    square(space, RISE, points, xa);
    for (let k = 0; k < LIMBS; k++) space[RISE + k] = 3 * (space[RISE + k] ?? 0);
    carryLimbs(space, RISE);
  } else combineY(space, RISE, points, b, -a);
  multiply(space, SLOPE, space, RISE, space, INVERSE);
  // x = slope^2 - x(a) - x(b)
  square(sums, slot, space, SLOPE);
  for (let k = 0; k < LIMBS; k++) {
    sums[slot + k] = (sums[slot + k] ?? 0) - (points[xa + k] ?? 0) - (points[xb + k] ?? 0);
  }
  carryLimbs(sums, slot);
  // y = slope * (x(a) - x) - y(a)
  const y = slot + LIMBS;
  subtract(space, RISE, points, xa, sums, slot);
  multiply(sums, y, space, SLOPE, space, RISE);
  const sign = Math.sign(a);
  for (let k = 0; k < LIMBS; k++) {
    sums[y + k] = (sums[y + k] ?? 0) - sign * (points[xa + LIMBS + k] ?? 0);
  }
  carryLimbs(sums, y);
}

/** Names of borrowed memory. Each has one user, which releases it when it returns. */
type Use = 'denominators' | 'products' | 'even sums' | 'odd sums';

const spaces = new Map<Use, Limbs>();

/**
 * Returns the same memory for each call, with any contents. Otherwise thousands of additions would
 * leave garbage.
 */
export function borrowLimbs(use: Use, length: number): Limbs {
  let space = spaces.get(use);
  if (space === undefined || space.length < length) {
    space = new Float64Array(length);
    spaces.set(use, space);
  }
  return space.subarray(0, length);
}
