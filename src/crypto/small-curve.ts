import { emptyBytes } from '../encoding/bytes.ts';
import { tweakPublicKeyEach, tweakXOnlyPublicKey } from './curve/keys.ts';
import {
  backendOf,
  deriveByNoble,
  publicKey,
  signEach,
  signEcdsa,
  signSchnorr,
  verifyOne,
} from './noble-single.ts';
import type { Secp256k1 } from './secp256k1.ts';

/**
 * A smaller backend for apps that sign a few inputs, without faster lists. It signs with
 * @noble/secp256k1 and verifies with other code, as `nobleSecp256k1` does.
 */
export const smallSecp256k1: Secp256k1 = /* @__PURE__ */ backendOf(() => deriveByNoble, {
  publicKeyMany: (keys, compressed) => keys.map((key) => publicKey(key, compressed)),
  signEcdsaMany: (requests) => signEach(requests, (request) => signEcdsa(request, deriveByNoble)),
  signSchnorrMany: (requests) =>
    signEach(requests, (request) => signSchnorr(request, deriveByNoble)),
  verifyAll: (checks) => checks.every(verifyOne),
  tweakPublicKeyMany: tweakPublicKeyEach,
  tweakXOnlyPublicKeyMany: (keys, tweaks) =>
    keys.map((key, i) => tweakXOnlyPublicKey(key, tweaks[i] ?? emptyBytes)),
});
