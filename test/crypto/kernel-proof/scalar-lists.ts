// What is proven of functions that combine products modulo n: inverses of lists, and the two halves
// of a scalar.

import {
  cancelInverses,
  requireBelowN,
  requireWiped,
  scalarIn,
  scalarInverses,
  scalars,
  setScalar,
} from './contracts.ts';
import { N } from './numbers.ts';
import { add, constant, multiply, type Polynomial } from './polynomial.ts';
import type { Proof, Setting, Theorem } from './theorem.ts';
import { Unproven, upTo } from './unknowns.ts';
import { type Word, wordOf } from './words.ts';

const SCALAR = 32;

const at = ({ words }: Proof, pointer: Word, distance: number): Word =>
  words.add(pointer, wordOf(32, BigInt(distance)));

function setUnknown(proof: Proof, pointer: Word): Polynomial {
  const value = proof.unknowns.fresh(upTo(N - 1n));
  setScalar(proof.machine, pointer, value);
  return value;
}

/** Requires that a number modulo n is the inverse of another one. */
function requireInverse(proof: Proof, pointer: Word, of: Polynomial): void {
  requireBelowN(proof.machine, pointer);
  const product = multiply(scalarIn(proof.machine, pointer), of);
  const rest = cancelInverses(proof.machine, add(product, constant(-1n)), N);
  if (rest.size > 0) throw new Unproven('Not an inverse');
}

const inverts: Setting = (proof) => {
  const [r, a] = [proof.memory.pointer(), proof.memory.pointer()];
  const value = setUnknown(proof, a);
  proof.call(r, a);
  requireInverse(proof, r, value);
  proof.memory.requireWipedSpace();
};

const invertsLists = [0, 1, 2, 3].map(
  (count): Setting =>
    (proof) => {
      const [list, space] = [proof.memory.pointer(), proof.memory.pointer()];
      const values = Array.from({ length: count }, (_, i) =>
        setUnknown(proof, at(proof, list, i * SCALAR)),
      );
      proof.call(list, wordOf(32, BigInt(count)), space);
      for (const [i, value] of values.entries()) {
        requireInverse(proof, at(proof, list, i * SCALAR), value);
      }
      requireWiped(proof.machine, space, 8 * count);
      proof.memory.requireWipedSpace();
    },
);

export const scalarListTheorems: readonly Theorem[] = [
  {
    of: 'scalar/invert',
    states: 'r = 1/a modulo n, below n, if divsteps/invertBytes inverts, and the space is wiped',
    contracts: scalarInverses,
    writes: [SCALAR],
    writesSpace: true,
    settings: [inverts],
  },
  {
    of: 'scalar/invertMany',
    states: 'each number becomes its inverse, and the space is wiped (lists of 0 to 3)',
    executes: ['scalar/invert'],
    contracts: { ...scalars, ...scalarInverses },
    writes: [3 * SCALAR, 0, 3 * SCALAR],
    writesSpace: true,
    settings: invertsLists,
  },
];
