import type { Curve, Secp256k1 } from './secp256k1.ts';

/** Returns the backend that a curve is. Nothing else makes a `Curve`, and arguments are checked. */
export const curveOf = (curve: Curve): Secp256k1 => curve as Secp256k1;
