// What each instruction does to unknown words. A vector is four words of 32 bits.

import type { ProofMemory } from './memory.ts';
import { Unproven } from './unknowns.ts';
import type { Instruction } from './wasm-module.ts';
import { type Bits, knownOf, type Word, type Words, wordOf } from './words.ts';

export type Vector = { readonly lanes: readonly [Word, Word, Word, Word] };
export type Value = Word | Vector;

/** What operations act on. */
type Host = { readonly words: Words; readonly memory: ProofMemory };

type Operation = {
  readonly operands: number;
  readonly run: (host: Host, operands: readonly Value[], one: Instruction) => Value | undefined;
};

export const vectorOf = (lane: (i: 0 | 1 | 2 | 3) => Word): Vector => ({
  lanes: [lane(0), lane(1), lane(2), lane(3)],
});

function word(value: Value | undefined): Word {
  if (value === undefined || 'lanes' in value) throw new Unproven('A word is missing');
  return value;
}

function vector(value: Value | undefined): Vector {
  if (value === undefined || !('lanes' in value)) throw new Unproven('A vector is missing');
  return value;
}

/** Returns the known value of a count, an index or an operand of a comparison. */
function known(value: Word): bigint {
  const result = knownOf(value);
  if (result === undefined) throw new Unproven('A number is not known');
  return result;
}

const table: Record<string, Operation> = {};

type OnWords = (words: Words, a: Word, b: Word) => Word;

function define(name: string, operands: number, run: Operation['run']): void {
  table[name] = { operands, run };
}

const shiftCount = (b: Word): number => Number(known(b) % BigInt(b.bits));

const binary: Readonly<Record<string, OnWords>> = {
  add: (words, a, b) => words.add(a, b),
  sub: (words, a, b) => words.sub(a, b),
  mul: (words, a, b) => words.mul(a, b),
  and: (words, a, b) => words.and(a, b),
  or: (words, a, b) => words.or(a, b),
  xor: (words, a, b) => words.xor(a, b),
  shl: (words, a, b) => words.shl(a, shiftCount(b)),
  shr_u: (words, a, b) => words.shrU(a, shiftCount(b)),
  rotr: (words, a, b) => words.rotr(a, shiftCount(b)),
  rotl: (words, a, b) => words.rotr(a, (b.bits - shiftCount(b)) % b.bits),
  eq: (words, a, b) => words.eq(a, b),
  ne: (words, a, b) => words.xor(words.eq(a, b), wordOf(32, 1n)),
  lt_u: (words, a, b) => words.less(a, b),
  gt_u: (words, a, b) => words.less(b, a),
  ge_u: (words, a, b) => words.xor(words.less(a, b), wordOf(32, 1n)),
  le_u: (words, a, b) => words.xor(words.less(b, a), wordOf(32, 1n)),
};

const signed = (a: Word): bigint => BigInt.asIntN(a.bits, known(a));

const comparisons: Readonly<Record<string, (a: bigint, b: bigint) => boolean>> = {
  lt_s: (a, b) => a < b,
  gt_s: (a, b) => a > b,
  le_s: (a, b) => a <= b,
  ge_s: (a, b) => a >= b,
};

for (const [type, bits] of [
  ['i32', 32],
  ['i64', 64],
] as const) {
  for (const [name, act] of Object.entries(binary)) {
    define(`${type}.${name}`, 2, ({ words }, [a, b]) => act(words, word(a), word(b)));
  }
  for (const [name, compare] of Object.entries(comparisons)) {
    define(`${type}.${name}`, 2, ({ words }, [a, b]) => {
      const isKnown = [a, b].every((one) => knownOf(word(one)) !== undefined);
      if (!isKnown) return words.undecided();
      return wordOf(32, compare(signed(word(a)), signed(word(b))) ? 1n : 0n);
    });
  }
  define(`${type}.eqz`, 1, ({ words }, [a]) => words.eq(word(a), wordOf(bits, 0n)));
  define(`${type}.const`, 0, (_, __, { value }) => wordOf(bits, value));
}

define('i32.wrap_i64', 1, ({ words }, [a]) => words.truncate(32, word(a)));
define('i64.extend_i32_u', 1, (_, [a]) => widen(word(a)));

const widen = (a: Word): Word => ({ bits: 64, is: a.is, range: a.range, ones: a.ones });

function load(host: Host, address: Word, { name, value }: Instruction): Word {
  const low = host.memory.load(address, Number(value));
  if (!name.startsWith('i64')) return low;
  if (name === 'i64.load32_u') return widen(low);
  return host.words.join(low, host.memory.load(address, Number(value) + 4));
}

function store(host: Host, address: Word, stored: Word, { name, value }: Instruction): void {
  const { memory, words } = host;
  const at = Number(value);
  if (name !== 'i64.store') memory.store(address, at, words.truncate(32, stored));
  else {
    const [low, high] = words.halvesOf(stored);
    memory.store(address, at, low);
    memory.store(address, at + 4, high);
  }
}

for (const name of ['i32.load', 'i64.load', 'i64.load32_u']) {
  define(name, 1, (host, [address], one) => load(host, word(address), one));
}
for (const name of ['i32.store', 'i64.store', 'i64.store32']) {
  define(name, 2, (host, [address, stored], one) => {
    store(host, word(address), word(stored), one);
    return undefined;
  });
}

/** Returns the four words of a vector's constant. */
function constantLanes({ lanes }: Instruction): Vector {
  return vectorOf((i) =>
    wordOf(
      32,
      [3, 2, 1, 0].reduce((all, j) => (all << 8n) | BigInt(lanes[4 * i + j] ?? 0), 0n),
    ),
  );
}

/** Selects words of two vectors. A shuffle must not divide words. */
function shuffle(a: Vector, b: Vector, { lanes }: Instruction): Vector {
  const all = [...a.lanes, ...b.lanes];
  return vectorOf((i) => {
    const first = lanes[4 * i] ?? 0;
    const isWord = [0, 1, 2, 3].every((j) => lanes[4 * i + j] === first + j);
    const chosen = all[first / 4];
    if (!isWord || !chosen) throw new Unproven('A shuffle divides words');
    return chosen;
  });
}

function lanewise(name: string, act: OnWords): void {
  define(name, 2, ({ words }, [a, b]) =>
    vectorOf((i) => act(words, vector(a).lanes[i], vector(b).lanes[i])),
  );
}

lanewise('i32x4.add', (words, a, b) => words.add(a, b));
lanewise('i32x4.sub', (words, a, b) => words.sub(a, b));
lanewise('i32x4.mul', (words, a, b) => words.mul(a, b));
lanewise('v128.and', (words, a, b) => words.and(a, b));
lanewise('v128.or', (words, a, b) => words.or(a, b));
lanewise('v128.xor', (words, a, b) => words.xor(a, b));
for (const [name, act] of [
  ['i32x4.shl', 'shl'],
  ['i32x4.shr_u', 'shrU'],
] as const) {
  define(name, 2, ({ words }, [a, b]) =>
    vectorOf((i) => words[act](vector(a).lanes[i], shiftCount(word(b)))),
  );
}
define('v128.const', 0, (_, __, one) => constantLanes(one));
define('i8x16.shuffle', 2, (_, [a, b], one) => shuffle(vector(a), vector(b), one));
define('i32x4.splat', 1, (_, [a]) => vectorOf(() => word(a)));
define('i64x2.splat', 1, ({ words }, [a]) => {
  const low = words.truncate(32, word(a));
  const high = word(a).every ? low : words.shrU(word(a), 32);
  return vectorOf((i) => (i % 2 === 0 ? low : toBits(32, high)));
});
define('i32x4.extract_lane', 1, (_, [a], { value }) => {
  const lane = vector(a).lanes[Number(value)];
  if (!lane) throw new Unproven('No such lane');
  return lane;
});
define('v128.bitselect', 3, ({ words }, [a, b, mask]) =>
  vectorOf((i) => words.pick(vector(mask).lanes[i], vector(a).lanes[i], vector(b).lanes[i])),
);
define('i32.load8_u', 1, ({ memory }, [address], { value }) =>
  memory.loadByte(word(address), Number(value)),
);
define('i32.store8', 2, ({ memory }, [address, stored], { value }) => {
  memory.storeByte(word(address), Number(value), word(stored));
  return undefined;
});
define('memory.copy', 3, ({ memory }, [to, from, length]) => {
  memory.copy(word(to), word(from), Number(known(word(length))));
  return undefined;
});
lanewise('i32x4.eq', (words, a, b) => words.sub(wordOf(32, 0n), words.eq(a, b)));
define('v128.load32_splat', 1, ({ memory }, [address], { value }) => {
  const loaded = memory.load(word(address), Number(value));
  return vectorOf(() => loaded);
});
define('v128.load64_zero', 1, ({ memory }, [address], { value }) =>
  vectorOf((i) => (i < 2 ? memory.load(word(address), Number(value) + 4 * i) : wordOf(32, 0n))),
);
define('v128.store64_lane', 2, ({ memory }, [address, stored], { value, lanes: [lane = 0] }) => {
  for (const i of [0, 1] as const) {
    const half = vector(stored).lanes[2 * lane + i];
    if (!half) throw new Unproven('No such lane');
    memory.store(word(address), Number(value) + 4 * i, half);
  }
  return undefined;
});
define('v128.load', 1, ({ memory }, [address], { value }) =>
  vectorOf((i) => memory.load(word(address), Number(value) + 4 * i)),
);
define('v128.store', 2, ({ memory }, [address, stored], { value }) => {
  for (const [i, lane] of vector(stored).lanes.entries()) {
    memory.store(word(address), Number(value) + 4 * i, lane);
  }
  return undefined;
});

const toBits = (bits: Bits, a: Word): Word => ({ ...a, bits });

/** The operations by the names of their instructions. */
export const operations: Readonly<Record<string, Operation>> = table;
