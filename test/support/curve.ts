import * as tiny from 'tiny-secp256k1';
import type { SignatureVerifier } from '../../src/sighash/transaction-checker.ts';

/** tiny-secp256k1 throws on bytes that cannot be a key or a signature. */
function attempt<T>(ask: () => T, otherwise: T): T {
  try {
    return ask();
  } catch {
    return otherwise;
  }
}

/**
 * Another library's curve, for verification only. It is fast, and faults of our backends cannot
 * affect it.
 */
export const tinyVerifier: SignatureVerifier = {
  verifyEcdsa: (signature, digest, publicKey) =>
    attempt(() => tiny.verify(digest, publicKey, signature), false),
  verifySchnorr: (signature, digest, xOnly) =>
    attempt(() => tiny.verifySchnorr(digest, xOnly, signature), false),
  tweakXOnlyPublicKey(xOnly, tweak) {
    const tweaked = attempt(() => tiny.xOnlyPointAddTweak(xOnly, tweak), null);
    return tweaked === null
      ? undefined
      : { xOnly: tweaked.xOnlyPubkey, parity: tweaked.parity === 0 ? 0 : 1 };
  },
};
