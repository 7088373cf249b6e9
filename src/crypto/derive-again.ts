import { emptyBytes } from '../encoding/bytes.ts';
import { publicKeyMany } from './curve/keys.ts';
import { addToPublicKey, addToXOnlyPublicKey } from './noble.ts';
import type { Secp256k1 } from './secp256k1.ts';

/**
 * Returns a curve whose public keys are derived by other code. An address of a wrong key looks like
 * any other, but its coins could not be spent. Functions of faster backends are left out; MuSig2
 * adds points with `recoverPublicKey`.
 */
export function derivingAgain({
  deriveChildren,
  multiplyByKey,
  recoverPublicKey,
  ...curve
}: Secp256k1): Secp256k1 {
  return {
    ...curve,
    // One at a time it is libsecp256k1's or @noble/secp256k1's.
    publicKey: (privateKey, compressed) => publicKeyMany([privateKey], compressed)[0],
    publicKeyMany: (privateKeys, compressed) =>
      privateKeys.map((privateKey) => curve.publicKey(privateKey, compressed)),
    // Lists are those of our own arithmetic.
    tweakPublicKey: addToPublicKey,
    tweakPublicKeyMany: (publicKey, tweaks) =>
      tweaks.map((tweak) => addToPublicKey(publicKey, tweak)),
    tweakXOnlyPublicKey: addToXOnlyPublicKey,
    tweakXOnlyPublicKeyMany: (keys, tweaks) =>
      keys.map((key, i) => addToXOnlyPublicKey(key, tweaks[i] ?? emptyBytes)),
  };
}
