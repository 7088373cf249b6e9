import { type Bytes, wipeableCopy } from '../encoding/bytes.ts';
import { invariant } from '../encoding/invariant.ts';
import { sharedPoint } from './noble-single.ts';
import type { Secp256k1 } from './secp256k1.ts';

/**
 * Returns a private key times each public key, as 33 bytes (Diffie-Hellman); `undefined` for an
 * invalid key. The time does not depend on the private key.
 */
export function sharedPoints(
  privateKey: Bytes,
  publicKeys: readonly Bytes[],
  curve: Secp256k1,
): readonly (Bytes | undefined)[] {
  if (curve.multiplyByKey) return curve.multiplyByKey(privateKey, publicKeys);
  return publicKeys.map((publicKey) => sharedPoint(privateKey, publicKey));
}

/**
 * Returns the sum of private keys, which the caller overwrites. Returns `undefined` if it is zero,
 * or if there is no key.
 */
export function sumPrivateKeys(keys: readonly Bytes[], curve: Secp256k1): Bytes | undefined {
  let sum: Bytes | undefined;
  for (const key of keys) {
    invariant(curve.isPrivateKey(key), 'what is added up are private keys');
    // A partial sum may be zero even if the complete sum is not.
    const more = sum === undefined ? wipeableCopy(key) : curve.tweakPrivateKey(sum, key);
    sum?.fill(0);
    sum = more;
  }
  return sum;
}
