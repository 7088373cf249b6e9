import type { Bytes } from '../encoding/bytes.ts';

/**
 * The curve, with two backends of identical output (`noble.ts`: pure JS, the library's default;
 * `kernel-backend.ts`: WebAssembly of our own). Nothing here throws on bytes from outside: bad keys
 * and points answer `undefined` or false. No signature is returned that was not verified since it
 * was made, by other formulas than those: where one does not hold, a `ComputationFault` is thrown.
 * Public keys are SEC1 bytes (33, or 65 with prefix 04); hybrid keys (06/07) are accepted where
 * Core's `CPubKey::IsFullyValid` accepts them. Private keys are 32 bytes, x-only keys 32 bytes.
 */
export type Secp256k1 = {
  /** Name of the backend. */
  readonly name: 'noble' | 'kernel';
  /** Returns true if these are 32 bytes of a number above 0 and below n. */
  isPrivateKey(privateKey: Bytes): boolean;
  /**
   * Computes legacy digests: SHA-256 of the text once per piece, with the piece in place of `cut`
   * bytes. All pieces have one length; places, in bytes, ascend. Absent: each is hashed separately.
   */
  hashSpliced?(
    text: Bytes,
    cut: number,
    places: readonly number[],
    pieces: readonly Bytes[],
  ): Bytes[];
  /** `undefined` for a key that is 0 or not below n. */
  publicKey(privateKey: Bytes, compressed: boolean): Bytes | undefined;
  /**
   * Returns true for a point on the curve: 33-byte, 65-byte (04) and hybrid 65-byte (06/07) forms.
   * Core: CPubKey::IsFullyValid.
   */
  isPublicKey(publicKey: Bytes): boolean;
  /** Converts to the 33- or 65-byte form; `undefined` if it is not a point. */
  convertPublicKey(publicKey: Bytes, compressed: boolean): Bytes | undefined;
  /** Returns true if the 32 bytes are x of a point on the curve. */
  isXOnlyPublicKey(xOnly: Bytes): boolean;
  /** RFC 6979, low R by Core's grinding (key.cpp, CKey::Sign), low S. The 64 bytes R || S. */
  signEcdsa(digest: Bytes, privateKey: Bytes): Bytes | undefined;
  /** R || S as 64 bytes; a high S is accepted (as Core, which normalises before verifying). */
  verifyEcdsa(signature: Bytes, digest: Bytes, publicKey: Bytes): boolean;
  /** BIP340 with the given 32 bytes of auxiliary data. */
  signSchnorr(digest: Bytes, privateKey: Bytes, auxiliary: Bytes): Bytes | undefined;
  /** BIP340, with 64 bytes of signature and a message of 32 bytes. */
  verifySchnorr(signature: Bytes, digest: Bytes, xOnly: Bytes): boolean;
  /** privateKey + tweak mod n; `undefined` for a result of 0 or a tweak not below n. */
  tweakPrivateKey(privateKey: Bytes, tweak: Bytes): Bytes | undefined;
  /** n - privateKey: the key of the same x with the other y. */
  negatePrivateKey(privateKey: Bytes): Bytes;
  /** P + tweak*G, 33 bytes (BIP32 public derivation). */
  tweakPublicKey(publicKey: Bytes, tweak: Bytes): Bytes | undefined;
  /** BIP341 taproot_tweak_pubkey: lift_x(xOnly) + tweak*G. */
  tweakXOnlyPublicKey(xOnly: Bytes, tweak: Bytes): XOnlyPublicKey | undefined;
  /** Verifies one with code that has no part in signing lists; slower than the other ways. */
  confirm(check: SignatureCheck): boolean;
  /** Returns true if all signatures would be confirmed. Absent: they are confirmed one by one. */
  confirmAll?(checks: readonly SignatureCheck[]): boolean;
  /**
   * `publicKey` for a list. In this function and those below a backend may share tables, inversions
   * and batches.
   */
  publicKeyMany(privateKeys: readonly Bytes[], compressed: boolean): (Bytes | undefined)[];
  /** Returns a signature for each request; `undefined` for an invalid private key. */
  signEcdsaMany(requests: readonly EcdsaSigning[]): (NewSignature | undefined)[];
  /** Returns a signature for each request; `undefined` for an invalid private key. */
  signSchnorrMany(requests: readonly SchnorrSigning[]): (NewSignature | undefined)[];
  /**
   * Returns true if all signatures are valid. False means that at least one is invalid or has a
   * wrong `nonceY`: check them one by one to find it. Checks with a `nonceY`, and BIP340's, are
   * decided together by one random linear combination. A backend that verifies one by one ignores
   * `nonceY`.
   */
  verifyAll(checks: readonly SignatureCheck[]): boolean;
  /** One public key with many tweaks, as `tweakPublicKey` one by one. */
  tweakPublicKeyMany(publicKey: Bytes, tweaks: readonly Bytes[]): (Bytes | undefined)[];
  /** A tweak for each key, as `tweakXOnlyPublicKey` one by one. */
  tweakXOnlyPublicKeyMany(
    keys: readonly Bytes[],
    tweaks: readonly Bytes[],
  ): (XOnlyPublicKey | undefined)[];
  /**
   * Derives the children with these numbers (BIP32, CKDpub): 4 bytes each, big-endian, not
   * hardened; `undefined` for a child without a key. Absent: they are derived by hashes and
   * `tweakPublicKeyMany`.
   */
  deriveChildren?(parent: ParentKey, numbers: readonly Bytes[]): (ParentKey | undefined)[];
  /**
   * A private key times each public key, as 33 bytes (Diffie-Hellman); `undefined` for what is not
   * a key. Absent: @noble/secp256k1 multiplies one by one.
   */
  multiplyByKey?(privateKey: Bytes, publicKeys: readonly Bytes[]): (Bytes | undefined)[];
  /**
   * RFC 6979 without grinding for a low R (key.cpp, CKey::SignCompact), low S; Returns a signature
   * for each request; `undefined` for an invalid private key. Absent: @noble/secp256k1 signs.
   */
  signRecoverableMany?(requests: readonly EcdsaSigning[]): (RecoverableSignature | undefined)[];
  /**
   * SEC 1, 4.1.6: the public key, 33 or 65 bytes, under which an ECDSA signature (R || S, a high S
   * too) holds for a digest; `undefined` where there is none. `recovery`: as of a
   * `RecoverableSignature`. Absent: it is found in JavaScript.
   */
  recoverPublicKey?(
    signature: Bytes,
    digest: Bytes,
    recovery: number,
    compressed: boolean,
  ): Bytes | undefined;
  /**
   * Returns true if every signature recovers its public key. False means that at least one may not:
   * recover them one by one to find it. If absent, recover them one by one.
   */
  recoverAll?(checks: readonly RecoveryCheck[]): boolean;
};

/** A signature of 64 bytes, and the public key that is to be recovered from it. */
export type RecoveryCheck = RecoverableSignature & Pick<SignatureCheck, 'digest' | 'publicKey'>;

/** An ECDSA signature of 64 bytes with what its public key is found by. */
export type RecoverableSignature = {
  /** R || S, S low. */
  readonly signature: Bytes;
  /** Bit 0: y of the nonce's point is odd; bit 1: its x is n or more. */
  readonly recovery: number;
};

/** The parent of derived children (BIP32). */
export type ParentKey = {
  /** 33 bytes. */
  readonly publicKey: Bytes;
  /** 32 bytes. */
  readonly chainCode: Bytes;
};

/** `parity` is that of Y: 1 when odd (the low bit of a taproot control block's first byte). */
export type XOnlyPublicKey = {
  /** 32 bytes: x, big-endian. */
  readonly xOnly: Bytes;
  /** 0: y is even; 1: y is odd. */
  readonly parity: 0 | 1;
};

/** A signature to make, as one of a list. */
export type EcdsaSigning = {
  /** The 32 bytes to sign, as they were hashed. */
  readonly digest: Bytes;
  /** 32 bytes, big-endian. Not kept. */
  readonly privateKey: Bytes;
  /**
   * The public key that verifies the signature (SEC1 bytes, x-only for Schnorr). Absent: it is
   * derived.
   */
  readonly publicKey?: Bytes | undefined;
  /**
   * y of the private key's point, which is odd for some x-only keys too: 32 bytes, where it is
   * known.
   */
  readonly keyY?: Bytes | undefined;
};
/** A Schnorr signature (BIP340) to make, as one of a list. */
export type SchnorrSigning = EcdsaSigning & {
  /** 32 bytes that are hashed into the nonce (BIP340, aux_rand). */
  readonly auxiliary: Bytes;
};

/**
 * The 64 bytes of a signature, and y (32 bytes, big-endian) of its nonce point R, so that
 * `verifyAll` need not compute R. y is public: anyone who can verify the signature can compute it.
 * So is y of the public key, if it was computed on the way.
 */
export type NewSignature = {
  /** R || S for ECDSA, R || s (BIP340) for Schnorr: 64 bytes. */
  readonly signature: Bytes;
  /** 32 bytes, big-endian; absent: it did not come up. */
  readonly nonceY?: Bytes | undefined;
  /** 32 bytes, big-endian; absent: it did not come up. */
  readonly keyY?: Bytes | undefined;
};

/** A signature to verify, as one of a list. */
export type SignatureCheck = {
  readonly kind: 'ecdsa' | 'schnorr';
  /** 64 bytes, without a sighash byte: R || S for ECDSA, BIP340's for Schnorr. */
  readonly signature: Bytes;
  /** The 32 bytes that were signed. */
  readonly digest: Bytes;
  /** SEC1 bytes for ECDSA, x-only for Schnorr. */
  readonly publicKey: Bytes;
  /**
   * A hint from the signer (`NewSignature`). Not trusted: a wrong one cannot make `verifyAll` true.
   */
  readonly nonceY?: Bytes | undefined;
  /** y of the public key, as a hint. Not trusted: a wrong one is ignored. */
  readonly keyY?: Bytes | undefined;
};
