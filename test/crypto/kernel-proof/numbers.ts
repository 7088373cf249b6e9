// The numbers of the kernel: modulo p in nine limbs of 29 bits, modulo n in eight of 32 bits.

import type { Machine } from './machine.ts';
import { add, numberOf, type Polynomial } from './polynomial.ts';
import { Unproven, upTo } from './unknowns.ts';
import type { Word } from './words.ts';

export const P = 2n ** 256n - 2n ** 32n - 977n;
export const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

export const FIELD_BITS = 29;
const FIELD_LIMBS = 9;
export const SCALAR_LIMBS = 8;

/** Largest limbs of a number below 2^256 after carries. */
export const CARRIED: readonly bigint[] = limbs(2n ** 29n - 1n, 2n ** 24n - 1n);
/** Largest limbs that fit into memory. */
export const ANY: readonly bigint[] = limbs(2n ** 32n - 1n, 2n ** 32n - 1n);
export const ANY_SCALAR: readonly bigint[] = ANY.slice(1);

function limbs(other: bigint, top: bigint): bigint[] {
  return Array.from({ length: FIELD_LIMBS }, (_, i) => (i < FIELD_LIMBS - 1 ? other : top));
}

/** Largest limbs of a number of this magnitude, as field.ts defines it. */
export function ofMagnitude(magnitude: number): bigint[] {
  const times = BigInt(magnitude);
  return limbs(times * (2n ** 29n + 2n ** 14n), times * (2n ** 24n + 2n ** 14n));
}

export const valueOfField = (words: readonly Word[]): Polynomial =>
  numberOf(
    words.map((word) => word.is),
    FIELD_BITS,
  );

export const valueOfScalar = (words: readonly Word[]): Polynomial =>
  numberOf(
    words.map((word) => word.is),
    32,
  );

export const fieldAt = (machine: Machine, address: Word): Word[] =>
  machine.memory.wordsAt(address, FIELD_LIMBS);

export const scalarAt = (machine: Machine, address: Word): Word[] =>
  machine.memory.wordsAt(address, SCALAR_LIMBS);

/** Returns the number of 32 bytes in memory, big-endian. */
export function valueOfBytes(machine: Machine, address: Word): Polynomial {
  const { unknowns } = machine.words;
  const bytes = machine.memory.wordsAt(address, 8).flatMap(({ is, range }) => {
    const half = unknowns.split(is, range, 16);
    return [half.lower, half.upper].flatMap((part) => {
      const { lower, upper } = unknowns.split(part, upTo(0xffffn), 8);
      return [lower, upper];
    });
  });
  return numberOf(bytes.reverse(), 8);
}

/** Requires that two numbers are equal, or congruent with a modulus. */
export function requireEqual(machine: Machine, a: Polynomial, b: Polynomial, modulus = 0n): void {
  const difference = machine.words.unknowns.expand(add(a, b, -1n), modulus);
  if (difference.size > 0) throw new Unproven('A result is not equal');
}

/** Requires that each word is at most this large. */
export function requireLimbs(words: readonly Word[], largest: readonly bigint[]): void {
  for (const [i, word] of words.entries()) {
    if (word.range.high > (largest[i] ?? -1n)) throw new Unproven('A limb may be too large');
  }
}

/** Requires that a number is from 0 to a largest one. */
export function requireAtMost(machine: Machine, a: Polynomial, largest: bigint): void {
  const { low, high } = machine.words.unknowns.boundsOf(a);
  if (low < 0n || high > largest) throw new Unproven('A number may be too large');
}
