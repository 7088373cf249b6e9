// Words of a hash function, in a unique form. A word is a sum modulo 2^bits of bitwise expressions,
// and a bitwise expression is an exclusive or of products of rotated words, each with a mask of the
// bits where it counts. Two equal forms are the same function of the input.

import { Case } from './cases.ts';
import {
  add,
  constantOf,
  keyOf,
  multiply,
  type Polynomial,
  reduce,
  variableOf,
} from './polynomial.ts';
import { type Range, Unknowns, Unproven, upTo } from './unknowns.ts';
import { type Bits, knownOf, type Word, Words, wordOf } from './words.ts';

/** The mask of each product, by its factors: atoms with their rotations to the right. */
type Bitwise = ReadonlyMap<string, bigint>;

const full = (bits: Bits): bigint => (1n << BigInt(bits)) - 1n;

function rotated(mask: bigint, count: number, bits: Bits): bigint {
  const by = BigInt(count % bits);
  return (mask >> by) | ((mask << (BigInt(bits) - by)) & full(bits));
}

export class HashWords extends Words {
  /** Bitwise expressions by the unknown that stands for them in sums, and the other way. */
  private readonly expressions = new Map<number, Bitwise>();
  private readonly interned = new Map<string, Polynomial>();
  /** Sums by their number as an atom, and the other way. */
  private readonly sums: Polynomial[] = [];
  private readonly atoms = new Map<string, number>();

  private readonly forms = new WeakMap<Polynomial, Bitwise>();
  /** Words of 64 bits in memory, by their halves, and the other way. */
  private readonly wholes = new Map<string, Word>();
  private readonly halves = new Map<string, readonly [Word, Word]>();

  constructor() {
    super(new Unknowns(), new Case([]));
  }

  override make(bits: Bits, is: Polynomial, _range?: Range): Word {
    const sum = reduce(is, 1n << BigInt(bits));
    const value = constantOf(sum);
    if (value !== undefined) return wordOf(bits, value);
    return { bits, is: sum, range: upTo(full(bits)), ones: full(bits) };
  }

  override fresh(bits: Bits): Word {
    return this.make(bits, this.unknowns.fresh(upTo(full(bits))));
  }

  private bitwiseOf(a: Word): Bitwise {
    const value = knownOf(a);
    if (value !== undefined) return new Map(value === 0n ? [] : [['', value]]);
    const expression = this.expressions.get(variableOf(a.is) ?? -1) ?? this.forms.get(a.is);
    if (expression) return expression;
    const key = `${a.bits} ${keyOf(a.is)}`;
    const atom = this.atoms.get(key) ?? this.sums.push(a.is) - 1;
    this.atoms.set(key, atom);
    const form = new Map([[`${atom}>0`, full(a.bits)]]);
    this.forms.set(a.is, form);
    return form;
  }

  private wordOfBitwise(bits: Bits, form: Bitwise): Word {
    const [[factors, mask] = ['', 0n], ...others] = form;
    if (others.length === 0) {
      if (factors === '') return wordOf(bits, mask);
      const [atom, rotation, another] = factors.split(/[>*]/);
      const sum = this.sums[Number(atom)];
      if (mask === full(bits) && rotation === '0' && another === undefined && sum) {
        return this.make(bits, sum);
      }
    }
    const key = `${bits} ${[...form].map(([name, its]) => `${name}:${its}`).sort()}`;
    const known = this.interned.get(key) ?? this.unknowns.fresh(upTo(full(bits)));
    this.interned.set(key, known);
    this.expressions.set(variableOf(known) ?? -1, form);
    return this.make(bits, known);
  }

  override add(a: Word, b: Word): Word {
    return this.make(a.bits, add(a.is, b.is));
  }

  override sub(a: Word, b: Word): Word {
    return this.make(a.bits, add(a.is, b.is, -1n));
  }

  override mul(a: Word, b: Word): Word {
    if (knownOf(a) === undefined && knownOf(b) === undefined) throw new Unproven('A product');
    return this.make(a.bits, multiply(a.is, b.is));
  }

  override truncate(bits: Bits, a: Word): Word {
    if (a.bits === bits) return a;
    const value = knownOf(a);
    if (value === undefined) throw new Unproven('A truncated word');
    return wordOf(bits, value);
  }

  override xor(a: Word, b: Word): Word {
    const result = new Map(this.bitwiseOf(a));
    for (const [factors, mask] of this.bitwiseOf(b)) put(result, factors, mask);
    return this.wordOfBitwise(a.bits, result);
  }

  override and(a: Word, b: Word): Word {
    const result = new Map<string, bigint>();
    const second = this.bitwiseOf(b);
    for (const [m, x] of this.bitwiseOf(a)) {
      for (const [n, y] of second) {
        const factors = new Set([...m.split('*'), ...n.split('*')].filter(Boolean));
        put(result, [...factors].sort().join('*'), x & y);
      }
    }
    return this.wordOfBitwise(a.bits, result);
  }

  override or(a: Word, b: Word): Word {
    return this.xor(this.xor(a, b), this.and(a, b));
  }

  private moved(a: Word, rotation: number, move: (mask: bigint) => bigint): Word {
    const result = new Map<string, bigint>();
    for (const [factors, mask] of this.bitwiseOf(a)) {
      const turned = factors.split('*').map((factor) => {
        const [atom, before] = factor.split('>');
        return factor === '' ? '' : `${atom}>${(Number(before) + rotation) % a.bits}`;
      });
      put(result, turned.sort().join('*'), move(mask));
    }
    return this.wordOfBitwise(a.bits, result);
  }

  override rotr(a: Word, count: number): Word {
    return this.moved(a, count, (mask) => rotated(mask, count, a.bits));
  }

  override shrU(a: Word, count: number): Word {
    return this.moved(a, count, (mask) => mask >> BigInt(count));
  }

  override shl(a: Word, count: number): Word {
    return this.moved(a, a.bits - count, (mask) => (mask << BigInt(count)) & full(a.bits));
  }

  override pick(mask: Word, a: Word, b: Word): Word {
    return this.xor(b, this.and(mask, this.xor(a, b)));
  }

  override join(low: Word, high: Word): Word {
    const [x, y] = [knownOf(low), knownOf(high)];
    if (x !== undefined && y !== undefined) return wordOf(64, x + (y << 32n));
    const key = `${keyOf(low.is)} ${keyOf(high.is)}`;
    const whole = this.wholes.get(key) ?? this.fresh(64);
    this.wholes.set(key, whole);
    this.halves.set(keyOf(whole.is), [low, high]);
    return whole;
  }

  override halvesOf(a: Word): readonly [Word, Word] {
    const value = knownOf(a);
    if (value !== undefined) return [wordOf(32, value), wordOf(32, value >> 32n)];
    const [low, high] = this.halves.get(keyOf(a.is)) ?? [this.fresh(32), this.fresh(32)];
    this.halves.set(keyOf(a.is), [low, high]);
    this.wholes.set(`${keyOf(low.is)} ${keyOf(high.is)}`, a);
    return [low, high];
  }

  override eq(a: Word, b: Word): Word {
    const [x, y] = [knownOf(a), knownOf(b)];
    if (x === undefined || y === undefined) return this.undecided();
    return wordOf(32, x === y ? 1n : 0n);
  }
}

/** Adds a product to an exclusive or. */
function put(into: Map<string, bigint>, factors: string, mask: bigint): void {
  const both = (into.get(factors) ?? 0n) ^ mask;
  if (both === 0n) into.delete(factors);
  else into.set(factors, both);
}
