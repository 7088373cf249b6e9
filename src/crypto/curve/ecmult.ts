import { rotate, splitScalar } from './endomorphism.ts';
import { invertMany, mod, P } from './field.ts';
import { G, type Point } from './point.ts';

// Bigints instead of limbs: engines run bigints at full speed from the first call. Limbs are only
// fast once a compiler has optimized them, which Hermes never does.

/** (x / z^2, y / z^3); z = 0 is the point at infinity. Each is in -P .. P. */
export type Sum = { readonly x: bigint; readonly y: bigint; readonly z: bigint };

const infinity: Sum = { x: 1n, y: 1n, z: 0n };

/**
 * Computes a * G + b * q for one verification: four scalars of 128 bits (by the endomorphism), each
 * in non-adjacent form, in one chain of doublings. For public numbers only, because its time
 * depends on them.
 */
export function multiplyAndAdd(a: bigint, b: bigint, q: Point): Sum {
  const [first = []] = multiplesOfG();
  const ofQ = oddMultiples(q, WIDTH_OF_Q);
  return sumInOneChain([
    ...chainsOf(first, digitsOf(a, WIDTH_OF_G)),
    ...chainsOf(ofQ, digitsOf(b, WIDTH_OF_Q)),
  ]);
}

/**
 * Returns q + a * G for each a, with a table that saves most doublings. For public numbers only.
 */
export function addMultiplesOfG(q: Point, scalars: readonly bigint[]): (Point | undefined)[] {
  const sums = scalars.map((a) => {
    const digits = digitsOf(a, WIDTH_OF_G);
    const chains = multiplesOfG().flatMap((multiples, step) => {
      // The last step has the digits beyond 128 bits too.
      const to = step === STEPS - 1 ? undefined : (step + 1) * STEP;
      return chainsOf(
        multiples,
        digits.map((all) => all.slice(step * STEP, to)),
      );
    });
    return add(sumInOneChain(chains), q);
  });
  const finite = toPoints(sums.filter(({ z }) => z !== 0n)).values();
  return sums.map(({ z }) => (z === 0n ? undefined : finite.next().value));
}

/** Returns true if x of the sum is x. */
export const hasX = ({ x: ours, z }: Sum, x: bigint): boolean =>
  z !== 0n && (x * z * z - ours) % P === 0n;

/** Returns the affine form; `undefined` for infinity. */
export const affineOf = (sum: Sum): Point | undefined =>
  sum.z === 0n ? undefined : toPoints([sum])[0];

const WIDTH_OF_G = 6;
const WIDTH_OF_Q = 4;

/** Number of digits between two entries of `ofG`. */
const STEP = 16;
const STEPS = 8;

/** Odd multiples of a point, and lambda times these. */
type Multiples = readonly (readonly Point[])[];

let ofG: readonly Multiples[] | undefined;

/** Returns the multiples of 2^(STEP * i) * G. */
function multiplesOfG(): readonly Multiples[] {
  ofG ??= powersOfG(STEPS, STEP).map((point) => oddMultiples(point, WIDTH_OF_G));
  return ofG;
}

/** Returns 2^(step * i) * G for the first `count` numbers i. */
export function powersOfG(count: number, step: number): Point[] {
  let power: Sum = { ...G, z: 1n };
  const powers = [power];
  while (powers.length < count) {
    for (let i = 0; i < step; i++) power = double(power);
    powers.push(power);
  }
  return toPoints(powers);
}

/** Returns 1, 3, 5 .. 2^(width - 1) - 1 times the point, and lambda times these. */
function oddMultiples(point: Point, width: number): Multiples {
  const multiples: Sum[] = [infinity, { ...point, z: 1n }];
  for (let k = 2; k < 2 ** (width - 1); k++) {
    const even = double(multiples[k >> 1] ?? infinity);
    multiples.push(k & 1 ? add(even, point) : even);
  }
  const points = toPoints(multiples.filter((_, k) => k & 1));
  return [points, points.map(rotate)];
}

type Digits = readonly number[];
type Chain = { readonly digits: Digits; readonly multiples: readonly Point[] };

/** Returns the digits of both halves of a scalar. */
const digitsOf = (scalar: bigint, width: number): Digits[] =>
  splitScalar(scalar).map((half) => nonAdjacentForm(half, width));

const chainsOf = (multiples: Multiples, digits: readonly Digits[]): Chain[] =>
  multiples.map((points, i) => ({ multiples: points, digits: digits[i] ?? [] }));

/** Returns the affine forms of sums that are not infinity. */
function toPoints(sums: readonly Sum[]): Point[] {
  const inverses = invertMany(
    sums.map(({ z }) => mod(z, P)),
    P,
  );
  return sums.map(({ x, y }, i) => {
    const inverse = inverses[i] ?? 0n;
    const squared = (inverse * inverse) % P;
    return { x: mod(x * squared, P), y: mod(y * ((squared * inverse) % P), P) };
  });
}

/**
 * Returns digits, lowest first, which are zero or odd and below 2^(width - 1) in size. Of `width`
 * neighbours, at most one is not zero.
 */
function nonAdjacentForm(scalar: bigint, width: number): number[] {
  const sign = scalar < 0n ? -1 : 1;
  const bits = (scalar < 0n ? -scalar : scalar).toString(2);
  const bit = (i: number): number => (bits[bits.length - 1 - i] === '1' ? 1 : 0);
  const digits: number[] = [];
  let carry = 0;
  for (let i = 0; i < bits.length || carry === 1; ) {
    if (bit(i) === carry) {
      digits[i++] = 0;
      continue;
    }
    let digit = carry;
    for (let k = 0; k < width; k++) digit += bit(i + k) << k;
    carry = digit >> (width - 1);
    digits[i++] = sign * (digit - (carry << width));
    for (let k = 1; k < width; k++) digits[i++] = 0;
  }
  return digits;
}

function sumInOneChain(chains: readonly Chain[]): Sum {
  let sum = infinity;
  for (let i = Math.max(...chains.map(({ digits }) => digits.length)) - 1; i >= 0; i--) {
    sum = double(sum);
    for (const { digits, multiples } of chains) {
      const digit = digits[i] ?? 0;
      const point = digit === 0 ? undefined : multiples[Math.abs(digit) >> 1];
      if (point) sum = add(sum, digit < 0 ? { x: point.x, y: -point.y } : point);
    }
  }
  return sum;
}

/** hyperelliptic.org EFD, dbl-2009-l. */
function double({ x, y, z }: Sum): Sum {
  const squared = (y * y) % P;
  const s = (4n * x * squared) % P;
  const slope = (3n * x * x) % P;
  const doubled = (slope * slope - 2n * s) % P;
  return {
    x: doubled,
    y: (slope * (s - doubled) - 8n * squared * squared) % P,
    z: (2n * y * z) % P,
  };
}

/** Complete. EFD, madd-2007-bl without its trade of multiplications for squarings. */
function add(sum: Sum, point: Point): Sum {
  const { x, y, z } = sum;
  if (z === 0n) return { ...point, z: 1n };
  const zz = (z * z) % P;
  const h = (point.x * zz - x) % P;
  const r = (point.y * ((zz * z) % P) - y) % P;
  if (h === 0n) return r === 0n ? double(sum) : infinity;
  const hh = (h * h) % P;
  const hhh = (h * hh) % P;
  const v = (x * hh) % P;
  const added = (r * r - hhh - 2n * v) % P;
  return { x: added, y: (r * (v - added) - y * hhh) % P, z: (z * h) % P };
}
