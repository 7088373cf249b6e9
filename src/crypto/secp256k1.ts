import type { Bytes } from '../encoding/bytes.ts';

/**
 * The curve, with two backends of identical output (`noble.ts`: pure JS, the library's default; `wasm.ts`:
 * tiny-secp256k1). Nothing here throws on bytes from outside: bad keys and points answer `undefined` or false.
 * No signature is returned that was not verified since it was made, by code that did not make it: where one does not hold,
 * a `ComputationFault` is thrown. Public keys are SEC1 bytes (33, or 65 with prefix 04); hybrid keys (06/07) are accepted where Core's
 * `CPubKey::IsFullyValid` accepts them. Private keys are 32 bytes, x-only keys 32 bytes.
 */
export type Secp256k1 = {
  readonly name: 'noble' | 'wasm';
  isPrivateKey(privateKey: Bytes): boolean;
  /** `undefined` for a key that is 0 or not below n. */
  publicKey(privateKey: Bytes, compressed: boolean): Bytes | undefined;
  /** On the curve: 33, 65 (04) and hybrid 65 (06/07) byte forms. Core: CPubKey::IsFullyValid. */
  isPublicKey(publicKey: Bytes): boolean;
  /** To the 33 or 65 byte form; `undefined` when it is no point. */
  convertPublicKey(publicKey: Bytes, compressed: boolean): Bytes | undefined;
  isXOnlyPublicKey(xOnly: Bytes): boolean;

  /** RFC 6979, low R by Core's grinding (key.cpp, CKey::Sign), low S. The 64 bytes R || S. */
  signEcdsa(digest: Bytes, privateKey: Bytes): Bytes | undefined;
  /** R || S as 64 bytes; a high S is accepted (as Core, which normalises before verifying). */
  verifyEcdsa(signature: Bytes, digest: Bytes, publicKey: Bytes): boolean;
  /** BIP340 with the given 32 bytes of auxiliary data. */
  signSchnorr(digest: Bytes, privateKey: Bytes, auxiliary: Bytes): Bytes | undefined;
  verifySchnorr(signature: Bytes, digest: Bytes, xOnly: Bytes): boolean;

  /** privateKey + tweak mod n; `undefined` for a result of 0 or a tweak not below n. */
  tweakPrivateKey(privateKey: Bytes, tweak: Bytes): Bytes | undefined;
  negatePrivateKey(privateKey: Bytes): Bytes;
  /** P + tweak*G, 33 bytes (BIP32 public derivation). */
  tweakPublicKey(publicKey: Bytes, tweak: Bytes): Bytes | undefined;
  /** BIP341 taproot_tweak_pubkey: lift_x(xOnly) + tweak*G. */
  tweakXOnlyPublicKey(xOnly: Bytes, tweak: Bytes): XOnlyPublicKey | undefined;

  /** Verifies one with code that has no part in signing lists; slower than the other ways. */
  confirm(check: SignatureCheck): boolean;

  /** The same, for lists: a backend may share tables, inversions and batches. */
  publicKeyMany(privateKeys: readonly Bytes[], compressed: boolean): (Bytes | undefined)[];
  signEcdsaMany(requests: readonly EcdsaSigning[]): (NewSignature | undefined)[];
  signSchnorrMany(requests: readonly SchnorrSigning[]): (NewSignature | undefined)[];
  /**
   * True when every one is valid. False says only that at least one is not, or has a wrong `nonceY`: check one by one
   * to learn which. Checks with a `nonceY`, and BIP340's, are decided together by one random linear combination.
   */
  verifyAll(checks: readonly SignatureCheck[]): boolean;
  tweakPublicKeyMany(publicKey: Bytes, tweaks: readonly Bytes[]): (Bytes | undefined)[];
};

/** `parity` is that of Y: 1 when odd (the low bit of a taproot control block's first byte). */
export type XOnlyPublicKey = { readonly xOnly: Bytes; readonly parity: 0 | 1 };

export type EcdsaSigning = {
  readonly digest: Bytes;
  readonly privateKey: Bytes;
  /** What the signature is verified with (SEC1 bytes, x-only for Schnorr). Absent: it is derived. */
  readonly publicKey?: Bytes;
  /** y of it, 32 bytes, where it is known. */
  readonly keyY?: Bytes;
};
export type SchnorrSigning = EcdsaSigning & { readonly auxiliary: Bytes };

/**
 * The 64 bytes, and y (32 bytes, big-endian) of the nonce point R that they were made with, so that `verifyAll` need not
 * compute R first. It is public: whoever can verify the signature can compute it. So is y of the public key, where it
 * came up on the way.
 */
export type NewSignature = {
  readonly signature: Bytes;
  readonly nonceY: Bytes;
  readonly keyY?: Bytes;
};

export type SignatureCheck = {
  readonly kind: 'ecdsa' | 'schnorr';
  readonly signature: Bytes;
  readonly digest: Bytes;
  /** SEC1 bytes for ECDSA, x-only for Schnorr. */
  readonly publicKey: Bytes;
  /** A hint from whoever made the signature (`NewSignature`). Not trusted: a wrong one cannot make `verifyAll` true. */
  readonly nonceY?: Bytes;
  /** y of the public key, from whoever derived it. No more trusted: a wrong one is as if there were none. */
  readonly keyY?: Bytes;
};
