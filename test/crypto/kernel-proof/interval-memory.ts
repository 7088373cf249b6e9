// Memory at constant addresses. Only the ranges of its words are known.

import type { IntervalWords } from './interval-words.ts';
import { ProofMemory } from './memory.ts';
import { Unproven, upTo } from './unknowns.ts';
import type { WasmModule } from './wasm-module.ts';
import { knownOf, type Word, wordOf } from './words.ts';

function addressOf(address: Word, distance: number): number {
  const known = knownOf(address);
  if (known === undefined) throw new Unproven('An unknown address');
  return Number(known) + distance;
}

export class IntervalMemory extends ProofMemory {
  private readonly intervals: IntervalWords;
  private readonly held = new Map<number, Word>();

  constructor(words: IntervalWords, module: WasmModule) {
    super(words, module);
    this.intervals = words;
  }

  override load(address: Word, distance: number): Word {
    const at = addressOf(address, distance);
    if (at % 4 !== 0) return this.intervals.fresh(32);
    return this.held.get(at) ?? this.constantAt(at) ?? this.intervals.fresh(32);
  }

  override store(address: Word, distance: number, value: Word): void {
    const at = addressOf(address, distance);
    if (this.constantAt(at)) throw new Unproven('A constant is written');
    if (at % 4 === 0) this.held.set(at, value);
    else {
      const first = at - (at % 4);
      this.held.set(first, this.intervals.fresh(32));
      this.held.set(first + 4, this.intervals.fresh(32));
    }
  }

  override loadByte(address: Word, distance: number): Word {
    const at = addressOf(address, distance);
    const whole = this.load(wordOf(32, BigInt(at - (at % 4))), 0);
    const known = knownOf(whole);
    if (known === undefined) return this.intervals.fresh(32, upTo(255n));
    return wordOf(32, (known >> BigInt(8 * (at % 4))) & 255n);
  }

  override storeByte(address: Word, distance: number, value: Word): void {
    const at = addressOf(address, distance);
    const first = wordOf(32, BigInt(at - (at % 4)));
    const [before, byte] = [knownOf(this.load(first, 0)), knownOf(value)];
    const shift = BigInt(8 * (at % 4));
    const isKnown = before !== undefined && byte !== undefined;
    const word = isKnown
      ? wordOf(32, (before & ~(255n << shift)) | ((byte & 255n) << shift))
      : this.intervals.fresh(32);
    this.store(first, 0, word);
  }

  override copy(to: Word, from: Word, count: number): void {
    const [r, a] = [addressOf(to, 0), addressOf(from, 0)];
    if (r % 4 !== 0 || a % 4 !== 0 || count % 4 !== 0) throw new Unproven('An unaligned copy');
    const words = this.wordsAt(from, count / 4);
    for (const [i, word] of words.entries()) this.store(to, 4 * i, word);
  }
}
