import { N, P } from './field.ts';
import type { Point } from './point.ts';

/**
 * beta^3 = 1 modulo P: multiplies a point by lambda with one multiplication (Gallant, Lambert,
 * Vanstone 2001).
 */
const BETA = 0x7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501een;

// A short basis of the vectors (a, b) with a + b * lambda = 0 modulo n; b2 is a1.
const A1 = 0x3086d221a7d46bcde86c90e49284eb15n;
const MINUS_B1 = 0xe4437ed6010e88286f547fa90abfe4c3n;
const A2 = 0x114ca50f7a8e2f3f657c1108d9d44cfd8n;

const divideByN = (number: bigint): bigint => (number + N / 2n) / N;

/** lambda * point. */
export const rotate = ({ x, y }: Point): Point => ({ x: (BETA * x) % P, y });

/**
 * Splits a scalar from 0 to n - 1 into a + b * lambda. Both are below 2^128 in size and may be
 * negative.
 */
export function splitScalar(scalar: bigint): readonly [bigint, bigint] {
  const c1 = divideByN(A1 * scalar);
  const c2 = divideByN(MINUS_B1 * scalar);
  return [scalar - c1 * A1 - c2 * A2, c1 * MINUS_B1 - c2 * A1];
}
