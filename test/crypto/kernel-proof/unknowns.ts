// The unknown numbers of a proof, the range of each, and what a shift or a mask makes of them: x =
// 2^k * high + low, where both parts are unknowns themselves unless they are known better.

import {
  add,
  constant,
  keyOf,
  type Polynomial,
  reduce,
  replace,
  variable,
  variableOf,
  variablesOf,
  zero,
} from './polynomial.ts';

/** Maximum number of terms, so that the proof of wrong code ends. */
const MOST_TERMS = 5000;

/** Numbers from `low` to `high`. */
export type Range = { readonly low: bigint; readonly high: bigint };

/** What the code does cannot be shown to be right. */
export class Unproven extends Error {}

/** An unknown that is the upper part of another number: floor(of / 2^shift). */
type Upper = { readonly of: Polynomial; readonly shift: number; readonly lower: number };
/** Two parts of a number. */
export type Parts = { readonly upper: Polynomial; readonly lower: Polynomial };

export const one = (value: bigint): Range => ({ low: value, high: value });
export const upTo = (high: bigint): Range => ({ low: 0n, high });

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);

export function common(a: Range, b: Range): Range {
  return { low: most(a.low, b.low), high: least(a.high, b.high) };
}

export const sum = (a: Range, b: Range): Range => ({ low: a.low + b.low, high: a.high + b.high });

export function product(a: Range, b: Range): Range {
  const ends = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
  return { low: ends.reduce(least), high: ends.reduce(most) };
}

/** Returns the exponent of the largest power of 2 that divides a number other than 0. */
function twos(value: bigint): number {
  let exponent = 0;
  for (; ((value >> BigInt(exponent)) & 1n) === 0n; exponent++);
  return exponent;
}

export class Unknowns {
  private readonly ranges: Range[] = [];
  /** What an unknown equals: a lower part, a decided bit, or a limb of a known number. */
  private readonly equations = new Map<number, Polynomial>();
  /** What an unknown is congruent to, modulo the prime of the proof. */
  private readonly congruences = new Map<number, Polynomial>();
  private readonly uppers = new Map<number, Upper>();
  private decided: number | undefined;
  private readonly known = new Map<string, Parts>();

  /** Number of unknowns so far. */
  get count(): number {
    return this.ranges.length;
  }

  fresh(range: Range): Polynomial {
    if (range.low > range.high) throw new Unproven('An empty range');
    // A monomial has a UTF-16 character for each unknown.
    if (this.ranges.length === 50_000) throw new Unproven('Too many unknowns');
    return variable(this.ranges.push(range) - 1);
  }

  /** Adds an equation: the unknown is this polynomial of earlier unknowns. */
  define(id: number, equation: Polynomial): void {
    this.equations.set(id, equation);
  }

  /** Adds a congruence modulo the prime of the proof, which is no equation of integers. */
  defineModulo(id: number, congruent: Polynomial): void {
    this.congruences.set(id, congruent);
  }

  /** Returns a range that contains the polynomial for all values of its unknowns. */
  rangeOf(a: Polynomial): Range {
    let range = one(0n);
    for (const [monomial, coefficient] of a) {
      let term = one(coefficient);
      for (const id of variablesOf(monomial)) term = product(term, this.ranges[id] ?? one(0n));
      range = sum(range, term);
    }
    return range;
  }

  upperOf(id: number): Upper | undefined {
    return this.uppers.get(id);
  }

  equationOf(id: number): Polynomial | undefined {
    return this.equations.get(id);
  }

  /**
   * Replaces unknowns by what they equal, the latest first, until only others are left. With a
   * modulus, also by what they are congruent to.
   */
  expand(a: Polynomial, modulus = 0n): Polynomial {
    let result = modulus === 0n ? a : reduce(a, modulus);
    for (;;) {
      const id = this.latestIn(result, modulus !== 0n);
      if (id === undefined) return result;
      const by = this.equations.get(id) ?? this.congruences.get(id) ?? zero;
      result = replace(result, id, by, modulus);
      if (result.size > MOST_TERMS) throw new Unproven('A polynomial is too large');
    }
  }

  private latestIn(a: Polynomial, isModulo: boolean): number | undefined {
    let latest = -1;
    for (const monomial of a.keys()) {
      for (const id of variablesOf(monomial)) {
        if (id <= latest) continue;
        if (this.equations.has(id) || (isModulo && this.congruences.has(id))) latest = id;
      }
    }
    return latest < 0 ? undefined : latest;
  }

  /** Returns the best range of a polynomial while its unknowns are replaced by what they equal. */
  boundsOf(a: Polynomial): Range {
    let range = this.rangeOf(a);
    for (let rest = a; ; ) {
      const id = this.latestIn(rest, false);
      if (id === undefined) return range;
      rest = replace(rest, id, this.equations.get(id) ?? zero);
      range = common(range, this.rangeOf(rest));
    }
  }

  /**
   * Returns the same number in terms of the digits that a chain of carries left: zero plus, for the
   * last carry and each one that it depends on, `weight` (then divided by 2^shift, and so on) times
   * the difference of the digit and what it equals, which is 0.
   */
  addChain(a: Polynomial, lastCarry: number, weight: bigint): Polynomial {
    let result = a;
    let factor = weight;
    for (let id: number | undefined = lastCarry; id !== undefined; ) {
      const upper = this.uppers.get(id);
      if (!upper) break;
      const { of, lower } = upper;
      result = add(result, add(variable(lower), this.equations.get(lower) ?? zero, -1n), factor);
      id = [...of.keys()].flatMap(variablesOf).find((inner) => this.uppers.has(inner));
      const below = id === undefined ? undefined : this.uppers.get(id);
      factor >>= BigInt(below?.shift ?? 0);
    }
    return result;
  }

  /** Decides an unknown, as one of the cases of a proof. */
  decide(id: number, value: bigint): void {
    const before = this.ranges[id];
    if (!before || value < before.low || value > before.high) throw new Unproven('No such case');
    this.ranges[id] = one(value);
    this.decided = id;
    const upper = this.uppers.get(id);
    // The decided part bounds the other one.
    if (upper) {
      const of = this.rangeOf(upper.of);
      const from = value << BigInt(upper.shift);
      const rest = { low: of.low - from, high: of.high - from };
      const lower = this.ranges[upper.lower];
      if (lower) this.ranges[upper.lower] = common(lower, rest);
    }
    this.equations.set(id, constant(value));
  }

  /** Returns the latest upper part of a shift by this count. */
  latestCarry(shift: number): number | undefined {
    return [...this.uppers].findLast(([, upper]) => upper.shift === shift)?.[0];
  }

  /** Returns the lower parts of the numbers that meet a condition, the earliest first. */
  lowersOf(isIt: (of: Polynomial) => boolean): Polynomial[] {
    const found = [...this.uppers.values()].filter(({ of }) => isIt(of));
    return found.map(({ lower }) => variable(lower));
  }

  /** Returns the unknown that was decided last. */
  lastDecided(): number | undefined {
    return this.decided;
  }

  /** Splits a number of this range at a bit. */
  split(a: Polynomial, range: Range, shift: number): Parts {
    const size = 1n << BigInt(shift);
    const upper = range.low >> BigInt(shift);
    if (upper === range.high >> BigInt(shift)) {
      return { upper: constant(upper), lower: add(a, constant(-upper * size)) };
    }
    const [exact, rest] = this.takeMultiples(a, shift);
    const parts = this.splitRest(rest, exact.size === 0 ? range : undefined, shift);
    return { upper: add(exact, parts.upper), lower: parts.lower };
  }

  /** Returns the terms that are multiples of 2^shift, divided by it, and the other terms. */
  private takeMultiples(a: Polynomial, shift: number): [multiples: Polynomial, rest: Polynomial] {
    const size = 1n << BigInt(shift);
    const multiples = new Map<string, bigint>();
    const rest = new Map<string, bigint>();
    for (const [monomial, coefficient] of a) {
      // Only a constant is split.
      const part = monomial === '' || coefficient % size === 0n ? coefficient >> BigInt(shift) : 0n;
      if (part !== 0n) multiples.set(monomial, part);
      if (coefficient !== part * size) rest.set(monomial, coefficient - part * size);
    }
    return [multiples, rest];
  }

  private splitRest(a: Polynomial, range: Range | undefined, shift: number): Parts {
    if (a.size === 0) return { upper: zero, lower: zero };
    // Terms below the bits of the others have no effect on the upper part.
    for (const bits of [...new Set([...a.values()].map(twos))].sort((x, y) => y - x)) {
      if (bits === 0 || bits >= shift) continue;
      const [above, below] = this.takeMultiples(a, bits);
      const size = 1n << BigInt(bits);
      const { low, high } = this.rangeOf(below);
      if (low < 0n || high >= size || above.size === 0) continue;
      const parts = this.splitWhole(above, undefined, shift - bits);
      return { upper: parts.upper, lower: add(below, parts.lower, size) };
    }
    return this.splitWhole(a, range, shift);
  }

  private splitWhole(a: Polynomial, range: Range | undefined, shift: number): Parts {
    const size = 1n << BigInt(shift);
    // A lower part may be a multiple by its equation, as in Montgomery's product.
    const [multiples, left] = this.takeMultiples(this.unfold(a), shift);
    if (left.size === 0) return { upper: multiples, lower: zero };
    const of = range ? common(range, this.rangeOf(a)) : this.rangeOf(a);
    const upper = of.low >> BigInt(shift);
    if (upper === of.high >> BigInt(shift)) {
      return { upper: constant(upper), lower: add(a, constant(-upper * size)) };
    }
    const key = `${shift} ${keyOf(a)}`;
    const known = this.known.get(key);
    if (known) return known;
    const parts = this.makeParts(a, of, shift);
    this.known.set(key, parts);
    return parts;
  }

  private makeParts(a: Polynomial, of: Range, shift: number): Parts {
    const size = 1n << BigInt(shift);
    const within = { low: of.low >> BigInt(shift), high: of.high >> BigInt(shift) };
    // The upper part of an upper part is one of the first number.
    const inner = this.uppers.get(variableOf(a) ?? -1);
    const [upper, id] = inner
      ? [this.splitWhole(inner.of, undefined, inner.shift + shift).upper, undefined]
      : [this.fresh(within), this.count - 1];
    const most = of.low >= 0n ? least(size - 1n, of.high) : size - 1n;
    const lower = this.fresh(upTo(most));
    this.define(this.count - 1, add(a, upper, -size));
    if (id !== undefined) this.uppers.set(id, { of: a, shift, lower: this.count - 1 });
    return { upper, lower };
  }

  /** Replaces each unknown with an equation once. */
  private unfold(a: Polynomial): Polynomial {
    let result = a;
    for (const id of new Set([...a.keys()].flatMap(variablesOf))) {
      const equation = this.equations.get(id);
      if (equation) result = replace(result, id, equation);
    }
    return result;
  }
}
