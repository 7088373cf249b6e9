import type { Secp256k1 } from '../crypto/secp256k1.ts';

/**
 * The curve as far as verifying needs it: a `Secp256k1` is one. One that takes signatures for valid
 * and collects them for `Secp256k1.verifyAll` must know that a wrong Schnorr signature fails its
 * script in any case, but a wrong ECDSA signature need not; and that a failure is exact only when
 * nothing was taken for granted before it.
 */
export type SignatureVerifier = Pick<
  Secp256k1,
  'verifyEcdsa' | 'verifySchnorr' | 'tweakXOnlyPublicKey'
>;
