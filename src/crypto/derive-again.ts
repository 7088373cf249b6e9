import { emptyBytes } from '../encoding/bytes.ts';
import { publicKeyMany } from './curve/key-lists.ts';
import { addToPublicKey, addToXOnlyPublicKey } from './noble-single.ts';
import type { Secp256k1 } from './secp256k1.ts';

/**
 * Returns a curve whose public keys are derived by other code. The address of a wrong key looks
 * valid, but its coins could not be spent. Functions of faster backends are omitted. MuSig2 adds
 * points with `recoverPublicKey`.
 */
export function derivingAgain({
  deriveChildren,
  multiplyByKey,
  recoverPublicKey,
  ...curve
}: Secp256k1): Secp256k1 {
  return {
    ...curve,
    // Single keys are derived by libsecp256k1 or @noble/secp256k1.
    publicKey: (privateKey, compressed) => publicKeyMany([privateKey], compressed)[0],
    publicKeyMany: (privateKeys, compressed) =>
      privateKeys.map((privateKey) => curve.publicKey(privateKey, compressed)),
    // Lists are derived by our own arithmetic.
    tweakPublicKey: addToPublicKey,
    tweakPublicKeyMany: (publicKey, tweaks) =>
      tweaks.map((tweak) => addToPublicKey(publicKey, tweak)),
    tweakXOnlyPublicKey: addToXOnlyPublicKey,
    tweakXOnlyPublicKeyMany: (keys, tweaks) =>
      keys.map((key, i) => addToXOnlyPublicKey(key, tweaks[i] ?? emptyBytes)),
  };
}
