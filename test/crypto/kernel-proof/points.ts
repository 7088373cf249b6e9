// Unknown points in memory, and the point that a line gives.

import { cancelInverses, fieldIn, magnitudeOf, setField } from './contracts.ts';
import { fieldAt, P } from './numbers.ts';
import { add, multiply, type Polynomial, reduce, zero } from './polynomial.ts';
import type { Proof } from './theorem.ts';
import { Unproven, upTo } from './unknowns.ts';
import { type Word, wordOf } from './words.ts';

const FIELD = 36;

export const times = (...factors: Polynomial[]): Polynomial =>
  factors.reduce((product, factor) => reduce(multiply(product, factor), P));
export const minus = (a: Polynomial, b: Polynomial): Polynomial => add(a, b, -1n);

/** Returns the address of a coordinate after a pointer. */
export const at = ({ words }: Proof, pointer: Word, distance: number): Word =>
  words.add(pointer, wordOf(32, BigInt(distance)));

/** Writes new unknown coordinates with these magnitudes, and returns them. */
export function setCoordinates(
  proof: Proof,
  pointer: Word,
  magnitudes: readonly number[],
): Polynomial[] {
  return magnitudes.map((magnitude, i) => {
    const value = proof.unknowns.fresh(upTo(P - 1n));
    setField(proof.machine, at(proof, pointer, i * FIELD), magnitude, value);
    return value;
  });
}

/**
 * Returns X, Y and Z of the third point on a line, with the other sign. The line goes through (X, Y,
 * Z) and a point with x * Z^2 = otherX, with the slope rise / (Z * run).
 */
export function thirdPoint(
  [x = zero, y = zero, z = zero]: readonly Polynomial[],
  otherX: Polynomial,
  rise: Polynomial,
  run: Polynomial,
): Polynomial[] {
  const square = times(run, run);
  const thirdX = minus(times(rise, rise), times(add(x, otherX), square));
  const thirdY = minus(times(rise, minus(times(x, square), thirdX)), times(y, square, run));
  return [thirdX, thirdY, times(z, run)];
}

/** Requires coordinates of these values, and of at most this magnitude. */
export function requireCoordinates(
  proof: Proof,
  pointer: Word,
  expected: readonly Polynomial[],
  magnitude = 1,
): void {
  for (const [i, value] of expected.entries()) {
    const address = at(proof, pointer, i * FIELD);
    if (magnitudeOf(fieldAt(proof.machine, address)) > magnitude) throw new Unproven('Too large');
    const found = fieldIn(proof.machine, address);
    const difference = cancelInverses(proof.machine, minus(found, value), P);
    if (difference.size > 0) throw new Unproven('Another coordinate');
  }
}

/** Requires an affine point of magnitude 1 with these coordinates times z^2 and z^3. */
export function requireScaled(
  proof: Proof,
  point: Word,
  [x = zero, y = zero]: readonly Polynomial[],
  z: Polynomial,
): void {
  for (const [i, [value, factor]] of [
    [x, times(z, z)] as const,
    [y, times(z, z, z)] as const,
  ].entries()) {
    const place = at(proof, point, i * FIELD);
    if (magnitudeOf(fieldAt(proof.machine, place)) > 1) throw new Unproven('Too large');
    const scaled = times(fieldIn(proof.machine, place), factor);
    if (cancelInverses(proof.machine, minus(scaled, value), P).size > 0) {
      throw new Unproven('Another coordinate');
    }
  }
}
