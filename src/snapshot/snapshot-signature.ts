import type { SnapshotSigner } from '../chain/source.ts';
import { verifySchnorr } from '../crypto/curve/verify-one.ts';
import { taggedHash } from '../crypto/hash.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { createReader } from '../encoding/reader.ts';
import { createWriter } from '../encoding/writer.ts';

/** A private key that signs only snapshots. */
export type SnapshotKey = {
  readonly privateKey: Bytes;
  /** Seconds since 1970. The signature covers it, so that older snapshots are recognized. */
  readonly now: number;
  readonly secp256k1: Secp256k1;
};

/**
 * The section of a signature, 100 bytes:
 *
 *     public key (32), time (4, seconds since 1970), BIP340 signature (64) of hash_tag(digest || time) with the tag coldsign/snapshot
 *
 * where `digest` (32) is that of the file without this section. It covers all other sections, the
 * chain's name among them.
 */
const LENGTH = 100;
const signedHash = taggedHash('coldsign/snapshot');
const fingerprintHash = taggedHash('coldsign/snapshot signer');

/**
 * Signs with 32 zero bytes as auxiliary data: the same facts, key and time make the same file.
 * `undefined` if the private key is invalid or the signature does not verify.
 */
export function writeSignature(
  digest: Bytes,
  { privateKey, now, secp256k1 }: SnapshotKey,
): Bytes | undefined {
  const publicKey = signerPublicKey(privateKey, secp256k1);
  if (publicKey === undefined) return undefined;
  const time = createWriter(4).u32(now).finish();
  const message = signedHash(digest, time);
  const signature = secp256k1.signSchnorr(message, privateKey, new Uint8Array(32));
  if (signature === undefined) return undefined;
  const section = concatBytes(publicKey, time, signature);
  return 'error' in readSignature(section, digest) ? undefined : section;
}

/** Verifies a signature section. `malformed`: it has the wrong length. */
export function readSignature(
  section: Bytes,
  digest: Bytes,
): SnapshotSigner | { readonly error: 'malformed' | 'forged' } {
  if (section.length !== LENGTH) return { error: 'malformed' };
  const publicKey = section.subarray(0, 32);
  const time = section.subarray(32, 36);
  const message = signedHash(digest, time);
  if (!verifySchnorr(section.subarray(36), message, publicKey)) return { error: 'forged' };
  const fingerprint = fingerprintOf(publicKey);
  return { publicKey: encodeHex(publicKey), fingerprint, signedAt: createReader(time).u32() };
}

/**
 * Returns the signer's x-only public key (BIP340), or `undefined` if the private key is invalid.
 */
export function signerPublicKey(privateKey: Bytes, secp256k1: Secp256k1): Bytes | undefined {
  return secp256k1.publicKey(privateKey, true)?.subarray(1);
}

/** Returns a 128-bit fingerprint: finding a second key with it is infeasible. */
export function fingerprintOf(publicKey: Bytes): string {
  const digits = encodeHex(fingerprintHash(publicKey).subarray(0, 16));
  return (digits.match(/.{4}/g) ?? []).join('-');
}
