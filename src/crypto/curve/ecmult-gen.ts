import { fromPoints, POINT_LIMBS, type Points } from './batch-add.ts';
import { readSums, type Sums, sumRows } from './batch-sum.ts';
import { powersOfG } from './ecmult.ts';
import { N } from './field.ts';
import { addItem, infinity, type Jacobian, toPoints } from './jacobian.ts';
import { G, type Point } from './point.ts';

const WINDOWS = 32;
/** Multiples of 256^i * G in a row of the table: 1, 3 .. 255. */
const ROW = 128;
/** Maximum number of scalars added together. More would save nothing and use memory. */
const LARGEST_LIST = 512;

let table: Points | undefined;

/** Returns true once the table for multiplications exists. */
export const isTableMade = (): boolean => table !== undefined;

/** Shorter lists use a single inversion, because they have too few points to share more. */
export const SHORT_LIST = 10;

/** Returns scalar * G for each scalar from 1 to n - 1. */
export function multiplyGenerator(scalars: readonly bigint[]): Point[] {
  if (scalars.length < SHORT_LIST) return toPoints(scalars.map(multiplyOne));
  const products: Point[] = [];
  for (let start = 0; start < scalars.length; start += LARGEST_LIST) {
    const sums = sumOfGenerators(scalars.slice(start, start + LARGEST_LIST));
    for (const sum of readSums(sums)) products.push(sum ?? G);
  }
  return products;
}

function multiplyOne(scalar: bigint): Jacobian {
  table ??= createTable();
  const point = infinity();
  const items = new Int32Array(WINDOWS);
  writeItems(scalar, items, 0);
  for (const item of items) addItem(point, table, item);
  items.fill(0);
  return point;
}

/** Returns scalar * G for each scalar from 0 to n - 1. */
export function sumOfGenerators(scalars: readonly bigint[]): Sums {
  table ??= createTable();
  const items = new Int32Array(scalars.length * WINDOWS);
  scalars.forEach((scalar, i) => {
    writeItems(scalar, items, i * WINDOWS);
  });
  const starts = new Int32Array(scalars.length + 1).map((_, i) => i * WINDOWS);
  return sumRows(table, { items, starts });
}

/**
 * Writes the scalar with odd digits from -255 to 255, one for each byte. So the work is the same
 * for all scalars, and no digit is zero. Secret digits select table entries, which still leaves a
 * trace in the processor's cache.
 */
function writeItems(scalar: bigint, items: Int32Array, at: number): void {
  // An odd k is the sum of (2 b_j - 1) 2^j over the bits b of (k + 2^256 - 1) / 2, and eight bits
  // form a digit. For an even k, n - k is odd; its digits are used with the opposite sign, which
  // complements the byte.
  const isEven = Number(~scalar & 1n);
  const odd = [scalar, N - scalar][isEven] ?? scalar;
  let rest = (odd + 2n ** 256n - 1n) >> 1n;
  for (let window = 0; window < WINDOWS; window += 4) {
    let word = Number(rest & 0xffffffffn) ^ -isEven;
    rest >>= 32n;
    for (let i = window; i < window + 4; i++) {
      // The digit is 2 * byte - 255: from 128 on it is positive.
      const isNegative = ((word >> 7) & 1) ^ 1;
      const entry = (word ^ -isNegative) & 127;
      items[at + i] = (1 - 2 * isNegative) * (i * ROW + entry + 1);
      word >>>= 8;
    }
  }
}

/** Point i * ROW + j: (2j + 1) * 256^i * G. */
function createTable(): Points {
  let steps = fromPoints(powersOfG(WINDOWS, 8));
  let size = 1;
  let points = steps;
  // Adding 2m to 1, 3, .. 2m - 1 gives 2m + 1, .. 4m - 1, for all rows at once, in seven steps.
  for (; size < ROW; size *= 2) {
    steps = doubleAll(steps);
    points = withNextHalf(points, steps, size);
  }
  return points;
}

/** Appends to each row of `size` entries the sums of its entries and the row's step. */
function withNextHalf(points: Points, steps: Points, size: number): Points {
  const both = new Float64Array(points.length + steps.length);
  both.set(points);
  both.set(steps, points.length);
  const entries = WINDOWS * size;
  const items = new Int32Array(2 * entries);
  for (let i = 0; i < entries; i++) {
    items[2 * i] = i + 1;
    items[2 * i + 1] = entries + Math.floor(i / size) + 1;
  }
  const sums = sumRows(both, pairRows(items));
  const next = new Float64Array(2 * points.length);
  for (let row = 0; row < WINDOWS; row++) {
    const [from, to] = [row * size * POINT_LIMBS, (row + 1) * size * POINT_LIMBS];
    next.set(points.subarray(from, to), 2 * from);
    next.set(sums.points.subarray(from, to), from + to);
  }
  return next;
}

function doubleAll(points: Points): Points {
  const count = points.length / POINT_LIMBS;
  return sumRows(points, pairRows(new Int32Array(2 * count).map((_, i) => (i >> 1) + 1))).points;
}

const pairRows = (items: Int32Array) => ({
  items,
  starts: new Int32Array(items.length / 2 + 1).map((_, i) => 2 * i),
});
