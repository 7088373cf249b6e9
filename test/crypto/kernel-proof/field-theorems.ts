// What is proven of numbers modulo p (src/crypto/kernel/field.ts).

import type { Machine } from './machine.ts';
import type { ProofMemory } from './memory.ts';
import {
  ANY,
  CARRIED,
  FIELD_BITS,
  fieldAt,
  ofMagnitude,
  P,
  requireAtMost,
  requireEqual,
  requireLimbs,
  valueOfBytes,
  valueOfField,
} from './numbers.ts';
import { multiply, numberOf, type Polynomial } from './polynomial.ts';
import type { Proof, Setting, Theorem } from './theorem.ts';
import { Unproven } from './unknowns.ts';
import type { Word } from './words.ts';

/** Magnitudes with a product of at most 7. All others are smaller. */
const FACTORS = [
  [1, 7],
  [2, 3],
  [3, 2],
  [7, 1],
] as const;

function setField(memory: ProofMemory, address: Word, largest: readonly bigint[]): Polynomial {
  return numberOf(memory.setNumber(address, largest), FIELD_BITS);
}

/** Requires that the number at r has magnitude 1 and is congruent to another one. */
function requireField(machine: Machine, r: Word, expected: Polynomial): void {
  const words = fieldAt(machine, r);
  requireLimbs(words, ofMagnitude(1));
  requireEqual(machine, valueOfField(words), expected, P);
}

const products: Setting[] = FACTORS.map(([x, y]) => ({ machine, memory, call }) => {
  const [r, a, b] = [memory.pointer(), memory.pointer(), memory.pointer()];
  const product = multiply(
    setField(memory, a, ofMagnitude(x)),
    setField(memory, b, ofMagnitude(y)),
  );
  call(r, a, b);
  requireField(machine, r, product);
});

/** The result replaces a factor, or both factors are the same memory. */
const aliased: Setting[] = [
  ({ machine, memory, call }) => {
    const [a, b] = [memory.pointer(), memory.pointer()];
    const product = multiply(
      setField(memory, a, ofMagnitude(3)),
      setField(memory, b, ofMagnitude(2)),
    );
    call(a, a, b);
    requireField(machine, a, product);
  },
  ({ machine, memory, call }) => {
    const [a, b] = [memory.pointer(), memory.pointer()];
    const product = multiply(
      setField(memory, a, ofMagnitude(3)),
      setField(memory, b, ofMagnitude(2)),
    );
    call(b, a, b);
    requireField(machine, b, product);
  },
  ({ machine, memory, call }) => {
    const [r, a] = [memory.pointer(), memory.pointer()];
    const value = setField(memory, a, ofMagnitude(2));
    call(r, a, a);
    requireField(machine, r, multiply(value, value));
  },
  ({ machine, memory, call }) => {
    const a = memory.pointer();
    const value = setField(memory, a, ofMagnitude(2));
    call(a, a, a);
    requireField(machine, a, multiply(value, value));
  },
];

const squares: Setting[] = [true, false].map((isSame) => ({ machine, memory, call }) => {
  const a = memory.pointer();
  const r = isSame ? a : memory.pointer();
  const value = setField(memory, a, ofMagnitude(2));
  call(r, a);
  requireField(machine, r, multiply(value, value));
});

/** The number is below p in both cases of the last subtraction. */
function requireBelowP(machine: Machine, value: Polynomial): void {
  const { unknowns } = machine.words;
  // If p was not subtracted, the last carry is 0, which bounds the number.
  const carry = unknowns.lastDecided();
  const other = carry === undefined ? value : unknowns.addChain(value, carry, 1n << 232n);
  const [first, second] = [unknowns.boundsOf(value), unknowns.rangeOf(other)];
  const high = first.high < second.high ? first.high : second.high;
  if (high >= P) throw new Unproven('A number may be p or more');
}

function normalizes({ machine, memory, call }: Proof): void {
  const r = memory.pointer();
  const value = setField(memory, r, ANY);
  call(r);
  const words = fieldAt(machine, r);
  requireLimbs(words, CARRIED);
  requireEqual(machine, valueOfField(words), value, P);
  requireBelowP(machine, valueOfField(words));
}

export const fieldTheorems: readonly Theorem[] = [
  {
    of: 'field/mul',
    states: 'r = a * b modulo p, of magnitude 1, if the magnitudes have a product of at most 7',
    writes: [36],
    settings: [...products, ...aliased],
  },
  {
    of: 'field/square',
    states: 'r = a^2 modulo p, of magnitude 1, if a has at most magnitude 2',
    writes: [36],
    settings: squares,
  },
  {
    of: 'field/carryAll',
    states: 'r is the same modulo p, all limbs but the top one are below 2^29, for any limbs',
    writes: [36],
    settings: [
      ({ machine, memory, call }) => {
        const r = memory.pointer();
        const value = setField(memory, r, ANY);
        call(r);
        const words = fieldAt(machine, r);
        requireLimbs(words, [...CARRIED.slice(0, 8), 2n ** 24n + 8n]);
        requireEqual(machine, valueOfField(words), value, P);
      },
    ],
  },
  {
    of: 'field/normalize',
    states: 'r is the same modulo p and below p, with unique limbs, for any limbs',
    executes: ['field/carryAll'],
    separates: 24,
    writes: [36],
    settings: [normalizes],
  },
  {
    of: 'field/fromBytes',
    states: 'r is the number of any 32 bytes, below 2^256, with unique limbs',
    writes: [36],
    settings: [
      ({ machine, memory, call }) => {
        const [r, bytes] = [memory.pointer(), memory.pointer()];
        const value = numberOf(memory.setBytes(bytes, 32).reverse(), 8);
        call(r, bytes);
        const words = fieldAt(machine, r);
        requireLimbs(words, CARRIED);
        requireEqual(machine, valueOfField(words), value);
      },
    ],
  },
  {
    of: 'field/toBytes',
    states: 'the 32 bytes are the number, if its limbs are below 2^29 and the top one below 2^24',
    writes: [32],
    settings: [
      ({ machine, memory, call }) => {
        const [bytes, a] = [memory.pointer(), memory.pointer()];
        const value = setField(memory, a, CARRIED);
        call(bytes, a);
        requireEqual(machine, valueOfBytes(machine, bytes), value);
        requireAtMost(machine, valueOfBytes(machine, bytes), 2n ** 256n - 1n);
      },
    ],
  },
];
