import type { Bytes } from '../encoding/bytes.ts';

/** What is used of tiny-secp256k1, which is libsecp256k1 compiled to WebAssembly. */
export type TinySecp256k1 = {
  /** 33 or 65 bytes that are a point. */
  isPoint(point: Bytes): boolean;
  /** 32 bytes that are x of a point. */
  isXOnlyPoint(point: Bytes): boolean;
  /** The public key, 33 bytes unless `compressed` is false; null: the private key is none. */
  pointFromScalar(privateKey: Bytes, compressed?: boolean): Bytes | null;
  /** The same point as 33 bytes, or as 65 where `compressed` is false. */
  pointCompress(point: Bytes, compressed?: boolean): Bytes;
  /** P + tweak*G; null: the result is no point. */
  pointAddScalar(point: Bytes, tweak: Bytes, compressed?: boolean): Bytes | null;
  /** lift_x(point) + tweak*G; null: the result is no point. */
  xOnlyPointAddTweak(
    point: Bytes,
    tweak: Bytes,
  ): {
    /** Of y: 1 is odd. */
    readonly parity: 0 | 1;
    /** 32 bytes. */
    readonly xOnlyPubkey: Bytes;
  } | null;
  /** privateKey + tweak mod n; null: the sum is 0. */
  privateAdd(privateKey: Bytes, tweak: Bytes): Bytes | null;
  /** n - privateKey. */
  privateNegate(privateKey: Bytes): Bytes;
  /** ECDSA with the nonce of RFC 6979, into which `extra` (32 bytes) is hashed. */
  signRecoverable(
    digest: Bytes,
    privateKey: Bytes,
    extra?: Bytes,
  ): {
    /** R || S, 64 bytes, low S. */
    readonly signature: Bytes;
    /** Which of the points with this x is R: its lowest bit is the parity of y. */
    readonly recoveryId: number;
  };
  /** BIP340, 64 bytes. */
  signSchnorr(digest: Bytes, privateKey: Bytes, auxiliary?: Bytes): Bytes;
  /** ECDSA, of 64 bytes; a high S is accepted. */
  verify(digest: Bytes, publicKey: Bytes, signature: Bytes): boolean;
  /** BIP340. */
  verifySchnorr(digest: Bytes, publicKey: Bytes, signature: Bytes): boolean;
};

/**
 * tiny-secp256k1 knows bytes by `instanceof`, to which those of another realm (a frame, a context of its own) are none: keys would be
 * called invalid that are not. They are copied.
 */
export function takingAnyRealm(tiny: TinySecp256k1): TinySecp256k1 {
  return {
    isPoint: (point) => tiny.isPoint(own(point)),
    isXOnlyPoint: (point) => tiny.isXOnlyPoint(own(point)),
    pointFromScalar: (key, compressed) => lend(key, (k) => tiny.pointFromScalar(k, compressed)),
    pointCompress: (point, compressed) => tiny.pointCompress(own(point), compressed),
    pointAddScalar: (point, tweak, compressed) =>
      tiny.pointAddScalar(own(point), own(tweak), compressed),
    xOnlyPointAddTweak: (point, tweak) => tiny.xOnlyPointAddTweak(own(point), own(tweak)),
    privateAdd: (key, tweak) => lend(key, (k) => tiny.privateAdd(k, own(tweak))),
    privateNegate: (key) => lend(key, (k) => tiny.privateNegate(k)),
    signRecoverable: (digest, key, extra) =>
      lend(key, (k) => tiny.signRecoverable(own(digest), k, extra)),
    signSchnorr: (digest, key, auxiliary) =>
      lend(key, (k) => tiny.signSchnorr(own(digest), k, auxiliary && own(auxiliary))),
    verify: (digest, key, signature) => tiny.verify(own(digest), own(key), own(signature)),
    verifySchnorr: (digest, key, signature) =>
      tiny.verifySchnorr(own(digest), own(key), own(signature)),
  };
}

function own(bytes: Bytes): Bytes {
  return Object.getPrototypeOf(bytes) === Uint8Array.prototype ? bytes : new Uint8Array(bytes);
}

/** A copy of a private key is wiped. */
function lend<T>(key: Bytes, use: (own: Bytes) => T): T {
  const lent = own(key);
  try {
    return use(lent);
  } finally {
    if (lent !== key) lent.fill(0);
  }
}
