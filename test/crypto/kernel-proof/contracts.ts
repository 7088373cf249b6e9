// What functions with a theorem of their own do, in place of their code: they require the proven
// conditions, and write unknown limbs that are known modulo the prime.

import { type Contract, type Machine, wordIn } from './machine.ts';
import {
  ANY_SCALAR,
  CARRIED,
  FIELD_BITS,
  fieldAt,
  N,
  ofMagnitude,
  P,
  scalarAt,
  valueOfField,
  valueOfScalar,
} from './numbers.ts';
import type { Value } from './operations.ts';
import {
  add,
  cancel,
  keyOf,
  multiply,
  numberOf,
  type Polynomial,
  reduce,
  scale,
  variableOf,
  variablesOf,
  zero,
} from './polynomial.ts';
import type { Proof } from './theorem.ts';
import { Unproven, upTo } from './unknowns.ts';
import type { Word } from './words.ts';

/** Returns the smallest magnitude that a number has for certain. */
export function magnitudeOf(words: readonly Word[]): number {
  const one = ofMagnitude(1);
  const each = words.map(({ range }, i) => {
    const largest = one[i] ?? 1n;
    return (range.high + largest - 1n) / largest;
  });
  return Number(each.reduce((most, magnitude) => (magnitude > most ? magnitude : most), 1n));
}

/** Writes unknown limbs for a number that is known modulo a prime. */
export function setModulo(
  machine: Machine,
  address: Word,
  largest: readonly bigint[],
  value: Polynomial,
  modulus: bigint,
): void {
  const limbs = machine.memory.setNumber(address, largest);
  const bits = modulus === P ? FIELD_BITS : 32;
  const id = variableOf(limbs[0] ?? zero);
  if (id === undefined) throw new Unproven('A limb is known');
  const others = numberOf([zero, ...limbs.slice(1)], bits);
  machine.words.unknowns.defineModulo(id, reduce(add(value, others, -1n), modulus));
}

export function setField(machine: Machine, at: Word, magnitude: number, value: Polynomial): void {
  setModulo(machine, at, ofMagnitude(magnitude), value, P);
}

/** Maximum number of terms of a factor, and of a term's variables. Right code has fewer. */
const MOST_TERMS = 200;
const MOST_VARIABLES = 60;

/** Returns a number in terms of the numbers that the proof starts with. */
function inTerms(machine: Machine, number: Polynomial, modulus: bigint): Polynomial {
  const value = machine.words.unknowns.expand(number, modulus);
  const isLong = [...value.keys()].some((monomial) => monomial.length > MOST_VARIABLES);
  if (isLong || value.size > MOST_TERMS) throw new Unproven('A number is not what it was made of');
  return value;
}

export function fieldIn(machine: Machine, address: Word): Polynomial {
  return inTerms(machine, valueOfField(fieldAt(machine, address)), P);
}

export function scalarIn(machine: Machine, address: Word): Polynomial {
  return inTerms(machine, valueOfScalar(scalarAt(machine, address)), N);
}

type Contracts = Readonly<Record<string, (proof: Proof) => Contract>>;

/** Requires that the result of a function is one of its operands, or does not overlap it. */
function requireApart({ memory }: Machine, r: Word, a: Word, bytes: number): void {
  if (!memory.isApart(r, a, bytes)) throw new Unproven('A result overlaps an operand');
}

const operandsOf = (operands: readonly Value[]): [Word, Word, Word] => {
  const [a, b = a, c = a] = operands.map(wordIn);
  if (!a || !b || !c) throw new Unproven('An operand is missing');
  return [a, b, c];
};

/** Requires what is proven of `field/mul`. */
function requireFactors(machine: Machine, r: Word, a: Word, b: Word): void {
  for (const one of [a, b]) requireApart(machine, r, one, 36);
  const [x = 8, y = 8] = [a, b].map((at) => magnitudeOf(fieldAt(machine, at)));
  if (x * y > 7) throw new Unproven('Large factors');
}

/** Requires what is proven of `field/square`. */
function requireFactor(machine: Machine, r: Word, a: Word): void {
  requireApart(machine, r, a, 36);
  if (magnitudeOf(fieldAt(machine, a)) > 2) throw new Unproven('A large factor');
}

/** Products and squares modulo p. */
export const products: Contracts = {
  'field/mul': () => (machine, operands) => {
    const [r, a, b] = operandsOf(operands);
    requireFactors(machine, r, a, b);
    setField(machine, r, 1, multiply(fieldIn(machine, a), fieldIn(machine, b)));
    return undefined;
  },
  'field/square': () => (machine, operands) => {
    const [r, a] = operandsOf(operands);
    requireFactor(machine, r, a);
    const value = fieldIn(machine, a);
    setField(machine, r, 1, multiply(value, value));
    return undefined;
  },
};

export const normalizes: Contracts = {
  'field/normalize': () => (machine, operands) => {
    const [r] = operandsOf(operands);
    setModulo(machine, r, CARRIED, fieldIn(machine, r), P);
    inversionOf(machine).spaces.push([r, 9]);
    return undefined;
  },
};

/** What a proof knows of numbers, by the unknown words that they consist of. */
export class Known<Value> {
  private readonly values = new Map<string, Value>();
  private readonly count: number;

  constructor(count: number) {
    this.count = count;
  }

  /** Returns a key of the words at an address. */
  keyAt(machine: Machine, at: Word): string {
    const words = machine.memory.wordsAt(at, this.count);
    return words.map((word) => keyOf(word.is)).join(' ');
  }

  get(key: string): Value | undefined {
    return this.values.get(key);
  }

  write(machine: Machine, at: Word, value: Value): void {
    this.values.set(this.keyAt(machine, at), value);
  }

  find(machine: Machine, at: Word): Value | undefined {
    return this.values.get(this.keyAt(machine, at));
  }

  read(machine: Machine, at: Word): Value {
    const value = this.find(machine, at);
    if (value === undefined) throw new Unproven('An unknown number');
    return value;
  }
}

/** An inversion: its result, inverses with the factors of what was inverted, and the bytes of numbers. */
class Inversion {
  readonly inverses = new Map<number, readonly number[]>();
  readonly bytes = new Known<Polynomial>(8);
  result: Word | undefined;
  /** Space that holds the number, and its length in words. */
  readonly spaces: [at: Word, words: number][] = [];

  write(machine: Machine, at: Word, value: Polynomial): void {
    machine.memory.setNumber(at, ANY_SCALAR);
    this.bytes.write(machine, at, value);
  }
}

const inversions = new WeakMap<Machine, Inversion>();

export function inversionOf(machine: Machine): Inversion {
  const found = inversions.get(machine) ?? new Inversion();
  inversions.set(machine, found);
  return found;
}

/** Requires that words are 0. */
export function requireWiped({ memory }: Machine, at: Word, words: number): void {
  if (memory.wordsAt(at, words).some(({ range }) => range.high > 0n)) {
    throw new Unproven('A number is left behind');
  }
}

/** Requires a modulus in signed limbs of 30 bits. */
function requireModulus({ memory }: Machine, at: Word, modulus: bigint): void {
  const value = memory.wordsAt(at, 9).reduce((sum, { range }, i) => {
    if (range.low !== range.high) throw new Unproven('An unknown modulus');
    return sum + (BigInt.asIntN(32, range.low) << BigInt(30 * i));
  }, 0n);
  if (value !== modulus) throw new Unproven('Another modulus');
}

/** Replaces the product of a number and its inverse by 1. */
export function cancelInverses(machine: Machine, a: Polynomial, modulus: bigint): Polynomial {
  let result = a;
  for (const [id, factors] of inversionOf(machine).inverses) {
    result = cancel(result, [...factors, id]);
  }
  return reduce(result, modulus);
}

/** Returns 1/a modulo a prime. */
function inverseOf(a: bigint, prime: bigint): bigint {
  let [result, base] = [1n, a % prime];
  for (let exponent = prime - 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % prime;
    base = (base * base) % prime;
  }
  return result;
}

/** Returns a new unknown for the inverse of a product of unknowns. */
export function invertProduct(machine: Machine, of: Polynomial, prime: bigint): Polynomial {
  const [[factors, coefficient] = ['', 0n], ...others] = of;
  if (coefficient === 0n || others.length > 0) throw new Unproven('A sum is inverted');
  const inverse = machine.words.unknowns.fresh(upTo(prime - 1n));
  inversionOf(machine).inverses.set(variableOf(inverse) ?? -1, variablesOf(factors));
  return scale(inverse, inverseOf(coefficient, prime));
}

/** Divides: 1/a modulo a prime between functions that read and write bytes. */
function inverts(room: 'field' | 'scalar', modulus: bigint): Contracts {
  const isField = room === 'field';
  return {
    [`${room}/toBytes`]: () => (machine, operands) => {
      const [bytes, a] = operandsOf(operands);
      const isLarge = fieldAt(machine, a).some(({ range }, i) => range.high > (CARRIED[i] ?? 0n));
      if (isField && isLarge) throw new Unproven('A number is not normalized');
      const value = isField ? fieldIn(machine, a) : scalarIn(machine, a);
      inversionOf(machine).write(machine, bytes, value);
      inversionOf(machine).spaces.push([bytes, 8]);
      return undefined;
    },
    'divsteps/invertBytes': () => (machine, operands) => {
      const [bytes, at] = operandsOf(operands);
      requireModulus(machine, at, modulus);
      const inversion = inversionOf(machine);
      const of = inversion.bytes.read(machine, bytes);
      inversion.write(machine, bytes, invertProduct(machine, of, modulus));
      return undefined;
    },
    [`${room}/fromBytes`]: () => (machine, operands) => {
      const [r, bytes] = operandsOf(operands);
      const value = inversionOf(machine).bytes.read(machine, bytes);
      inversionOf(machine).result = r;
      if (isField) setModulo(machine, r, CARRIED, value, P);
      else setScalar(machine, r, value);
      return undefined;
    },
  };
}

export const fieldInverses = inverts('field', P);
export const scalarInverses = inverts('scalar', N);

/** 1 / 2^256 modulo n. */
const SHRINK = inverseOf(2n ** 256n, N);

/** Numbers below n, by their words. */
const below = new WeakMap<Machine, Known<true>>();

function belowN(machine: Machine): Known<true> {
  const found = below.get(machine) ?? new Known<true>(8);
  below.set(machine, found);
  return found;
}

/** Writes a number below n. */
export function setScalar(machine: Machine, address: Word, value: Polynomial): void {
  setModulo(machine, address, ANY_SCALAR, value, N);
  belowN(machine).write(machine, address, true);
}

export function isBelowN(machine: Machine, address: Word): boolean {
  const { high } = machine.words.unknowns.rangeOf(valueOfScalar(scalarAt(machine, address)));
  return high < N || belowN(machine).find(machine, address) === true;
}

export function requireBelowN(machine: Machine, address: Word): void {
  if (!isBelowN(machine, address)) throw new Unproven('A number may be n or more');
}

export const scalars: Contracts = {
  'scalar/montgomery': () => (machine, operands) => {
    const [r, a, b] = operandsOf(operands);
    // One number below n is enough.
    for (const one of [a, b]) {
      requireApart(machine, r, one, 32);
      requireBelowN(machine, one);
    }
    const product = multiply(scalarIn(machine, a), scalarIn(machine, b));
    setScalar(machine, r, scale(product, SHRINK));
    return undefined;
  },
  'scalar/add': () => (machine, operands) => {
    const [r, a, b] = operandsOf(operands);
    for (const one of [a, b]) {
      requireApart(machine, r, one, 32);
      requireBelowN(machine, one);
    }
    setScalar(machine, r, add(scalarIn(machine, a), scalarIn(machine, b)));
    return undefined;
  },
};

/** Powers of a number, by their exponents. */
export function powers(exponents: (machine: Machine) => Known<bigint>): Contracts {
  const write = (machine: Machine, r: Word, exponent: bigint): undefined => {
    machine.memory.setNumber(r, ofMagnitude(1));
    exponents(machine).write(machine, r, exponent);
  };
  return {
    'field/mul': () => (machine, operands) => {
      const [r, a, b] = operandsOf(operands);
      requireFactors(machine, r, a, b);
      const exponent = exponents(machine).read(machine, a) + exponents(machine).read(machine, b);
      return write(machine, r, exponent);
    },
    'field/square': () => (machine, operands) => {
      const [r, a] = operandsOf(operands);
      requireFactor(machine, r, a);
      return write(machine, r, 2n * exponents(machine).read(machine, a));
    },
  };
}
