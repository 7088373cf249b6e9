import { decodeBase58Check, encodeBase58Check } from '../crypto/base58check.ts';
import { hash160 } from '../crypto/hash.ts';
import { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, concatBytes, equalBytes } from '../encoding/bytes.ts';
import { argumentError } from '../encoding/coldsign-error.ts';
import type { Network } from '../encoding/network.ts';

/** The position of an extended key in its tree (BIP32, "Serialization format"). */
type ExtendedKeyPlace = {
  /** Steps from the master key, which has 0; at most 255. */
  readonly depth: number;
  /** 4 bytes; zeros at the root. */
  readonly parentFingerprint: Bytes;
  /** Unsigned, 32 bits; the highest bit means hardened. */
  readonly childNumber: number;
  /**
   * 32 bytes. With the public key, it reveals all public keys below. If a private key below is
   * known too, it also reveals the private key.
   */
  readonly chainCode: Bytes;
};

/** An extended public key (BIP32). */
export type ExtendedPublicKey = ExtendedKeyPlace & {
  /** 33 bytes, compressed. */
  readonly publicKey: Bytes;
};
/** An extended private key (BIP32). */
export type ExtendedPrivateKey = ExtendedKeyPlace & {
  /** A private key whose public key is compressed. */
  readonly privateKey: PrivateKey;
};

/** The bit of a child number for keys that only the private key can derive. */
export const HARDENED = 0x80000000;

export const isHardened = (childNumber: number): boolean => childNumber >= HARDENED;

const fingerprints = new WeakMap<Bytes, Bytes>();

/**
 * Returns the fingerprint (BIP32): "the first 32 bits of the identifier", which is the hash160 of
 * the public key. Each key object is hashed only once.
 */
export function fingerprint(publicKey: Bytes): Bytes {
  const known = fingerprints.get(publicKey) ?? hash160(publicKey).subarray(0, 4);
  fingerprints.set(publicKey, known);
  return known.slice();
}

/**
 * Throws for a key that is not of depth 0. Words and xprv of a wallet lead to its master key, so no
 * other program would find what is derived from a key below it.
 */
export function requireMaster(name: string, { depth }: Pick<ExtendedPrivateKey, 'depth'>): void {
  if (depth === 0) return;
  throw argumentError(
    `${name}: root must be an extended private key of depth 0, not ${depth}`,
    'Derive from the master key of the words: no other program finds a secret below an account key.',
  );
}

export function neuter(
  { privateKey, ...place }: ExtendedPrivateKey,
  curve: Secp256k1,
): ExtendedPublicKey {
  return { ...place, publicKey: privateKey.publicKey(curve) };
}

const SIZE = 78;

type Decoded = { readonly place: ExtendedKeyPlace; readonly data: Bytes };

/** Decodes the place and the 33 bytes of the key. */
function decode(text: string, version: number): Decoded | undefined {
  const payload = decodeBase58Check(text, SIZE);
  if (payload?.length !== SIZE) return undefined;
  const view = new DataView(payload.buffer, payload.byteOffset);
  const depth = view.getUint8(4);
  const parentFingerprint = payload.slice(5, 9);
  const childNumber = view.getUint32(9);
  if (view.getUint32(0) !== version) return undefined;
  // A root has no parent and is no child.
  const orphan = childNumber === 0 && parentFingerprint.every((byte) => byte === 0);
  if (depth === 0 && !orphan) return undefined;
  const chainCode = payload.slice(13, 45);
  return {
    place: { depth, parentFingerprint, childNumber, chainCode },
    data: payload.subarray(45),
  };
}

/**
 * Decodes an extended public key; `undefined` for other networks and points off the curve. Core:
 * DecodeExtPubKey (key_io.cpp).
 */
export function decodeExtendedPublicKey(
  text: string,
  network: Network,
  curve: Secp256k1,
): ExtendedPublicKey | undefined {
  const decoded = decode(text, network.xpub);
  if (decoded === undefined || !curve.isPublicKey(decoded.data)) return undefined;
  return { ...decoded.place, publicKey: decoded.data };
}

/**
 * Reads an xprv or tprv of this network, such as from a backup; `undefined` for anything else. Call
 * `privateKey.wipe()` after use. Core: DecodeExtKey.
 */
export function decodeExtendedPrivateKey(
  text: string,
  network: Network,
): ExtendedPrivateKey | undefined {
  const decoded = decode(text, network.xprv);
  if (decoded === undefined || decoded.data[0] !== 0) return undefined;
  const privateKey = PrivateKey.from(decoded.data.subarray(1), true);
  decoded.data.fill(0);
  return privateKey && { ...decoded.place, privateKey };
}

/** Encodes an extended key; `key` has 33 bytes. */
function encode(place: ExtendedKeyPlace, version: number, key: Bytes): string {
  const payload = new Uint8Array(SIZE);
  const view = new DataView(payload.buffer);
  view.setUint32(0, version);
  view.setUint8(4, place.depth);
  payload.set(place.parentFingerprint, 5);
  view.setUint32(9, place.childNumber);
  payload.set(place.chainCode, 13);
  payload.set(key, 45);
  const text = encodeBase58Check(payload);
  payload.fill(0);
  return text;
}

export function encodeExtendedPublicKey(key: ExtendedPublicKey, network: Network): string {
  return encode(key, network.xpub, key.publicKey);
}

export function encodeExtendedPrivateKey(key: ExtendedPrivateKey, network: Network): string {
  const data = concatBytes(Uint8Array.of(0), key.privateKey.reveal());
  const text = encode(key, network.xprv, data);
  data.fill(0);
  return text;
}

export function equalExtendedPublicKeys(a: ExtendedPublicKey, b: ExtendedPublicKey): boolean {
  return (
    a.depth === b.depth &&
    a.childNumber === b.childNumber &&
    equalBytes(a.parentFingerprint, b.parentFingerprint) &&
    equalBytes(a.chainCode, b.chainCode) &&
    equalBytes(a.publicKey, b.publicKey)
  );
}
