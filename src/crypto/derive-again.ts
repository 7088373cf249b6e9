import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import { publicKeyMany } from './curve/keys.ts';
import { addToPublicKey } from './noble.ts';
import type { Secp256k1, XOnlyPublicKey } from './secp256k1.ts';

/**
 * The same curve, on which public keys are derived by other code: an address of a key that came out
 * wrong is on the curve as well as any other, and nobody could spend what is paid to it. What only
 * a faster backend has is left out; MuSig2 adds points up by `recoverPublicKey`.
 */
export function derivingAgain({
  deriveChildren,
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
    tweakXOnlyPublicKey,
    tweakXOnlyPublicKeyMany: (keys, tweaks) =>
      keys.map((key, i) => tweakXOnlyPublicKey(key, tweaks[i] ?? emptyBytes)),
  };
}

/** BIP341: "Let P = lift_x(int_from_bytes(p))" */
function tweakXOnlyPublicKey(xOnly: Bytes, tweak: Bytes): XOnlyPublicKey | undefined {
  if (xOnly.length !== 32) return undefined;
  const even = new Uint8Array(33);
  even[0] = 2;
  even.set(xOnly, 1);
  const sum = addToPublicKey(even, tweak);
  return sum && { xOnly: sum.slice(1), parity: sum[0] === 3 ? 1 : 0 };
}
