// What is proven of the sums of pairs of public points, which verification uses.

import {
  cancelInverses,
  fieldIn,
  fieldInverses,
  normalizes,
  products,
  setField,
} from './contracts.ts';
import { type Contract, wordIn } from './machine.ts';
import { P } from './numbers.ts';
import { at, minus, requireScaled, setCoordinates, thirdPoint, times } from './points.ts';
import { add, constant, type Polynomial, scale, zero } from './polynomial.ts';
import type { Setting, Theorem } from './theorem.ts';
import { Unproven, upTo } from './unknowns.ts';
import { wordOf } from './words.ts';

const FIELD = 36;
const AFFINE = 72;

/** Returns 1 for a number that is 0 as a polynomial. Others are assumed to be other than 0. */
const isZero =
  (): Contract =>
  (machine, [a]) =>
    wordOf(32, cancelInverses(machine, fieldIn(machine, wordIn(a)), P).size === 0 ? 1n : 0n);

/** Items are an index plus 1, negative for the opposite point. */
type Pair = readonly [slot: number, a: number, b: number];

/**
 * Adds pairs of four points. The fourth has x of the third, and the opposite y. No other two have
 * the same x.
 */
const addsPairs =
  (pairs: readonly Pair[]): Setting =>
  (proof) => {
    const { machine, memory, unknowns } = proof;
    const [sums, points, list, runs] = [0, 1, 2, 3].map(() => memory.pointer());
    if (!sums || !points || !list || !runs) return;
    const [x = zero, y = zero] = setCoordinates(proof, points, [1, 1]);
    const coordinates = [[x, y]];
    for (let i = 1; i < 4; i++) {
      const place = at(proof, points, i * AFFINE);
      const run = unknowns.fresh(upTo(P - 1n));
      const [lastX = zero, lastY = zero] = coordinates.at(-1) ?? [];
      const otherX = i === 3 ? lastX : add(x, run);
      setField(machine, place, 1, otherX);
      const otherY = i === 3 ? scale(lastY, -1n) : unknowns.fresh(upTo(P - 1n));
      setField(machine, at(proof, place, FIELD), 1, otherY);
      coordinates.push([otherX, otherY]);
    }
    for (const [i, pair] of pairs.entries()) {
      for (const [j, word] of pair.entries()) {
        memory.store(list, 12 * i + 4 * j, wordOf(32, BigInt(word)));
      }
    }
    const point = (item: number): Polynomial[] => {
      const [itsX = zero, itsY = zero] = coordinates[Math.abs(item) - 1] ?? [];
      return [itsX, scale(itsY, item < 0 ? -1n : 1n)];
    };
    proof.call(sums, points, list, wordOf(32, BigInt(pairs.length)), runs);
    for (const [i, [slot, a, b]] of pairs.entries()) {
      const [first, second] = [point(a), point(b)];
      const [[ax = zero, ay = zero], [bx = zero, by = zero]] = [first, second];
      const isSameX = minus(ax, bx).size === 0;
      const isOpposite = isSameX && add(ay, by).size === 0;
      const left = memory.load(list, 12 * i);
      const expected = BigInt.asUintN(32, BigInt(isOpposite ? ~slot : slot));
      if (left.range.low !== expected || left.range.high !== expected) {
        throw new Unproven('A slot is wrong');
      }
      if (isOpposite) continue;
      const rise = isSameX ? scale(times(ax, ax), 3n) : minus(by, ay);
      const run = isSameX ? scale(ay, 2n) : minus(bx, ax);
      const third = thirdPoint([ax, ay, constant(1n)], bx, rise, run);
      requireScaled(proof, at(proof, sums, slot * AFFINE), third, run);
    }
  };

/** Sums, differences, doubles, opposites, and lists of several. */
const PAIRS: readonly (readonly Pair[])[] = [
  [],
  [[0, 1, 2]],
  [[0, -1, 2]],
  [[0, 2, -1]],
  [[0, -1, -2]],
  [[0, 1, 1]],
  [[0, -1, -1]],
  [[0, 1, -1]],
  [[0, 3, 4]],
  [[0, 3, -4]],
  [
    [1, 1, 2],
    [0, 3, 3],
  ],
  [
    [2, 1, -3],
    [1, 3, 4],
    [0, 2, 1],
  ],
];

export const pairTheorems: readonly Theorem[] = [
  {
    of: 'group/addPairs_var',
    states:
      'each slot is the sum of its pair, of magnitude 1, or the complement of its number for ' +
      'opposite points, if field/isZero_var is right (lists of 1 to 3)',
    executes: ['group/addPair', 'group/coordinateY', 'inversion/invert'],
    contracts: { ...products, ...normalizes, ...fieldInverses, 'field/isZero_var': isZero },
    writes: [3 * AFFINE, 0, 36, 0, 6 * FIELD],
    writesSpace: true,
    settings: PAIRS.map(addsPairs),
  },
];
