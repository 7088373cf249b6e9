import { type Item, POINT_LIMBS, type Points } from './batch-add.ts';
import { invertMany, P } from './field.ts';
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

/**
 * The point (X / Z^2, Y / Z^3) as X, Y and Z, all carried, which can be added without an inversion.
 * Z = 0 is the point at infinity.
 */
export type Jacobian = Limbs;

const X = 0;
const Y = LIMBS;
const Z = 2 * LIMBS;

export function infinity(): Jacobian {
  const point = new Float64Array(3 * LIMBS);
  fromNumber(1n, point, X);
  fromNumber(1n, point, Y);
  return point;
}

export const isInfinity = (point: Jacobian): boolean => isZero(point, Z);

/** Work space for intermediate results of a formula. */
const space = new Float64Array(6 * LIMBS);
const S0 = 0;
const S1 = LIMBS;
const S2 = 2 * LIMBS;
const S3 = 3 * LIMBS;
const S4 = 4 * LIMBS;
const S5 = 5 * LIMBS;

/** out = factor * out, carried. */
function scale(out: Limbs, o: number, factor: number): void {
  for (let k = 0; k < LIMBS; k++) out[o + k] = factor * (out[o + k] ?? 0);
  carryLimbs(out, o);
}

/** out = out - factor * a, carried. */
function takeAway(out: Limbs, o: number, factor: number, a: Limbs, i: number): void {
  for (let k = 0; k < LIMBS; k++) out[o + k] = (out[o + k] ?? 0) - factor * (a[i + k] ?? 0);
  carryLimbs(out, o);
}

/** point = 2 * point. hyperelliptic.org EFD, dbl-2009-l. */
export function double(point: Jacobian): void {
  square(space, S0, point, Y);
  multiply(space, S1, point, X, space, S0);
  scale(space, S1, 4);
  square(space, S2, point, X);
  scale(space, S2, 3);
  multiply(point, Z, point, Y, point, Z);
  scale(point, Z, 2);
  // S0 = Y^2, S1 = 4 X Y^2, S2 = 3 X^2. X = S2^2 - 2 S1
  square(point, X, space, S2);
  takeAway(point, X, 2, space, S1);
  // Y = S2 (S1 - X) - 8 S0^2
  square(space, S0, space, S0);
  subtract(space, S1, space, S1, point, X);
  multiply(point, Y, space, S2, space, S1);
  takeAway(point, Y, 8, space, S0);
}

/**
 * Computes point = point + item, without exceptions. EFD, madd-2007-bl without its trade of
 * multiplications for squarings.
 */
export function addItem(point: Jacobian, points: Points, item: Item): void {
  const at = (Math.abs(item) - 1) * POINT_LIMBS;
  const sign = Math.sign(item);
  if (isInfinity(point)) {
    point.set(points.subarray(at, at + POINT_LIMBS));
    scale(point, Y, sign);
    fromNumber(1n, point, Z);
    return;
  }
  // S1 = H = x Z^2 - X, S2 = R = y Z^3 - Y
  square(space, S0, point, Z);
  multiply(space, S1, points, at, space, S0);
  takeAway(space, S1, 1, point, X);
  multiply(space, S0, space, S0, point, Z);
  multiply(space, S2, points, at + LIMBS, space, S0);
  scale(space, S2, sign);
  takeAway(space, S2, 1, point, Y);
  if (isZero(space, S1)) {
    if (isZero(space, S2)) double(point);
    else point.fill(0, Z);
    return;
  }
  // S3 = H^2, S4 = H^3, S5 = X H^2. X = R^2 - H^3 - 2 X H^2
  square(space, S3, space, S1);
  multiply(space, S4, space, S3, space, S1);
  multiply(space, S5, point, X, space, S3);
  square(point, X, space, S2);
  takeAway(point, X, 1, space, S4);
  takeAway(point, X, 2, space, S5);
  multiply(point, Z, point, Z, space, S1);
  // Y = R (X H^2 - X) - Y H^3
  multiply(space, S4, point, Y, space, S4);
  subtract(space, S5, space, S5, point, X);
  multiply(point, Y, space, S2, space, S5);
  takeAway(point, Y, 1, space, S4);
}

/** Returns the affine forms of points that are not infinity. */
export function toPoints(list: readonly Jacobian[]): Point[] {
  const inverses = invertMany(
    list.map((point) => toNumber(point, Z)),
    P,
  );
  return list.map((point, i) => {
    const inverse = inverses[i] ?? 0n;
    const squared = (inverse * inverse) % P;
    return {
      x: (toNumber(point, X) * squared) % P,
      y: (toNumber(point, Y) * ((squared * inverse) % P)) % P,
    };
  });
}
