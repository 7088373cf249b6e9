// Contracts by ranges only: each call must meet the conditions under which a function is proven.

import { magnitudeOf } from './contracts.ts';
import { type Contract, type Machine, wordIn } from './machine.ts';
import { ANY_SCALAR, CARRIED, fieldAt, ofMagnitude, scalarAt } from './numbers.ts';
import type { Value } from './operations.ts';
import { zero } from './polynomial.ts';
import { Unproven, upTo } from './unknowns.ts';
import { knownOf, type Word, wordOf } from './words.ts';

const FIELD = 36;
const AFFINE = 72;
const JACOBIAN = 108;
const SCALAR = 32;

const at = (address: Word, distance: number): Word =>
  wordOf(32, (knownOf(address) ?? -1n) + BigInt(distance));

function count(value: Value | undefined): number {
  const known = knownOf(wordIn(value));
  if (known === undefined) throw new Unproven('An unknown count');
  return Number(known);
}

/** Requires numbers of these magnitudes, one after the other. */
function require(machine: Machine, address: Word, magnitudes: readonly number[]): void {
  for (const [i, magnitude] of magnitudes.entries()) {
    const found = magnitudeOf(fieldAt(machine, at(address, i * FIELD)));
    if (found > magnitude) throw new Unproven(`A number has magnitude ${found}, not ${magnitude}`);
  }
}

/** Requires that a result is an operand or does not overlap it. */
function requireApart({ memory }: Machine, r: Word, all: readonly Word[], bytes: number): void {
  if (!all.every((one) => memory.isApart(r, one, bytes))) throw new Unproven('Numbers overlap');
}

/** Writes numbers of these magnitudes, one after the other. */
export function write(machine: Machine, address: Word, magnitudes: readonly number[]): void {
  for (const [i, magnitude] of magnitudes.entries()) {
    for (const [j, high] of ofMagnitude(magnitude).entries()) {
      machine.memory.store(at(address, i * FIELD), 4 * j, machine.words.fresh(32, upTo(high)));
    }
  }
}

function writeLimbs(machine: Machine, address: Word, largest: readonly bigint[]): void {
  for (const [i, high] of largest.entries()) {
    machine.memory.store(address, 4 * i, machine.words.fresh(32, upTo(high)));
  }
}

/** The number that a limb belongs to, and its position there, if the number is below n. */
const limbsBelowN = new WeakMap<Word, readonly [number: object, position: number]>();

function writeScalar(machine: Machine, address: Word): void {
  const number = {};
  for (let i = 0; i < 8; i++) {
    const limb = machine.words.fresh(32);
    limbsBelowN.set(limb, [number, i]);
    machine.memory.store(address, 4 * i, limb);
  }
}

function requireScalar(machine: Machine, address: Word): void {
  const limbs = scalarAt(machine, address);
  // A constant of the module.
  if (limbs.every((limb) => knownOf(limb) !== undefined)) return;
  const [number] = limbsBelowN.get(limbs[0] ?? wordOf(32, 0n)) ?? [];
  const isWhole = limbs.every((limb, i) => {
    const [itsNumber, position] = limbsBelowN.get(limb) ?? [];
    return itsNumber === number && position === i;
  });
  if (number === undefined || !isWhole) throw new Unproven('A number may be n or more');
}

export const POINT = [1, 1];
/** y of a term may have magnitude 2. */
export const TERM = [1, 2];
export const JACOBIAN_POINT = [1, 1, 1];

type Act = (machine: Machine, operands: readonly [Word, Word, Word], all: readonly Value[]) => void;

const contract =
  (act: Act): Contract =>
  (machine, operands) => {
    const [a, b, c] = operands.map((one) => ('lanes' in one ? wordOf(32, 0n) : one));
    const none = wordOf(32, 0n);
    act(machine, [a ?? none, b ?? none, c ?? none], operands);
    return undefined;
  };

/** Runs an action for each number of a list. */
function each(length: number, act: (i: number) => void): void {
  for (let i = 0; i < length; i++) act(i);
}

const digest = contract((machine, [out]) => writeLimbs(machine, out, ANY_SCALAR));

export const bounds: Readonly<Record<string, Contract>> = {
  'field/mul': contract((machine, [r, a, b]) => {
    const [x = 8, y = 8] = [a, b].map((one) => magnitudeOf(fieldAt(machine, one)));
    requireApart(machine, r, [a, b], FIELD);
    if (x * y > 7) throw new Unproven(`Factors have magnitudes ${x} and ${y}`);
    write(machine, r, [1]);
  }),
  'field/square': contract((machine, [r, a]) => {
    requireApart(machine, r, [a], FIELD);
    require(machine, a, [2]);
    write(machine, r, [1]);
  }),
  'field/normalize': contract((machine, [r]) => writeLimbs(machine, r, CARRIED)),
  'field/fromBytes': contract((machine, [r]) => writeLimbs(machine, r, CARRIED)),
  'field/toBytes': contract((machine, [bytes, a]) => {
    const isCarried = fieldAt(machine, a).every(({ range }, i) => range.high <= (CARRIED[i] ?? 0n));
    if (!isCarried) throw new Unproven('A number is not normalized');
    writeLimbs(machine, bytes, ANY_SCALAR);
  }),
  'inversion/squareRoot': contract((machine, [r, a]) => {
    require(machine, a, [2]);
    write(machine, r, [1]);
  }),
  'field/isZero_var': (machine) => wordOf(32, machine.words.decide(zero)),
  'divsteps/symbol_var': (machine) => machine.words.fresh(32),
  'divsteps/invertBytes': digest,
  'group/double': contract((machine, [p]) => {
    require(machine, p, JACOBIAN_POINT);
    write(machine, p, JACOBIAN_POINT);
  }),
  'group/compare': contract((machine, [p, q]) => {
    require(machine, p, JACOBIAN_POINT);
    require(machine, q, TERM);
  }),
  'group/finishAddition': contract((machine, [p]) => write(machine, p, JACOBIAN_POINT)),
  'group/toAffineMany': contract((machine, [r, points], all) => {
    each(count(all[2]), (i) => {
      require(machine, at(points, i * JACOBIAN), JACOBIAN_POINT);
      write(machine, at(r, i * AFFINE), POINT);
    });
  }),
  'group/addEach': contract((machine, [sums, terms], all) => {
    each(count(all[2]), (i) => {
      require(machine, at(sums, i * AFFINE), POINT);
      require(machine, at(terms, i * AFFINE), TERM);
      write(machine, at(sums, i * AFFINE), POINT);
    });
  }),
  'group/copySigned': contract((machine, [r, row], all) => {
    each(1 << count(all[2]), (i) => require(machine, at(row, i * AFFINE), POINT));
    write(machine, r, TERM);
  }),
  'scalar/fromBytes': contract((machine, [r]) => writeScalar(machine, r)),
  'scalar/toBytes': contract((machine, [bytes, a]) => {
    requireScalar(machine, a);
    writeLimbs(machine, bytes, ANY_SCALAR);
  }),
  'scalar/montgomery': contract((machine, [r, a, b]) => {
    requireApart(machine, r, [a, b], SCALAR);
    for (const one of [a, b]) requireScalar(machine, one);
    writeScalar(machine, r);
  }),
  'scalar/add': contract((machine, [r, a, b]) => {
    requireApart(machine, r, [a, b], SCALAR);
    for (const one of [a, b]) requireScalar(machine, one);
    writeScalar(machine, r);
  }),
  'scalar/negateWhere': contract((machine, [r]) => {
    requireScalar(machine, r);
    writeScalar(machine, r);
  }),
  'scalar/invertMany': contract((machine, [numbers], all) => {
    each(count(all[1]), (i) => {
      requireScalar(machine, at(numbers, i * SCALAR));
      writeScalar(machine, at(numbers, i * SCALAR));
    });
  }),
  // Hashes write words of any value.
  'tagged-hash/taggedHash': digest,
  'sha256/compress': digest,
  'sha256-lanes/extendSchedule': contract(() => undefined),
  'sha256-lanes/roundsOfLanes': contract((machine, [states]) => {
    each(32, (i) => machine.memory.store(states, 4 * i, machine.words.fresh(32)));
  }),
};
