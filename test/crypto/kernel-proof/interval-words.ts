// Words of unknown value and known range. This is enough to see that callers meet the conditions of
// what is proven, and it needs no more memory with every step.

import { Case } from './cases.ts';
import { constantOf, type Polynomial, variable } from './polynomial.ts';
import { common, product, type Range, sum, Unknowns, upTo } from './unknowns.ts';
import { type Bits, knownOf, type Word, Words, wordOf } from './words.ts';

/** Every number that is not a constant. */
const SOME: Polynomial = variable(0);

const full = (bits: Bits): bigint => (1n << BigInt(bits)) - 1n;
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);

const bitsTo = (high: bigint): bigint => (1n << BigInt(high.toString(2).length)) - 1n;

/** Words that a mask has let through, or not. */
type Gated = Word & { readonly gated?: readonly [Word, Word] };

export class IntervalWords extends Words {
  private readonly decisions: () => boolean;

  /** Decides conditions that are not known. */
  constructor(decisions: () => boolean) {
    super(new Unknowns(), new Case([]));
    this.decisions = decisions;
  }

  override make(bits: Bits, is: Polynomial, range: Range, ones = bitsTo(range.high)): Word {
    const value = constantOf(is);
    if (value !== undefined) return wordOf(bits, value);
    const isWord = range.low >= 0n && range.high <= full(bits);
    const within = isWord ? range : upTo(full(bits));
    return { bits, is: SOME, range: within, ones: isWord ? ones : full(bits) };
  }

  override fresh(bits: Bits, range: Range = upTo(full(bits))): Word {
    return this.make(bits, SOME, range);
  }

  override maskOf(bits: Bits, _bit: Polynomial): Word {
    return { ...this.fresh(bits), every: SOME };
  }

  override decide(): bigint {
    return this.decisions() ? 1n : 0n;
  }

  private pair(a: Word, b: Word, act: (x: bigint, y: bigint) => bigint): Word | undefined {
    const [x, y] = [knownOf(a), knownOf(b)];
    return x === undefined || y === undefined ? undefined : wordOf(a.bits, act(x, y));
  }

  override add(a: Word, b: Word): Word {
    return this.pair(a, b, (x, y) => x + y) ?? this.make(a.bits, SOME, sum(a.range, b.range));
  }

  override sub(a: Word, b: Word): Word {
    const known = this.pair(a, b, (x, y) => x - y);
    if (known) return known;
    if (knownOf(a) === 0n && b.range.high === 1n) return this.maskOf(a.bits, SOME);
    const range = { low: a.range.low - b.range.high, high: a.range.high - b.range.low };
    return this.make(a.bits, SOME, range);
  }

  override mul(a: Word, b: Word): Word {
    return this.pair(a, b, (x, y) => x * y) ?? this.make(a.bits, SOME, product(a.range, b.range));
  }

  override truncate(bits: Bits, a: Word): Word {
    const value = knownOf(a);
    if (value !== undefined) return wordOf(bits, value);
    if (a.every) return this.maskOf(bits, SOME);
    const ones = a.ones & full(bits);
    const range = a.range.high <= full(bits) ? a.range : upTo(ones);
    return a.bits === bits ? a : this.make(bits, SOME, range, ones);
  }

  override shl(a: Word, count: number): Word {
    const factor = 1n << BigInt(count);
    const known = this.pair(a, a, (x) => x * factor);
    if (known) return known;
    const ones = (a.ones * factor) & full(a.bits);
    const range = { low: a.range.low * factor, high: a.range.high * factor };
    return range.high <= full(a.bits)
      ? this.make(a.bits, SOME, range, ones)
      : this.make(a.bits, SOME, upTo(ones), ones);
  }

  override shrU(a: Word, count: number): Word {
    const by = BigInt(count);
    const range = { low: a.range.low >> by, high: a.range.high >> by };
    return this.pair(a, a, (x) => x >> by) ?? this.make(a.bits, SOME, range, a.ones >> by);
  }

  override and(a: Word, b: Word): Word {
    const known = this.pair(a, b, (x, y) => x & y);
    if (known) return known;
    const ones = a.ones & b.ones;
    const high = least(ones, least(a.range.high, b.range.high));
    const result: Gated = this.make(a.bits, SOME, upTo(high), ones);
    const gated = a.every ? b.differ : b.every ? a.differ : undefined;
    return gated ? ({ ...result, gated } as Gated) : result;
  }

  override or(a: Word, b: Word): Word {
    const known = this.pair(a, b, (x, y) => x | y);
    if (known) return known;
    const ones = a.ones | b.ones;
    const low = most(a.range.low, b.range.low);
    return this.make(a.bits, SOME, { low, high: least(ones, a.range.high + b.range.high) }, ones);
  }

  override xor(a: Word, b: Word): Word {
    const known = this.pair(a, b, (x, y) => x ^ y);
    if (known) return known;
    for (const [mask, other] of [
      [a, b],
      [b, a],
    ] as const) {
      // The opposite mask.
      if (mask.every && knownOf(other) === full(a.bits)) return mask;
      // One of the two words that differ.
      const pair = (mask as Gated).gated;
      if (pair?.includes(other)) return this.pick(mask, pair[0], pair[1]);
    }
    const ones = a.ones | b.ones;
    return { ...this.make(a.bits, SOME, upTo(ones), ones), differ: [a, b] };
  }

  override pick(_mask: Word, a: Word, b: Word): Word {
    const range = {
      low: least(a.range.low, b.range.low),
      high: most(a.range.high, b.range.high),
    };
    return this.make(a.bits, SOME, range, a.ones | b.ones);
  }

  override eq(a: Word, b: Word): Word {
    const [x, y] = [knownOf(a), knownOf(b)];
    if (x !== undefined && y !== undefined) return wordOf(32, x === y ? 1n : 0n);
    const { low, high } = common(a.range, b.range);
    return wordOf(32, low > high ? 0n : this.decide());
  }

  override undecided(): Word {
    return wordOf(32, this.decide());
  }
}
