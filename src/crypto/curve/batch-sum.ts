import { lastOf } from '../../encoding/list.ts';
import {
  addPairs,
  borrowLimbs,
  fromPoints,
  type Item,
  POINT_LIMBS,
  type Points,
  toPoint,
} from './batch-add.ts';
import { LIMBS } from './limbs.ts';
import type { Point } from './point.ts';

/** Row i is items[starts[i]] up to items[starts[i + 1] - 1], each an `Item`. */
export type Rows = { readonly items: Int32Array; readonly starts: Int32Array };

/** Sums of rows: row i has the point at[i]; -1 means infinity. */
export type Sums = { readonly points: Points; readonly at: Int32Array };

/** Sums a list; returns `undefined` for infinity. */
export function sumPoints(list: readonly Point[]): Point | undefined {
  const items = Int32Array.from(list, (_, i) => i + 1);
  return readSums(sumRows(fromPoints(list), { items, starts: Int32Array.of(0, list.length) }))[0];
}

/** Converts sums to points; `undefined` for infinity. */
export function readSums({ points, at }: Sums): (Point | undefined)[] {
  return Array.from(at, (index) => (index < 0 ? undefined : toPoint(points, index)));
}

/**
 * Sums each row by adding neighbours in all rows at once. A round of additions shares one
 * inversion, and affine formulas are the cheapest. The order of work depends only on the lengths of
 * the rows.
 */
export function sumRows(points: Points, rows: Rows): Sums {
  let round = addNeighbours(points, rows, 0);
  for (let count = 1; longestRow(round) > 1; count++) {
    round = addNeighbours(round.points, round, count);
  }
  const { items, starts } = round;
  const at = new Int32Array(starts.length - 1).fill(-1);
  const sums = new Float64Array(items.length * POINT_LIMBS);
  items.forEach((item, i) => {
    copyPoint(sums, i, round.points, item);
  });
  for (let row = 0; row < at.length; row++) {
    if (starts[row] !== starts[row + 1]) at[row] = starts[row] ?? 0;
  }
  return { points: sums, at };
}

function longestRow({ starts }: Rows): number {
  let longest = 0;
  for (let row = 0; row + 1 < starts.length; row++) {
    longest = Math.max(longest, (starts[row + 1] ?? 0) - (starts[row] ?? 0));
  }
  return longest;
}

/**
 * Runs one round: rows half as long, and their points, which the round after the next overwrites.
 */
function addNeighbours(
  points: Points,
  { items, starts }: Rows,
  round: number,
): Rows & { points: Points } {
  let slots = 0;
  const pairs: number[] = [];
  const slotStarts = starts.map((start, row) => {
    const first = slots;
    const end = starts[row + 1] ?? start;
    for (let i = start; i < end; i += 2) {
      if (i + 1 < end) pairs.push(slots, items[i] ?? 0, items[i + 1] ?? 0);
      slots++;
    }
    return first;
  });
  const sums = borrowLimbs(round % 2 === 0 ? 'even sums' : 'odd sums', slots * POINT_LIMBS);
  const infinite = addPairs(points, Int32Array.from(pairs), sums);
  starts.forEach((start, row) => {
    const end = starts[row + 1] ?? start;
    if ((end - start) % 2 === 1) {
      copyPoint(sums, (slotStarts[row + 1] ?? 0) - 1, points, items[end - 1] ?? 0);
    }
  });
  return { points: sums, ...withoutInfinite(slotStarts, infinite) };
}

function copyPoint(out: Points, slot: number, points: Points, item: Item): void {
  const from = (Math.abs(item) - 1) * POINT_LIMBS;
  const to = slot * POINT_LIMBS;
  const sign = Math.sign(item);
  for (let k = 0; k < LIMBS; k++) {
    out[to + k] = points[from + k] ?? 0;
    out[to + LIMBS + k] = sign * (points[from + LIMBS + k] ?? 0);
  }
}

/** Returns the rows of all slots except the infinite ones. */
function withoutInfinite(slotStarts: Int32Array, infinite: ReadonlySet<number>): Rows {
  const slots = lastOf(slotStarts) ?? 0;
  const items = new Int32Array(slots);
  const starts = new Int32Array(slotStarts.length);
  let length = 0;
  let row = 0;
  for (let slot = 0; slot <= slots; slot++) {
    while (row < slotStarts.length && slotStarts[row] === slot) starts[row++] = length;
    if (slot < slots && !infinite.has(slot)) items[length++] = slot + 1;
  }
  return { items: items.subarray(0, length), starts };
}
