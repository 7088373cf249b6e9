import type { Secp256k1, SignatureCheck } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
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

/** What the maker of a signature knows of it (`NewSignature`); nothing more than that it is its own is enough. */
export type OwnSignature = { readonly nonceY?: Bytes };

/**
 * Schnorr signatures are all deferred: one that is wrong fails its script in any case. An ECDSA signature may fail
 * without failing its script, so only those are deferred that `findOwn` knows as made with this key for this digest.
 *
 * When `verifyAll` says true of what is pending, each verdict that was reached is the one that checking at once
 * would have reached. When it says false, verify again with the curve itself: only then the errors are exact.
 */
export function createDeferringVerifier(
  secp256k1: SignatureVerifier,
  findOwn: (check: SignatureCheck) => OwnSignature | undefined,
): DeferringVerifier {
  let pending: SignatureCheck[] = [];
  return {
    verifyEcdsa(signature, digest, publicKey) {
      const check: SignatureCheck = { kind: 'ecdsa', signature, digest, publicKey };
      const own = findOwn(check);
      if (own === undefined) return secp256k1.verifyEcdsa(signature, digest, publicKey);
      pending.push({ ...check, ...own });
      return true;
    },
    verifySchnorr(signature, digest, publicKey) {
      const check: SignatureCheck = { kind: 'schnorr', signature, digest, publicKey };
      pending.push({ ...check, ...findOwn(check) });
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

/** Remembers every answer: for transactions whose signatures are looked at more than once (Core: sigcache.cpp). */
export function createRememberingVerifier(secp256k1: SignatureVerifier): SignatureVerifier {
  return {
    verifyEcdsa: remember((...check) => secp256k1.verifyEcdsa(...check)),
    verifySchnorr: remember((...check) => secp256k1.verifySchnorr(...check)),
    tweakXOnlyPublicKey: remember((...tweaking) => secp256k1.tweakXOnlyPublicKey(...tweaking)),
  };
}

function remember<Arguments extends readonly Bytes[], Answer>(
  ask: (...values: Arguments) => Answer,
): (...values: Arguments) => Answer {
  const answers = new Map<string, { readonly answer: Answer }>();
  return (...values) => {
    const key = values.map(encodeHex).join(' ');
    const known = answers.get(key) ?? { answer: ask(...values) };
    answers.set(key, known);
    return known.answer;
  };
}
