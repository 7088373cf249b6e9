import { curveOf } from './complete-curve.ts';
import { nobleSecp256k1 } from './noble.ts';
import type { Curve, Secp256k1 } from './secp256k1.ts';
import { smallSecp256k1 } from './small-curve.ts';

/**
 * Number of multiplications of G made one by one. Making the table of `curve/` takes longer than
 * all of them.
 */
const FEW = 128;
let multiplications = 0;

function curveFor(count: number): Secp256k1 {
  multiplications += count;
  return multiplications <= FEW ? smallSecp256k1 : nobleSecp256k1;
}

/**
 * Shorter lists of BIP340 signatures are faster one by one, which also verifies all and not a
 * sample.
 */
const SHORT = 8;

/**
 * A curve with the same results that starts sooner for small tasks, such as a first address or
 * payment.
 */
export const appSecp256k1: Secp256k1 = {
  ...nobleSecp256k1,
  signSchnorrMany: (requests) =>
    (requests.length > SHORT ? nobleSecp256k1 : smallSecp256k1).signSchnorrMany(requests),
  publicKeyMany: (keys, compressed) => curveFor(keys.length).publicKeyMany(keys, compressed),
  tweakPublicKeyMany: (key, tweaks) => curveFor(tweaks.length).tweakPublicKeyMany(key, tweaks),
  tweakXOnlyPublicKeyMany: (keys, tweaks) =>
    curveFor(keys.length).tweakXOnlyPublicKeyMany(keys, tweaks),
};

/** Returns the backend of the curve that an app gives, or the one for small tasks. */
export const appCurve = (curve: Curve | undefined): Secp256k1 =>
  curve === undefined ? appSecp256k1 : curveOf(curve);
