import type { Secp256k1 } from '../crypto/secp256k1.ts';

/**
 * The part of the curve that verifies; a `Secp256k1` is a verifier. A verifier that collects
 * signatures for `Secp256k1.verifyAll` must know two things. A wrong Schnorr signature always fails
 * its script, a wrong ECDSA signature may not. And a failure is exact only if no signature was
 * assumed valid before it.
 */
export type SignatureVerifier = Pick<
  Secp256k1,
  'verifyEcdsa' | 'verifySchnorr' | 'tweakXOnlyPublicKey'
>;
