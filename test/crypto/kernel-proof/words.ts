// Machine words whose value is a polynomial, exactly. An addition or product that could leave its
// word is refused. Subtractions and shifts to the left may, and wrap exactly.

import type { Case } from './cases.ts';
import {
  add,
  constant,
  constantOf,
  keyOf,
  multiply,
  type Polynomial,
  scale,
  variableOf,
} from './polynomial.ts';
import {
  common,
  one,
  product,
  type Range,
  sum,
  type Unknowns,
  Unproven,
  upTo,
} from './unknowns.ts';

export type Bits = 32 | 64;

export type Word = {
  readonly bits: Bits;
  readonly is: Polynomial;
  readonly range: Range;
  /** The bits that may be 1. */
  readonly ones: bigint;
  /** The bit that all bits of a mask equal. */
  readonly every?: Polynomial;
  /** The lower and upper half that 64 bits were loaded from. */
  readonly halves?: readonly [Word, Word];
  /** The two words whose exclusive or this is, if it is not known better. */
  readonly differ?: readonly [Word, Word];
};

const fullRange = (bits: Bits): bigint => (1n << BigInt(bits)) - 1n;

function bitsTo(high: bigint): bigint {
  return (1n << BigInt(high.toString(2).length)) - 1n;
}

export function wordOf(bits: Bits, value: bigint): Word {
  const ones = BigInt.asUintN(bits, value);
  return { bits, is: constant(ones), range: one(ones), ones };
}

/**
 * Returns the value of a constant. A word with one possible value is not a constant: it keeps what
 * it was made of.
 */
export const knownOf = (word: Word): bigint | undefined => constantOf(word.is);

/** Runs of ones in a mask: the position of the first, and their number. */
function runsOf(mask: bigint): [at: number, length: number][] {
  const runs: [number, number][] = [];
  for (let at = 0; mask >> BigInt(at) !== 0n; ) {
    let length = 0;
    while ((mask >> BigInt(at + length)) & 1n) length++;
    if (length > 0) runs.push([at, length]);
    at += length + 1;
  }
  return runs;
}

export class Words {
  readonly unknowns: Unknowns;
  readonly cases: Case;
  /** The shift whose results are separate cases, if they have few values. */
  readonly separates: number;

  constructor(unknowns: Unknowns, cases: Case, separates = 0) {
    this.unknowns = unknowns;
    this.cases = cases;
    this.separates = separates;
  }

  make(bits: Bits, is: Polynomial, range: Range, ones = bitsTo(range.high)): Word {
    if (range.low < 0n || range.high > fullRange(bits)) {
      throw new Unproven(`A word may be ${range.low} to ${range.high}`);
    }
    const value = constantOf(is);
    if (value !== undefined) return wordOf(bits, value);
    return { bits, is, range, ones };
  }

  /** Returns a word of an unknown number. */
  fresh(bits: Bits, range: Range = upTo(fullRange(bits))): Word {
    return this.make(bits, this.unknowns.fresh(range), range);
  }

  /** Returns a word that is a mask: all ones if the bit is 1. */
  maskOf(bits: Bits, bit: Polynomial): Word {
    const value = this.bitOf(bit);
    if (value !== undefined) return wordOf(bits, value === 0n ? 0n : fullRange(bits));
    const is = scale(bit, fullRange(bits));
    return { ...this.make(bits, is, upTo(fullRange(bits))), every: bit };
  }

  /** Returns 0 or 1 if the bit is decided. */
  private bitOf(bit: Polynomial): bigint | undefined {
    const value = constantOf(bit) ?? constantOf(this.unknowns.expand(bit));
    return value;
  }

  /** Returns a bit, which becomes one of two cases unless it is known. */
  decide(bit: Polynomial): bigint {
    const known = this.bitOf(bit);
    if (known !== undefined) return known;
    const id = variableOf(bit);
    // The opposite of a bit.
    if (id === undefined && variableOf(add(constant(1n), bit, -1n)) !== undefined) {
      return 1n - this.decide(add(constant(1n), bit, -1n));
    }
    const { low, high } = this.unknowns.rangeOf(bit);
    if (id === undefined || low < 0n || high > 1n) throw new Unproven('A case without a bit');
    const value = low === high ? low : BigInt(this.cases.choose(2));
    this.unknowns.decide(id, value);
    return value;
  }

  add(a: Word, b: Word): Word {
    const [x, y] = [knownOf(a), knownOf(b)];
    if (x !== undefined && y !== undefined) return wordOf(a.bits, x + y);
    // Addresses add negative constants.
    if (a.bits === 32 && y !== undefined && y >> 31n === 1n) {
      return this.sub(a, wordOf(32, -y));
    }
    return this.make(a.bits, add(a.is, b.is), sum(a.range, b.range));
  }

  sub(a: Word, b: Word): Word {
    const [x, y] = [knownOf(a), knownOf(b)];
    if (x !== undefined && y !== undefined) return wordOf(a.bits, x - y);
    if (x === 0n && b.range.high === 1n) return this.maskOf(a.bits, b.is);
    const is = add(a.is, b.is, -1n);
    const range = { low: a.range.low - b.range.high, high: a.range.high - b.range.low };
    if (range.low >= 0n) return this.make(a.bits, is, range);
    return this.lower(a.bits, is, range, a.bits);
  }

  mul(a: Word, b: Word): Word {
    const [x, y] = [knownOf(a), knownOf(b)];
    if (x !== undefined && y !== undefined) return wordOf(a.bits, x * y);
    return this.make(a.bits, multiply(a.is, b.is), product(a.range, b.range));
  }

  /** Returns the lowest bits of a number. */
  private lower(bits: Bits, is: Polynomial, range: Range, count: number, ones?: bigint): Word {
    const { lower } = this.unknowns.split(is, range, count);
    const most = (1n << BigInt(count)) - 1n;
    const within = lower === is ? range : common(upTo(most), this.unknowns.rangeOf(lower));
    return this.make(bits, lower, common(upTo(most), within), ones);
  }

  /** Returns the lowest bits of a number as a word of this size. */
  truncate(bits: Bits, a: Word): Word {
    if (a.every) return this.maskOf(bits, a.every);
    if (a.range.high <= fullRange(bits)) return this.make(bits, a.is, a.range, a.ones);
    return this.lower(bits, a.is, a.range, bits, a.ones & fullRange(bits));
  }

  shl(a: Word, count: number): Word {
    const factor = 1n << BigInt(count);
    const ones = (a.ones * factor) & fullRange(a.bits);
    const range = product(a.range, one(factor));
    const is = scale(a.is, factor);
    if (range.high <= fullRange(a.bits)) return this.make(a.bits, is, range, ones);
    return this.lower(a.bits, is, range, a.bits, ones);
  }

  shrU(a: Word, count: number): Word {
    const { upper } = this.unknowns.split(a.is, a.range, count);
    const by = BigInt(count);
    const range = { low: a.range.low >> by, high: a.range.high >> by };
    const id = variableOf(upper);
    if (count === this.separates && id !== undefined && range.high < 16n) {
      const bounds = common(range, this.unknowns.rangeOf(upper));
      const value = bounds.low + BigInt(this.cases.choose(Number(bounds.high - bounds.low) + 1));
      this.unknowns.decide(id, value);
      return wordOf(a.bits, value);
    }
    return this.make(a.bits, upper, range, a.ones >> by);
  }

  rotr(a: Word, count: number): Word {
    return count === 0 ? a : this.or(this.shrU(a, count), this.shl(a, a.bits - count));
  }

  and(a: Word, b: Word): Word {
    const [x, y] = [knownOf(a), knownOf(b)];
    if (x !== undefined && y !== undefined) return wordOf(a.bits, x & y);
    if (x !== undefined) return this.and(b, a);
    for (const [mask, other] of [
      [a, b],
      [b, a],
    ] as const) {
      if (mask.every) return this.decide(mask.every) === 0n ? wordOf(a.bits, 0n) : other;
    }
    if (y === fullRange(a.bits)) return a;
    if (y === undefined) throw new Unproven('And of two unknown words');
    let result = wordOf(a.bits, 0n);
    for (const [at, length] of runsOf(y)) {
      const above = at === 0 ? a : this.shrU(a, at);
      const part =
        above.range.high >> BigInt(length) === 0n
          ? above
          : this.lower(a.bits, above.is, above.range, length, above.ones & bitsOf(length));
      result = this.disjoint(result, this.shl(part, at));
    }
    return result;
  }

  /** Returns the sum of words that have no ones at the same place. */
  private disjoint(a: Word, b: Word): Word {
    const is = add(a.is, b.is);
    return this.make(a.bits, is, sum(a.range, b.range), a.ones | b.ones);
  }

  or(a: Word, b: Word): Word {
    const [x, y] = [knownOf(a), knownOf(b)];
    if (x !== undefined && y !== undefined) return wordOf(a.bits, x | y);
    if ((a.ones & b.ones) === 0n) return this.disjoint(a, b);
    if (a.range.high > 1n || b.range.high > 1n) throw new Unproven('Or of two unknown words');
    return this.decide(a.is) === 0n ? b : wordOf(a.bits, 1n);
  }

  xor(a: Word, b: Word): Word {
    const [x, y] = [knownOf(a), knownOf(b)];
    if (x !== undefined && y !== undefined) return wordOf(a.bits, x ^ y);
    if (x !== undefined) return this.xor(b, a);
    if (y === 0n) return a;
    if (y === fullRange(a.bits) && a.every) {
      return this.maskOf(a.bits, add(constant(1n), a.every, -1n));
    }
    if (y !== undefined && a.range.high <= y && (y & (y + 1n)) === 0n) {
      return this.sub(b, a);
    }
    for (const [mask, other] of [
      [a, b],
      [b, a],
    ] as const) {
      if (!mask.every) continue;
      return this.decide(mask.every) === 0n ? other : this.xor(other, wordOf(a.bits, -1n));
    }
    for (const [pair, other] of [
      [a.differ, b],
      [b.differ, a],
    ] as const) {
      if (!pair) continue;
      if (isSame(pair[0], other)) return pair[1];
      if (isSame(pair[1], other)) return pair[0];
    }
    if ((a.ones & b.ones) === 0n) return this.disjoint(a, b);
    if (isSame(a, b)) return wordOf(a.bits, 0n);
    // Its value is only used through the words that it is made of.
    return { ...this.fresh(a.bits), differ: [a, b] };
  }

  /** Returns a word of 64 bits from its halves. */
  join(low: Word, high: Word): Word {
    const factor = 1n << 32n;
    const range = sum(low.range, product(high.range, one(factor)));
    const ones = low.ones | (high.ones * factor);
    const whole = this.make(64, add(low.is, scale(high.is, factor)), range, ones);
    return { ...whole, halves: [low, high] };
  }

  /** Returns the lower and the upper half of 64 bits. */
  halvesOf(a: Word): readonly [Word, Word] {
    return a.halves ?? [this.truncate(32, a), this.shrU(a, 32)];
  }

  /** Returns the first word where a mask is all ones, and the second where it is 0. */
  pick(mask: Word, a: Word, b: Word): Word {
    if (mask.every) return this.decide(mask.every) === 1n ? a : b;
    const value = knownOf(mask);
    if (value !== 0n && value !== fullRange(mask.bits)) throw new Unproven('A selection of bits');
    return value === 0n ? b : a;
  }

  /** Returns the result of a comparison that is not known. */
  undecided(): Word {
    throw new Unproven('A comparison of unknown words');
  }

  /** Returns 1 if a < b, else 0, by their ranges. */
  less(a: Word, b: Word): Word {
    if (a.range.high < b.range.low) return wordOf(32, 1n);
    return a.range.low >= b.range.high ? wordOf(32, 0n) : this.undecided();
  }

  /** Returns 1 if the words are equal, else 0. */
  eq(a: Word, b: Word): Word {
    const difference = constantOf(add(a.is, b.is, -1n));
    if (difference !== undefined) return wordOf(32, difference === 0n ? 1n : 0n);
    if (a.range.high < b.range.low || b.range.high < a.range.low) return wordOf(32, 0n);
    if (knownOf(b) === 0n && a.range.high === 1n) return wordOf(32, 1n - this.decide(a.is));
    throw new Unproven('A comparison of unknown words');
  }
}

const bitsOf = (length: number): bigint => (1n << BigInt(length)) - 1n;

function isSame(a: Word, b: Word): boolean {
  return a === b || keyOf(a.is) === keyOf(b.is);
}
