// Memory of a proof, in words of 32 bits. Addresses are a constant, or a constant after a pointer
// whose value is unknown. Different pointers point to memory that does not overlap.

import { constantOf, numberOf, type Polynomial } from './polynomial.ts';
import { Unproven, upTo } from './unknowns.ts';
import type { WasmModule } from './wasm-module.ts';
import { type Word, type Words, wordOf } from './words.ts';

/** The first address of memory that no pointer reaches, so that offsets never wrap. */
const LAST_POINTER = (1n << 32n) - (1n << 20n);

/** Constants and space begin here. */
const FIRST_SPACE = 1024;

/** Bytes between two tables that may be space. */
const SMALLEST_SPACE = 28;

/** A place: the name of a pointer, '' without one, and the distance from it. */
type Place = { readonly pointer: string; readonly offset: number };

export class ProofMemory {
  private readonly words: Words;
  private readonly cells = new Map<string, Word>();
  private readonly pointers = new Set<string>();
  private written = new Set<string>();
  private readonly constants = new Map<number, number>();

  constructor(words: Words, module: WasmModule) {
    this.words = words;
    let end = 0;
    for (const { address, bytes } of module.data) {
      // A table of constants is in several pieces if it has zeros. No space is this small.
      for (let at = end; address - end < SMALLEST_SPACE && at < address; at++) {
        this.constants.set(at, 0);
      }
      end = address + bytes.length;
      for (const [i, byte] of bytes.entries()) this.constants.set(address + i, byte);
    }
  }

  /** Returns a new pointer, whose memory has unknown contents. */
  pointer(): Word {
    const made = this.words.fresh(32, { low: 1024n, high: LAST_POINTER });
    for (const name of made.is.keys()) this.pointers.add(name);
    return made;
  }

  private placeOf(address: Word, distance: number): Place {
    const at = constantOf(address.is);
    if (at !== undefined) return { pointer: '', offset: Number(at) + distance };
    let pointer = '';
    let offset = distance;
    for (const [monomial, coefficient] of address.is) {
      if (monomial === '') offset += Number(coefficient);
      else if (pointer === '' && coefficient === 1n && this.pointers.has(monomial)) {
        pointer = monomial;
      } else throw new Unproven('An address is not a pointer and a distance');
    }
    return { pointer, offset };
  }

  private keyOf({ pointer, offset }: Place): string {
    if (offset % 4 !== 0) throw new Unproven('A word is not aligned');
    return `${pointer}@${offset}`;
  }

  load(address: Word, distance: number): Word {
    const place = this.placeOf(address, distance);
    const key = this.keyOf(place);
    const known = this.cells.get(key) ?? this.initial(place);
    this.cells.set(key, known);
    return known;
  }

  /** Returns a constant of the module, or an unknown word for any other memory. */
  private initial({ pointer, offset }: Place): Word {
    return (pointer === '' ? this.constantAt(offset) : undefined) ?? this.words.fresh(32);
  }

  store(address: Word, distance: number, value: Word): void {
    const place = this.placeOf(address, distance);
    const key = this.keyOf(place);
    if (place.pointer === '' && this.constants.has(place.offset)) {
      throw new Unproven('A constant is written');
    }
    this.cells.set(key, value);
    this.written.add(key);
  }

  /** Forgets what was written. */
  start(): void {
    this.written = new Set();
  }

  /** Requires that what was written is within one of these places, or at a constant address. */
  requireWritten(
    places: readonly (readonly [address: Word, bytes: number])[],
    isSpacePermitted = false,
  ): void {
    const permitted = new Set(
      places.flatMap(([address, bytes]) =>
        Array.from({ length: bytes / 4 }, (_, i) => this.keyOf(this.placeOf(address, 4 * i))),
      ),
    );
    for (const key of this.written) {
      if (isSpacePermitted && key.startsWith('@') && Number(key.slice(1)) >= FIRST_SPACE) continue;
      if (!permitted.has(key)) throw new Unproven('Other memory is written');
    }
  }

  /** Returns a byte. */
  loadByte(_address: Word, _distance: number): Word {
    throw new Unproven('A single byte');
  }

  storeByte(_address: Word, _distance: number, _value: Word): void {
    throw new Unproven('A single byte');
  }

  copy(_to: Word, _from: Word, _count: number): void {
    throw new Unproven('A copy');
  }

  /** Returns the constant of the module at an address. */
  protected constantAt(at: number): Word | undefined {
    const bytes = [3, 2, 1, 0].map((i) => this.constants.get(at + i));
    if (bytes.every((byte) => byte === undefined)) return undefined;
    // Data ends with its last byte other than 0.
    return wordOf(
      32,
      bytes.reduce<bigint>((sum, byte) => (sum << 8n) | BigInt(byte ?? 0), 0n),
    );
  }

  /** Sets words of unknown numbers with these largest values, and returns them. */
  setNumber(address: Word, largest: readonly bigint[]): Polynomial[] {
    return largest.map((high, i) => {
      const word = this.words.fresh(32, upTo(high));
      this.store(address, 4 * i, word);
      return word.is;
    });
  }

  /** Sets unknown bytes, and returns them. */
  setBytes(address: Word, count: number): Polynomial[] {
    const bytes = Array.from({ length: count }, () => this.words.unknowns.fresh(upTo(255n)));
    for (let i = 0; i < count; i += 4) {
      const is = numberOf(bytes.slice(i, i + 4), 8);
      this.store(address, i, this.words.make(32, is, upTo((1n << 32n) - 1n)));
    }
    return bytes;
  }

  /** Returns the lowest constant address that was written. */
  lowestSpace(): number {
    const addresses = [...this.written].filter((key) => key.startsWith('@'));
    if (addresses.length === 0) throw new Unproven('No space');
    return Math.min(...addresses.map((key) => Number(key.slice(1))));
  }

  /** Returns the number of words at constant addresses that were written. */
  writtenSpace(): number {
    return [...this.written].filter((key) => key.startsWith('@')).length;
  }

  /** Requires that the space that was written is 0 again. */
  requireWipedSpace(): void {
    for (const key of this.written) {
      if (key.startsWith('@') && this.cells.get(key)?.range.high !== 0n) {
        throw new Unproven('A number is left in space');
      }
    }
  }

  /** Returns true if two places of this size are the same, or do not overlap. */
  isApart(a: Word, b: Word, bytes: number): boolean {
    const [first, second] = [this.placeOf(a, 0), this.placeOf(b, 0)];
    const distance = Math.abs(first.offset - second.offset);
    return first.pointer !== second.pointer || distance === 0 || distance >= bytes;
  }

  /** Returns the words of a number. */
  wordsAt(address: Word, count: number): Word[] {
    return Array.from({ length: count }, (_, i) => this.load(address, 4 * i));
  }
}
