import { emptyBytes } from '../encoding/bytes.ts';
import {
  convertPublicKey,
  isXOnlyPublicKey,
  negatePrivateKey,
  tweakPrivateKey,
  tweakPublicKeyEach,
  tweakXOnlyPublicKey,
} from './curve/keys.ts';
import { decodePoint } from './curve/point.ts';
import { verifySchnorr } from './curve/schnorr.ts';
import { verifyEcdsa } from './curve/verify-ecdsa.ts';
import {
  confirm,
  deriveByNoble,
  publicKey,
  signEach,
  signEcdsa,
  signSchnorr,
  verifyOne,
} from './noble.ts';
import { isPrivateScalar } from './order.ts';
import type { Secp256k1 } from './secp256k1.ts';

/**
 * A backend of less code, for apps that sign a few inputs: it has no faster way for lists. It signs
 * by @noble/secp256k1, and verifies by other code, as `nobleSecp256k1` does.
 */
export const smallSecp256k1: Secp256k1 = {
  name: 'noble',
  isPrivateKey: isPrivateScalar,
  publicKey,
  isPublicKey: (key) => decodePoint(key) !== undefined,
  convertPublicKey,
  isXOnlyPublicKey,
  signEcdsa: (digest, privateKey) => signEcdsa({ digest, privateKey }, deriveByNoble),
  verifyEcdsa,
  signSchnorr: (digest, privateKey, auxiliary) =>
    signSchnorr({ digest, privateKey, auxiliary }, deriveByNoble),
  verifySchnorr,
  tweakPrivateKey,
  negatePrivateKey,
  tweakPublicKey: (key, tweak) => tweakPublicKeyEach(key, [tweak])[0],
  tweakXOnlyPublicKey,
  publicKeyMany: (keys, compressed) => keys.map((key) => publicKey(key, compressed)),
  signEcdsaMany: (requests) => signEach(requests, (request) => signEcdsa(request, deriveByNoble)),
  signSchnorrMany: (requests) =>
    signEach(requests, (request) => signSchnorr(request, deriveByNoble)),
  confirm,
  verifyAll: (checks) => checks.every(verifyOne),
  tweakPublicKeyMany: tweakPublicKeyEach,
  tweakXOnlyPublicKeyMany: (keys, tweaks) =>
    keys.map((key, i) => tweakXOnlyPublicKey(key, tweaks[i] ?? emptyBytes)),
};
