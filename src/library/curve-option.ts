import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';

/** Arguments with an optional curve. */
export type CurveOption<Given> = Omit<Given, 'secp256k1'> & {
  /** Default: the curve in pure JavaScript; `coldsign/kernel` has a faster one. */
  readonly secp256k1?: Secp256k1 | undefined;
};

/** Adds the default curve if none is given. */
export function withCurve<Given extends object>(
  given: Given & { readonly secp256k1?: Secp256k1 | undefined },
): Given & { readonly secp256k1: Secp256k1 } {
  return { ...given, secp256k1: given.secp256k1 ?? nobleSecp256k1 };
}
