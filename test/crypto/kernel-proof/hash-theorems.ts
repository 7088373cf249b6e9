// SHA-256 and SHA-512 as FIPS 180-4 defines them, and the proof that the kernel computes them.

import { HashWords } from './hash-words.ts';
import { Machine } from './machine.ts';
import { keyOf } from './polynomial.ts';
import { type Kernel, numberIn } from './theorem.ts';
import { Unproven } from './unknowns.ts';
import { type Bits, type Word, wordOf } from './words.ts';

/** The numbers of a function: rotations, and shifts of the last of three. */
type Standard = {
  readonly bits: Bits;
  readonly rounds: number;
  readonly sumOfA: readonly number[];
  readonly sumOfE: readonly number[];
  readonly first: readonly number[];
  readonly second: readonly number[];
};

const SHA256: Standard = {
  bits: 32,
  rounds: 64,
  sumOfA: [2, 13, 22],
  sumOfE: [6, 11, 25],
  first: [7, 18, 3],
  second: [17, 19, 10],
};

const SHA512: Standard = {
  bits: 64,
  rounds: 80,
  sumOfA: [28, 34, 39],
  sumOfE: [14, 18, 41],
  first: [1, 8, 7],
  second: [19, 61, 6],
};

function primes(count: number): bigint[] {
  const found: bigint[] = [];
  for (let n = 2n; found.length < count; n++) {
    if (found.every((prime) => n % prime !== 0n)) found.push(n);
  }
  return found;
}

/** Returns the first bits of the fraction of a cube root. */
function cubeRoot(n: bigint, bits: Bits): bigint {
  const target = n << BigInt(3 * bits);
  let root = 0n;
  for (let bit = 1n << BigInt(bits + 8); bit > 0n; bit >>= 1n) {
    if ((root | bit) ** 3n <= target) root |= bit;
  }
  return BigInt.asUintN(bits, root);
}

/** Returns the state after a block, as the standard defines it. */
function compressed(
  words: HashWords,
  { bits, rounds, sumOfA, sumOfE, first, second }: Standard,
  state: readonly Word[],
  block: readonly Word[],
): Word[] {
  const sum = (...terms: Word[]): Word => terms.reduce((a, b) => words.add(a, b));
  const differ = (...terms: Word[]): Word => terms.reduce((a, b) => words.xor(a, b));
  const rotations = (x: Word, counts: readonly number[]): Word =>
    differ(...counts.map((count) => words.rotr(x, count)));
  const shifted = (x: Word, [r = 0, s = 0, t = 0]: readonly number[]): Word =>
    differ(words.rotr(x, r), words.rotr(x, s), words.shrU(x, t));
  const schedule = [...block];
  const at = (t: number): Word => schedule[t] ?? wordOf(bits, 0n);
  for (let t = 16; t < rounds; t++) {
    schedule.push(
      sum(shifted(at(t - 2), second), at(t - 7), shifted(at(t - 15), first), at(t - 16)),
    );
  }
  const constants = primes(rounds).map((prime) => wordOf(bits, cubeRoot(prime, bits)));
  const zero = wordOf(bits, 0n);
  let [a = zero, b = zero, c = zero, d = zero, e = zero, f = zero, g = zero, h = zero] = state;
  for (const [t, key] of constants.entries()) {
    const not = words.xor(e, wordOf(bits, -1n));
    const choice = words.xor(words.and(e, f), words.and(not, g));
    const majority = differ(words.and(a, b), words.and(a, c), words.and(b, c));
    const one = sum(h, rotations(e, sumOfE), choice, key, at(t));
    const two = sum(rotations(a, sumOfA), majority);
    [a, b, c, d, e, f, g, h] = [sum(one, two), a, b, c, sum(d, one), e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => sum(word, state[i] ?? zero));
}

function requireSame(found: readonly Word[], expected: readonly Word[]): void {
  for (const [i, word] of expected.entries()) {
    if (keyOf(word.is) !== keyOf(found[i]?.is ?? new Map())) throw new Unproven('Another hash');
  }
}

/** Requires that only the state and this many words of space were written. */
function requireWrites({ memory }: Machine, state: Word, bytes: number, words: number): void {
  memory.requireWritten([[state, bytes]], true);
  if (memory.writtenSpace() !== words) throw new Unproven('Other space is written');
}

function begin(kernel: Kernel, names: readonly string[]) {
  const words = new HashWords();
  const executed = names.map((name) => numberIn(kernel, name));
  const machine = new Machine(kernel.module, words, { contracts: new Map(), executed });
  return { words, machine, memory: machine.memory };
}

/** Reverses the bytes of a word. */
function reversed(words: HashWords, a: Word): Word {
  const bytes = Array.from({ length: a.bits / 8 }, (_, i) =>
    words.shl(words.and(words.shrU(a, 8 * i), wordOf(a.bits, 255n)), a.bits - 8 - 8 * i),
  );
  return bytes.reduce((all, byte) => words.or(all, byte));
}

/** Proves that `sha256/compress` hashes a block, or throws. */
function provesSha256(kernel: Kernel): void {
  const { words, machine, memory } = begin(kernel, ['sha256/compress']);
  const [state, block] = [memory.pointer(), memory.pointer()];
  const before = memory.wordsAt(state, 8);
  const input = Array.from({ length: 16 }, (_, i) => {
    const word = words.fresh(32);
    memory.store(block, 4 * i, reversed(words, word));
    return word;
  });
  memory.start();
  machine.execute(numberIn(kernel, 'sha256/compress'), [state, block]);
  requireWrites(machine, state, 32, 64);
  requireSame(memory.wordsAt(state, 8), compressed(words, SHA256, before, input));
}

/** Returns the address of the block that `sha512/last` fills first. */
function blockOf({ module, numbers }: Kernel): Word {
  const { code = [] } = module.functions[numbers.get('sha512/last') ?? -1] ?? {};
  const at = code.findIndex((one) => one.name === 'memory.fill');
  const [address] = code.slice(at - 3);
  if (at !== 3 || address?.name !== 'i32.const') throw new Error('The block is not filled first');
  return wordOf(32, address.value);
}

/** Proves that `sha512/compress` hashes the block at its constant address, or throws. */
function provesSha512(kernel: Kernel): void {
  const name = 'sha512/compress';
  const block = blockOf(kernel);
  const { words, machine, memory } = begin(kernel, [name]);
  const state = memory.pointer();
  const wholes = (): Word[] =>
    Array.from({ length: 8 }, (_, i) => {
      const [low = block, high = block] = memory.wordsAt(
        words.add(state, wordOf(32, BigInt(8 * i))),
        2,
      );
      return words.join(low, high);
    });
  const before = wholes();
  const input = Array.from({ length: 16 }, (_, i) => {
    const word = words.fresh(64);
    for (const [half, part] of words.halvesOf(reversed(words, word)).entries()) {
      memory.store(block, 8 * i + 4 * half, part);
    }
    return word;
  });
  memory.start();
  machine.execute(numberIn(kernel, name), [state]);
  requireWrites(machine, state, 64, 160);
  requireSame(wholes(), compressed(words, SHA512, before, input));
}

/** Proves that each lane hashes its block, or throws. */
function provesLanes(kernel: Kernel): void {
  const names = ['sha256-lanes/extendSchedule', 'sha256-lanes/roundsOfLanes'];
  const { words, machine, memory } = begin(kernel, names);
  const states = memory.pointer();
  const before = memory.wordsAt(states, 32);
  // The schedule is at a constant address, which the first loop reads.
  const schedule = scheduleOf(kernel);
  const input = Array.from({ length: 64 }, (_, i) => {
    const word = words.fresh(32);
    memory.store(schedule, 4 * i, word);
    return word;
  });
  memory.start();
  for (const name of names) machine.execute(numberIn(kernel, name), [states]);
  requireWrites(machine, states, 128, 4 * 48);
  const after = memory.wordsAt(states, 32);
  for (const lane of [0, 1, 2, 3]) {
    const ofLane = (list: readonly Word[]): Word[] => list.filter((_, i) => i % 4 === lane);
    requireSame(ofLane(after), compressed(words, SHA256, ofLane(before), ofLane(input)));
  }
}

/** Returns the address of the schedule: 16 words of each lane before what is written. */
function scheduleOf(kernel: Kernel): Word {
  const name = 'sha256-lanes/extendSchedule';
  const { machine, memory } = begin(kernel, [name]);
  machine.execute(numberIn(kernel, name), []);
  return wordOf(32, BigInt(memory.lowestSpace() - 16 * 16));
}

/** Compressions: the functions that each proof executes. */
export const hashProofs: readonly {
  readonly functions: readonly string[];
  readonly prove: (kernel: Kernel) => void;
}[] = [
  { functions: ['sha256/compress'], prove: provesSha256 },
  {
    functions: ['sha256-lanes/extendSchedule', 'sha256-lanes/roundsOfLanes'],
    prove: provesLanes,
  },
  { functions: ['sha512/compress'], prove: provesSha512 },
];
