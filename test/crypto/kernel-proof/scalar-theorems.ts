// What is proven of numbers modulo n (src/crypto/kernel/scalar.ts).

import { type Contract, type Machine, wordIn } from './machine.ts';
import type { ProofMemory } from './memory.ts';
import {
  ANY_SCALAR,
  N,
  requireEqual,
  SCALAR_LIMBS,
  scalarAt,
  valueOfBytes,
  valueOfScalar,
} from './numbers.ts';
import { add, constant, multiply, numberOf, type Polynomial, scale } from './polynomial.ts';

import type { Proof, Setting, Theorem } from './theorem.ts';
import { Unproven, upTo } from './unknowns.ts';
import type { Word } from './words.ts';

const SIZE = 2n ** 256n;
/** -1/n modulo 2^32. */
const NEGATIVE_INVERSE = 0x5588b13fn;

function setScalar(memory: ProofMemory, address: Word): Polynomial {
  return numberOf(memory.setNumber(address, ANY_SCALAR), 32);
}

/**
 * Requires that the number at r is `sum` or `sum` - n, and below n, for a sum below 2 * n. A case in
 * which the sum would be larger does not occur.
 */
function requireReduced(machine: Machine, r: Word, sum: Polynomial): void {
  const { unknowns } = machine.words;
  const result = valueOfScalar(scalarAt(machine, r));
  const carry = unknowns.latestCarry(32);
  const chained = (a: Polynomial): Polynomial =>
    carry === undefined ? a : unknowns.addChain(a, carry, 2n ** 224n);
  if (unknowns.rangeOf(chained(sum)).low >= 2n * N) return;
  const difference = unknowns.expand(add(result, sum, -1n));
  // The result is below n because the sum is below 2 * n.
  if (difference.size === 1 && difference.get('') === -N) return;
  if (difference.size > 0) throw new Unproven('A sum is not reduced by 0 or n');
  if (unknowns.rangeOf(chained(result)).high >= N) throw new Unproven('A sum may be n or more');
}

/** What a proof requires of the number that subtractOrder gets, and what became of it. */
type Reduction = { readonly require: (sum: Polynomial) => void; result?: Polynomial };

const reductions = new WeakMap<Proof, Reduction>();

/** Takes the place of subtractOrder, which has a theorem of its own. */
const contracts = {
  'scalar/subtractOrder':
    (proof: Proof): Contract =>
    (machine, [r, above]) => {
      const reduction = reductions.get(proof);
      const [at, bit] = [wordIn(r), wordIn(above)];
      if (!reduction || reduction.result) throw new Unproven('An unexpected reduction');
      if (bit.range.high > 1n) throw new Unproven('More than a bit is above');
      reduction.require(add(valueOfScalar(scalarAt(machine, at)), bit.is, SIZE));
      reduction.result = setScalar(machine.memory, at);
      return undefined;
    },
};

/** Calls a function whose result is what subtractOrder makes of a number. */
function callReduced(proof: Proof, operands: Word[], require: Reduction['require']): void {
  const reduction: Reduction = { require };
  reductions.set(proof, reduction);
  proof.call(...operands);
  const [r] = operands;
  if (!r || !reduction.result) throw new Unproven('The result is not reduced');
  requireEqual(proof.machine, valueOfScalar(scalarAt(proof.machine, r)), reduction.result);
}

/** Which of r, a and b are the same memory. */
const SHARED = [
  [0, 1, 2],
  [1, 1, 2],
  [2, 1, 2],
  [0, 1, 1],
  [1, 1, 1],
] as const;

/** Calls a function of r, a and b, whose reduced number is required to be right for a and b. */
function withTwo(
  require: (proof: Proof, sum: Polynomial, a: Polynomial, b: Polynomial) => void,
): Setting[] {
  return SHARED.map((which) => (proof) => {
    const pointers = which.map(() => proof.memory.pointer());
    const [r, a, b] = which.map((i) => pointers[i] ?? proof.memory.pointer());
    if (!r || !a || !b) throw new Unproven('An operand is missing');
    const first = setScalar(proof.memory, a);
    const second = a === b ? first : setScalar(proof.memory, b);
    callReduced(proof, [r, a, b], (sum) => require(proof, sum, first, second));
  });
}

/**
 * 2^256 times the number is a * b plus a multiple of n below 2^256 * n, so that the number is below
 * 2 * n.
 */
function requireProduct(
  { machine, unknowns }: Proof,
  sum: Polynomial,
  a: Polynomial,
  b: Polynomial,
): void {
  const factors = unknowns.lowersOf(
    (of) => of.size === 1 && [...of.values()][0] === NEGATIVE_INVERSE,
  );
  if (factors.length !== SCALAR_LIMBS) throw new Unproven('Other factors');
  const multiple = scale(numberOf(factors, 32), N);
  if (unknowns.rangeOf(multiple).high >= SIZE * N) throw new Unproven('A multiple is large');
  requireEqual(machine, scale(sum, SIZE), add(multiply(a, b), multiple));
}

const readsBytes: Setting = (proof) => {
  const [r, bytes] = [proof.memory.pointer(), proof.memory.pointer()];
  const value = numberOf(proof.memory.setBytes(bytes, 32).reverse(), 8);
  callReduced(proof, [r, bytes], (sum) => requireEqual(proof.machine, sum, value));
};

/** Requires r = n - value where it is negated, for a value from 1 to n - 1. */
function requireNegated({ machine, unknowns }: Proof, r: Word, value: Polynomial): void {
  const expected = add(constant(N), value, -1n);
  const result = valueOfScalar(scalarAt(machine, r));
  // A multiple of 2^256 that is the difference of two numbers from 0 to 2^256 - 1 is 0.
  const difference = unknowns.expand(add(expected, result, -1n));
  if ([...difference.values()].some((coefficient) => coefficient % SIZE !== 0n)) {
    throw new Unproven('A number is not negated');
  }
}

const subtracts: Setting = ({ machine, memory, words, call }) => {
  const r = memory.pointer();
  const value = setScalar(memory, r);
  const above = words.fresh(64, upTo(1n));
  words.decide(above.is);
  call(r, above);
  requireReduced(machine, r, add(value, above.is, SIZE));
};

const negates: Setting = (proof) => {
  const { machine, memory, words, call } = proof;
  const r = memory.pointer();
  const value = setScalar(memory, r);
  const bit = proof.unknowns.fresh(upTo(1n));
  const isNegated = words.decide(bit) === 1n;
  call(r, words.maskOf(64, bit));
  if (isNegated) requireNegated(proof, r, value);
  else requireEqual(machine, valueOfScalar(scalarAt(machine, r)), value);
};

const writesBytes: Setting = ({ machine, memory, call }) => {
  const [bytes, a] = [memory.pointer(), memory.pointer()];
  const value = setScalar(memory, a);
  call(bytes, a);
  requireEqual(machine, valueOfBytes(machine, bytes), value);
};

export const scalarTheorems: readonly Theorem[] = [
  {
    of: 'scalar/montgomery',
    states: 'r = a * b / 2^256 modulo n, below n, if a * b is below 2^256 * n',
    contracts,
    writes: [32],
    settings: withTwo(requireProduct),
  },
  {
    of: 'scalar/subtractOrder',
    states: 'r + 2^256 * above becomes the same modulo n and below n, if it is below 2 * n',
    writes: [32],
    settings: [subtracts],
  },
  {
    of: 'scalar/add',
    states: 'r = a + b modulo n, below n, if a and b are',
    contracts,
    writes: [32],
    settings: withTwo(({ machine }, sum, a, b) => requireEqual(machine, sum, add(a, b))),
  },
  {
    of: 'scalar/negateWhere',
    states: 'r becomes n - r where the mask is all ones, for an r from 1 to n - 1',
    writes: [32],
    settings: [negates],
  },
  {
    of: 'scalar/fromBytes',
    states: 'r is the number of any 32 bytes modulo n, below n',
    contracts,
    writes: [32],
    settings: [readsBytes],
  },
  {
    of: 'scalar/toBytes',
    states: 'the 32 bytes are the number',
    writes: [32],
    settings: [writesBytes],
  },
];
