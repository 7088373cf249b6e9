import { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { byBytes, type SigningProvider, unknowingProvider } from './provider.ts';

/**
 * Creates a provider of keys for outputs that one key spends: P2PK, P2PKH, P2WPKH. It has no
 * scripts and parses none. A bundle without `createKeyProvider` and PSBTs then contains no
 * miniscript.
 */
export function createSingleKeyProvider(
  keys: readonly PrivateKey[],
  curve: Secp256k1,
): SigningProvider {
  PrivateKey.derivePublicKeys(keys, curve);
  const findKey = byBytes(keys.map((key) => [key.publicKeyHash(curve), key] as const));
  return {
    ...unknowingProvider,
    getPublicKey: (hash) => findKey(hash)?.publicKey(curve),
    canSign: (hash) => findKey(hash) !== undefined,
    getPrivateKey: findKey,
  };
}
