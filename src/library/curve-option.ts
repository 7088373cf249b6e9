import { curveOf } from '../crypto/complete-curve.ts';
import { nobleSecp256k1 as backend } from '../crypto/noble.ts';
import type { Curve, Secp256k1 } from '../crypto/secp256k1.ts';

/** The default curve, in plain JavaScript: @noble/secp256k1, and faster code for lists. */
export const nobleSecp256k1: Curve = backend;

/** Arguments with an optional curve. */
export type CurveOption<Given> = Omit<Given, 'secp256k1'> & {
  /**
   * Default: the curve in pure JavaScript; `coldsign/kernel` has a faster one, and an app may have
   * its own.
   */
  readonly secp256k1?: Curve | undefined;
};

/** Adds the default curve if none is given. */
export function withCurve<Given extends object>(
  given: Given & { readonly secp256k1?: Curve | undefined },
): Given & { readonly secp256k1: Secp256k1 } {
  return { ...given, secp256k1: curveOf(given.secp256k1 ?? backend) };
}
