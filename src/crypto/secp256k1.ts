import type { MembersOf } from '../arguments/basic-kinds.ts';
import type { Bytes } from '../encoding/bytes.ts';

/**
 * The operations of a curve that an app may bring, such as a native library: `createCurve` takes
 * them. No function throws for wrong bytes: invalid keys and points give `undefined` or false.
 * Private keys, digests and x-only keys have 32 bytes, big-endian.
 */
export type CurveFunctions = {
  /** Derives a public key of 33 or 65 bytes; `undefined` for a key that is 0 or not below n. */
  publicKey(privateKey: Bytes, compressed: boolean): Bytes | undefined;
  /**
   * Signs by RFC 6979 with low S and low R, as Core does (key.cpp, CKey::Sign): while R is 2^255 or
   * more, sign again with a counter from 1 as extra entropy (32 bytes, little-endian). Returns the
   * 64 bytes R || S. A signature with another nonce is refused.
   */
  signEcdsa(digest: Bytes, privateKey: Bytes): Bytes | undefined;
  /**
   * Verifies R || S of 64 bytes. Accepts a high S, like Core, which normalizes before verifying.
   */
  verifyEcdsa(signature: Bytes, digest: Bytes, publicKey: Bytes): boolean;
  /** Signs by BIP340 with the given 32 bytes of auxiliary data. */
  signSchnorr(digest: Bytes, privateKey: Bytes, auxiliary: Bytes): Bytes | undefined;
  /** Verifies a BIP340 signature of 64 bytes for a message of 32 bytes. */
  verifySchnorr(signature: Bytes, digest: Bytes, xOnly: Bytes): boolean;
  /** Returns P + tweak*G in 33 bytes (BIP32 public derivation). */
  tweakPublicKey(publicKey: Bytes, tweak: Bytes): Bytes | undefined;
};

/** A curve for the option `secp256k1`. `createCurve` makes one of the functions of an app. */
export type Curve = CurveFunctions & {
  /** `kernel` for the curve in WebAssembly, otherwise `noble`. */
  readonly name: 'noble' | 'kernel';
  /** Verifies a signature by other code than made it. */
  confirm(check: SignatureCheck): boolean;
};

/**
 * The curve, with two backends of identical output: `noble.ts` in JavaScript, the default, and
 * `kernel-backend.ts` in our own WebAssembly. No function throws for bytes from outside; bad keys
 * and points give `undefined` or false. Every signature is verified by other formulas before it is
 * returned; if it is invalid, a `ComputationFault` is thrown. Public keys are SEC1 bytes (33, or 65
 * with prefix 04). Hybrid keys (06/07) are accepted where Core's `CPubKey::IsFullyValid` accepts
 * them. Private keys and x-only keys have 32 bytes.
 */
export type Secp256k1 = Curve & {
  /** Returns true if these are 32 bytes of a number above 0 and below n. */
  isPrivateKey(privateKey: Bytes): boolean;
  /**
   * Computes legacy digests: SHA-256 of the text once per piece, with the piece in place of `cut`
   * bytes. All pieces have one length; places, in bytes, ascend. If absent, each is hashed
   * separately.
   */
  hashSpliced?(
    text: Bytes,
    cut: number,
    places: readonly number[],
    pieces: readonly Bytes[],
  ): Bytes[];
  /**
   * Returns true for a point on the curve: 33-byte, 65-byte (04) and hybrid 65-byte (06/07) forms.
   * Core: CPubKey::IsFullyValid.
   */
  isPublicKey(publicKey: Bytes): boolean;
  /** Converts to the 33- or 65-byte form; `undefined` if it is not a point. */
  convertPublicKey(publicKey: Bytes, compressed: boolean): Bytes | undefined;
  /** Returns true if the 32 bytes are x of a point on the curve. */
  isXOnlyPublicKey(xOnly: Bytes): boolean;
  /** Returns privateKey + tweak mod n; `undefined` for a result of 0 or a tweak not below n. */
  tweakPrivateKey(privateKey: Bytes, tweak: Bytes): Bytes | undefined;
  /** Returns n - privateKey, the key of the same x with the opposite y. */
  negatePrivateKey(privateKey: Bytes): Bytes;
  /** Returns lift_x(xOnly) + tweak*G (BIP341, taproot_tweak_pubkey). */
  tweakXOnlyPublicKey(xOnly: Bytes, tweak: Bytes): XOnlyPublicKey | undefined;
  /**
   * Returns true if all signatures would be confirmed. If absent, they are confirmed one by one.
   */
  confirmAll?(checks: readonly SignatureCheck[]): boolean;
  /**
   * Derives public keys like `publicKey`. In this function and those below, a backend may share
   * tables, inversions and batches.
   */
  publicKeyMany(privateKeys: readonly Bytes[], compressed: boolean): (Bytes | undefined)[];
  /** Returns a signature for each request; `undefined` for an invalid private key. */
  signEcdsaMany(requests: readonly EcdsaSigning[]): (NewSignature | undefined)[];
  /** Returns a signature for each request; `undefined` for an invalid private key. */
  signSchnorrMany(requests: readonly SchnorrSigning[]): (NewSignature | undefined)[];
  /**
   * Returns true if all signatures are valid. False means that at least one is invalid or has a
   * wrong `nonceY`; check them one by one to find it. ECDSA checks with a `nonceY`, and BIP340
   * checks, are verified together by one random linear combination. A backend that verifies one by
   * one ignores `nonceY`.
   */
  verifyAll(checks: readonly SignatureCheck[]): boolean;
  /** Returns the results of `tweakPublicKey` for one public key and many tweaks. */
  tweakPublicKeyMany(publicKey: Bytes, tweaks: readonly Bytes[]): (Bytes | undefined)[];
  /** Returns the results of `tweakXOnlyPublicKey` with a tweak for each key. */
  tweakXOnlyPublicKeyMany(
    keys: readonly Bytes[],
    tweaks: readonly Bytes[],
  ): (XOnlyPublicKey | undefined)[];
  /**
   * Derives the children with these numbers (BIP32, CKDpub): 4 bytes each, big-endian, not
   * hardened; `undefined` for a child without a key. If absent, they are derived by hashes and
   * `tweakPublicKeyMany`.
   */
  deriveChildren?(parent: ParentKey, numbers: readonly Bytes[]): (ParentKey | undefined)[];
  /**
   * Returns a private key times each public key, as 33 bytes (Diffie-Hellman); `undefined` for an
   * invalid key. If absent, @noble/secp256k1 multiplies one by one.
   */
  multiplyByKey?(privateKey: Bytes, publicKeys: readonly Bytes[]): (Bytes | undefined)[];
  /**
   * Signs by RFC 6979 without grinding for a low R (key.cpp, CKey::SignCompact), with low S.
   * Returns a signature for each request; `undefined` for an invalid private key. If absent,
   * @noble/secp256k1 signs.
   */
  signRecoverableMany?(requests: readonly EcdsaSigning[]): (RecoverableSignature | undefined)[];
  /**
   * Returns the public key, 33 or 65 bytes, for which an ECDSA signature (R || S, also with a high
   * S) is valid (SEC 1, 4.1.6); `undefined` if there is none. `recovery` is as in
   * `RecoverableSignature`. If absent, it is computed in JavaScript.
   */
  recoverPublicKey?(
    signature: Bytes,
    digest: Bytes,
    recovery: number,
    compressed: boolean,
  ): Bytes | undefined;
  /**
   * Returns true if every signature recovers its public key. If it returns false, recover them
   * one by one to find the wrong ones. If absent, recover them one by one.
   */
  recoverAll?(checks: readonly RecoveryCheck[]): boolean;
};

/** The members of a backend, for the check of what an app gives as a curve. */
export const backendMembers = {
  name: 'any',
  confirm: 'function',
  isPrivateKey: 'function',
  publicKey: 'function',
  isPublicKey: 'function',
  convertPublicKey: 'function',
  isXOnlyPublicKey: 'function',
  signEcdsa: 'function',
  verifyEcdsa: 'function',
  signSchnorr: 'function',
  verifySchnorr: 'function',
  tweakPrivateKey: 'function',
  negatePrivateKey: 'function',
  tweakPublicKey: 'function',
  tweakXOnlyPublicKey: 'function',
  publicKeyMany: 'function',
  signEcdsaMany: 'function',
  signSchnorrMany: 'function',
  verifyAll: 'function',
  tweakPublicKeyMany: 'function',
  tweakXOnlyPublicKeyMany: 'function',
  hashSpliced: 'function?',
  confirmAll: 'function?',
  deriveChildren: 'function?',
  multiplyByKey: 'function?',
  signRecoverableMany: 'function?',
  recoverPublicKey: 'function?',
  recoverAll: 'function?',
} as const satisfies MembersOf<Secp256k1>;

/** A signature of 64 bytes, and the public key that must be recovered from it. */
export type RecoveryCheck = RecoverableSignature & Pick<SignatureCheck, 'digest' | 'publicKey'>;

/** An ECDSA signature of 64 bytes with the data to recover its public key. */
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

/**
 * An x-only key. `parity` is that of Y: 1 if odd (the low bit of a taproot control block's first
 * byte).
 */
export type XOnlyPublicKey = {
  /** 32 bytes: x, big-endian. */
  readonly xOnly: Bytes;
  /** 0: y is even; 1: y is odd. */
  readonly parity: 0 | 1;
};

/** A signature to make, as one of a list. */
export type EcdsaSigning = {
  /** The 32 bytes to sign, in hashing order. */
  readonly digest: Bytes;
  /** The private key: 32 bytes, big-endian. It is not kept. */
  readonly privateKey: Bytes;
  /**
   * The public key that verifies the signature (SEC1 bytes, x-only for Schnorr). If absent, it is
   * derived.
   */
  readonly publicKey?: Bytes | undefined;
  /** y of the private key's point, 32 bytes, if known. It is odd for some x-only keys. */
  readonly keyY?: Bytes | undefined;
};
/** A Schnorr signature (BIP340) to make, as one of a list. */
export type SchnorrSigning = EcdsaSigning & {
  /** 32 bytes that are hashed into the nonce (BIP340, aux_rand). */
  readonly auxiliary: Bytes;
};

/**
 * A signature of 64 bytes with y (32 bytes, big-endian) of its nonce point R, so that `verifyAll`
 * need not compute R. y is public, because it can be computed from the signature. This also applies
 * to y of the public key, which is included if it was computed.
 */
export type NewSignature = {
  /** R || S for ECDSA, R || s (BIP340) for Schnorr: 64 bytes. */
  readonly signature: Bytes;
  /** 32 bytes, big-endian; absent if it was not computed. */
  readonly nonceY?: Bytes | undefined;
  /** 32 bytes, big-endian; absent if it was not computed. */
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
   * A hint from the signer (`NewSignature`). It is not trusted: a wrong hint cannot make
   * `verifyAll` true.
   */
  readonly nonceY?: Bytes | undefined;
  /** y of the public key, as a hint. It is not trusted: a wrong hint is ignored. */
  readonly keyY?: Bytes | undefined;
};
