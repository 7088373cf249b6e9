import type { Bytes } from '../../encoding/bytes.ts';
import { sha256 } from '../hash.ts';

/** The field's prime (SEC 2, secp256k1). */
export const P = 2n ** 256n - 2n ** 32n - 977n;
/** The number of points (SEC 2, secp256k1). */
export const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Reduces a number to 0 .. modulus - 1. */
export function mod(number: bigint, modulus: bigint): bigint {
  const rest = number % modulus;
  return rest < 0n ? rest + modulus : rest;
}

/**
 * Returns 1 / number for numbers that are not 0 modulo the prime. Its time depends on the number.
 */
export function invert(number: bigint, prime: bigint): bigint {
  let a = mod(number, prime);
  let b = prime;
  let x = 0n;
  let u = 1n;
  while (a !== 0n) {
    const quotient = b / a;
    [a, b] = [b - quotient * a, a];
    [x, u] = [u, x - quotient * u];
  }
  return mod(x, prime);
}

/**
 * Inverts a secret. It is blinded by a factor derived from the number itself, so an observer does
 * not know the factor.
 */
export function invertSecret(number: bigint, prime: bigint): bigint {
  const bytes = numberToBytes(number);
  const hash = sha256(bytes);
  const factor = bytesToNumber(hash) % prime || 1n;
  bytes.fill(0);
  hash.fill(0);
  return (invert((number * factor) % prime, prime) * factor) % prime;
}

/**
 * Inverts all numbers with a single inversion and three multiplications each (Montgomery's trick).
 * None may be 0.
 */
export function invertMany(numbers: readonly bigint[], prime: bigint): bigint[] {
  const inverses: bigint[] = [];
  let product = 1n;
  for (const number of numbers) {
    inverses.push(product);
    product = (product * number) % prime;
  }
  let inverse = invertSecret(product, prime);
  for (let i = numbers.length - 1; i >= 0; i--) {
    inverses[i] = ((inverses[i] ?? 0n) * inverse) % prime;
    inverse = (inverse * (numbers[i] ?? 0n)) % prime;
  }
  return inverses;
}

/** Reads a big-endian number. */
export function bytesToNumber(bytes: Bytes): bigint {
  let number = 0n;
  let at = 0;
  for (; at + 8 <= bytes.length; at += 8) {
    for (let i = 0; i < 8; i++) word[i] = bytes[at + i] ?? 0;
    number = (number << 64n) | wordView.getBigUint64(0);
  }
  for (; at < bytes.length; at++) number = (number << 8n) | BigInt(bytes[at] ?? 0);
  word.fill(0);
  return number;
}

// A DataView of secret bytes would leave a copy of them in V8's heap (`wipeableCopy`).
const word = new Uint8Array(8);
const wordView = new DataView(word.buffer);

/** Writes a number as 32 bytes, big-endian. */
export function numberToBytes(number: bigint): Bytes {
  const bytes = new Uint8Array(32);
  writeNumber(number, bytes, 0);
  return bytes;
}

export function writeNumber(number: bigint, bytes: Bytes, at: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, 32);
  for (let i = 0; i < 4; i++) view.setBigUint64(8 * i, (number >> BigInt(192 - 64 * i)) & WORD);
}

const WORD = 2n ** 64n - 1n;
