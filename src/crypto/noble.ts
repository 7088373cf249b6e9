import { getPublicKey, hashes, schnorr, sign } from '@noble/secp256k1';
import type { Bytes } from '../encoding/bytes.ts';
import {
  convertPublicKey,
  isXOnlyPublicKey,
  negatePrivateKey,
  publicKeyMany,
  tweakPrivateKey,
  tweakPublicKeyMany,
  tweakXOnlyPublicKey,
} from './curve/keys.ts';
import { decodePoint } from './curve/point.ts';
import { signSchnorrMany, verifySchnorr } from './curve/schnorr.ts';
import { signEcdsaMany } from './curve/sign-ecdsa.ts';
import { canJoinBatch, verifyBatch } from './curve/verify-batch.ts';
import { verifyEcdsa } from './curve/verify-ecdsa.ts';
import { hmacSha256, sha256 } from './hash.ts';
import { isPrivateScalar } from './order.ts';
import type { Secp256k1, SignatureCheck } from './secp256k1.ts';

// Single operations on secrets are @noble/secp256k1's; lists and public numbers go through `curve/`, which is
// several times as fast.

hashes.sha256 = (message) => sha256(message).slice();
hashes.hmacSha256 = (key, message) => hmacSha256(key, message).slice();

function signEcdsa(digest: Bytes, privateKey: Bytes): Bytes | undefined {
  if (!isPrivateScalar(privateKey) || digest.length !== 32) return undefined;
  const extraEntropy = new Uint8Array(32);
  const counter = new DataView(extraEntropy.buffer);
  // key.cpp, CKey::Sign: no extra entropy first, then a little-endian counter until R is low.
  let signature = sign(digest, privateKey, { prehash: false });
  for (let i = 1; (signature[0] ?? 0) >= 0x80; i++) {
    counter.setUint32(0, i, true);
    signature = sign(digest, privateKey, { prehash: false, extraEntropy });
  }
  return signature;
}

function signSchnorr(digest: Bytes, privateKey: Bytes, auxiliary: Bytes): Bytes | undefined {
  if (!isPrivateScalar(privateKey) || auxiliary.length !== 32) return undefined;
  return schnorr.sign(digest, privateKey, auxiliary);
}

/** Below this many, a batch costs more than checking one by one. */
const SMALLEST_BATCH = 3;

function verifyAll(checks: readonly SignatureCheck[]): boolean {
  const together = checks.filter(canJoinBatch);
  const alone = checks.filter((check) => !canJoinBatch(check));
  if (together.length < SMALLEST_BATCH) return checks.every(verifyOne);
  return verifyBatch(together) && alone.every(verifyOne);
}

function verifyOne({ kind, signature, digest, publicKey }: SignatureCheck): boolean {
  const verify = kind === 'ecdsa' ? verifyEcdsa : verifySchnorr;
  return verify(signature, digest, publicKey);
}

/** The default backend: plain JavaScript. */
export const nobleSecp256k1: Secp256k1 = {
  name: 'noble',
  isPrivateKey: isPrivateScalar,
  publicKey: (privateKey, compressed) =>
    isPrivateScalar(privateKey) ? getPublicKey(privateKey, compressed) : undefined,
  isPublicKey: (publicKey) => decodePoint(publicKey) !== undefined,
  convertPublicKey,
  isXOnlyPublicKey,
  signEcdsa,
  verifyEcdsa,
  signSchnorr,
  verifySchnorr,
  tweakPrivateKey,
  negatePrivateKey,
  tweakPublicKey: (publicKey, tweak) => tweakPublicKeyMany(publicKey, [tweak])[0],
  tweakXOnlyPublicKey,
  publicKeyMany,
  signEcdsaMany,
  signSchnorrMany,
  verifyAll,
  tweakPublicKeyMany,
};
