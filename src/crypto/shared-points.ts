import { type Bytes, wipeableCopy } from '../encoding/bytes.ts';
import { invariant } from '../encoding/invariant.ts';
import { sharedPoint } from './noble.ts';
import type { Secp256k1 } from './secp256k1.ts';

/**
 * A private key times each public key, as 33 bytes (Diffie-Hellman); `undefined` for what is not a
 * key. Its time does not depend on the private key.
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
 * The sum of private keys, which the caller overwrites; `undefined`: it is zero, or there is none.
 */
export function sumPrivateKeys(keys: readonly Bytes[], curve: Secp256k1): Bytes | undefined {
  let sum: Bytes | undefined;
  for (const key of keys) {
    invariant(curve.isPrivateKey(key), 'what is added up are private keys');
    // The sum of a few may be zero, and that of all not.
    const more = sum === undefined ? wipeableCopy(key) : curve.tweakPrivateKey(sum, key);
    sum?.fill(0);
    sum = more;
  }
  return sum;
}
