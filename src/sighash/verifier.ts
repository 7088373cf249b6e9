import type { Secp256k1, SignatureCheck } from '../crypto/secp256k1.ts';
import { encodeHex } from '../encoding/hex.ts';

/** The curve as far as verifying needs it: a `Secp256k1` is one. */
export type SignatureVerifier = Pick<
  Secp256k1,
  'verifyEcdsa' | 'verifySchnorr' | 'tweakXOnlyPublicKey'
>;

/** Takes signatures for valid that may be checked later, all at once. */
export type DeferringVerifier = SignatureVerifier & {
  /** What has been taken for valid since the last call, for `Secp256k1.verifyAll`. */
  takePending(): SignatureCheck[];
};

/**
 * Schnorr signatures are all deferred: one that is wrong fails its script in any case. An ECDSA signature may fail
 * without failing its script, so only those are deferred that `isOwn` knows as made for that key and digest.
 *
 * When `verifyAll` says true of what is pending, each verdict that was reached is the one that checking at once
 * would have reached. When it says false, verify again with the curve itself: only then the errors are exact.
 */
export function createDeferringVerifier(
  secp256k1: SignatureVerifier,
  isOwn: (check: SignatureCheck) => boolean,
): DeferringVerifier {
  let pending: SignatureCheck[] = [];
  return {
    verifyEcdsa(signature, digest, publicKey) {
      const check: SignatureCheck = { kind: 'ecdsa', signature, digest, publicKey };
      if (!isOwn(check)) return secp256k1.verifyEcdsa(signature, digest, publicKey);
      pending.push(check);
      return true;
    },
    verifySchnorr(signature, digest, publicKey) {
      pending.push({ kind: 'schnorr', signature, digest, publicKey });
      return true;
    },
    tweakXOnlyPublicKey: (xOnly, tweak) => secp256k1.tweakXOnlyPublicKey(xOnly, tweak),
    takePending() {
      const taken = pending;
      pending = [];
      return taken;
    },
  };
}

/** Remembers every verdict: for transactions whose signatures are looked at more than once (Core: sigcache.cpp). */
export function createRememberingVerifier(secp256k1: SignatureVerifier): SignatureVerifier {
  const verdicts = new Map<string, boolean>();
  const remember =
    (kind: string, verify: SignatureVerifier['verifyEcdsa']): SignatureVerifier['verifyEcdsa'] =>
    (signature, digest, publicKey) => {
      const key = `${kind}${encodeHex(signature)}${encodeHex(digest)}${encodeHex(publicKey)}`;
      const known = verdicts.get(key);
      if (known !== undefined) return known;
      const verdict = verify(signature, digest, publicKey);
      verdicts.set(key, verdict);
      return verdict;
    };
  return {
    verifyEcdsa: remember('e', (...check) => secp256k1.verifyEcdsa(...check)),
    verifySchnorr: remember('s', (...check) => secp256k1.verifySchnorr(...check)),
    tweakXOnlyPublicKey: (xOnly, tweak) => secp256k1.tweakXOnlyPublicKey(xOnly, tweak),
  };
}
