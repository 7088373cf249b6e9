import { N } from './field.ts';
import { double, type Jacobian, toAffine } from './jacobian.ts';
import { G, negate, type Point, sumLists } from './point.ts';

const WINDOWS = 32;

let table: readonly (readonly Point[])[] | undefined;

/** scalar * G for each; scalars 1 .. n - 1. */
export function multiplyGenerator(scalars: readonly bigint[]): Point[] {
  return sumLists(scalars.map(generatorTerms)).map((sum) => sum ?? G);
}

/**
 * 32 points whose sum is scalar * G, for a scalar of 0 .. n - 1. It is written with odd digits from -255 to 255, one
 * for each byte, so that the work is the same for all scalars and no digit is left out for being zero. Chosen by
 * secret digits, the table's entries still leave a trace in the processor's cache.
 */
export function generatorTerms(scalar: bigint): Point[] {
  table ??= createTable();
  // For an odd k, k = sum of (2 b_j - 1) 2^j over the bits b of (k + 2^256 - 1) / 2: eight of them make a digit. Of an
  // even k, n - k is odd: its digits are taken with the other sign, which complements the byte.
  const isEven = Number(~scalar & 1n);
  const odd = [scalar, N - scalar][isEven] ?? scalar;
  const complement = 255 * isEven;
  let rest = (odd + 2n ** 256n - 1n) >> 1n;
  const points: Point[] = [];
  for (const row of table) {
    const point = row[Number(rest & 255n) ^ complement];
    if (point !== undefined) points.push(point);
    rest >>= 8n;
  }
  return points;
}

/** Row i, entry j: (2j - 255) * 256^i * G. */
function createTable(): Point[][] {
  const bases = bytePowers();
  let rows = bases.map((base) => [base]);
  let steps = sumsOf(bases.map((base) => [base, base]));
  // From 1, 3, .. 2m - 1 follow 2m + 1, .. 4m - 1 by adding 2m: all rows at once, in seven steps.
  for (let size = 1; size < 128; size *= 2) {
    const sums = sumsOf(rows.flatMap((row, i) => row.map((point) => [point, steps[i] ?? G])));
    rows = rows.map((row, i) => [...row, ...sums.slice(i * size, (i + 1) * size)]);
    steps = sumsOf(steps.map((step) => [step, step]));
  }
  return rows.map((row) => [...row.map(negate).reverse(), ...row]);
}

const sumsOf = (lists: readonly (readonly Point[])[]): Point[] =>
  sumLists(lists).map((sum) => sum ?? G);

/** 256^i * G. */
function bytePowers(): Point[] {
  const powers: Jacobian[] = [];
  let power: Jacobian = { X: G.x, Y: G.y, Z: 1n };
  for (let bit = 0; bit < 8 * WINDOWS; bit++) {
    if (bit % 8 === 0) powers.push(power);
    power = double(power);
  }
  return toAffine(powers);
}
