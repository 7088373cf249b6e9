import { hash160 } from '../../crypto/hash.ts';
import type { PrivateKey } from '../../crypto/private-key.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';

/**
 * Records which private keys a wallet has, and the keys themselves while unlocked. `sealed` is what
 * the file of an encrypted wallet keeps; only `wallet/encryption.ts` looks inside.
 */
export type Keyring =
  /** An unencrypted wallet. */
  | { readonly kind: 'open'; readonly keys: KeyTable }
  | { readonly kind: 'locked'; readonly sealed: SealedKeys }
  | {
      readonly kind: 'unlocked';
      readonly sealed: SealedKeys;
      readonly keys: KeyTable;
      /** Encrypts keys added while the wallet is unlocked. */
      readonly masterKey: Bytes;
    };

/**
 * Private keys by the descriptor's id, then by the hex of the public key's hash160. Extended keys
 * are listed by their root.
 */
export type KeyTable = ReadonlyMap<string, ReadonlyMap<string, PrivateKey>>;

/** Ciphertexts (XChaCha20-Poly1305), each after its nonce. */
export type SealedKeys = {
  /**
   * Parameters that turn the passphrase into the key that wraps the master key (scrypt, RFC 7914).
   */
  readonly scrypt: {
    readonly salt: Bytes;
    readonly n: number;
    readonly r: number;
    readonly p: number;
  };
  readonly masterKey: Bytes;
  /** Private keys encrypted with the master key; associated data: the key's place. */
  readonly keys: ReadonlyMap<string, ReadonlyMap<string, SealedKey>>;
};

export type SealedKey = { readonly compressed: boolean; readonly ciphertext: Bytes };

export const emptyKeyring: Keyring = { kind: 'open', keys: new Map() };

/** Returns the private keys, or `undefined` if the wallet is locked. */
export function keysOf(keyring: Keyring): KeyTable | undefined {
  return keyring.kind === 'locked' ? undefined : keyring.keys;
}

/** Returns which private keys the wallet has per descriptor, locked or not, as in `KeyTable`. */
export function keysByDescriptor(
  keyring: Keyring,
): ReadonlyMap<string, ReadonlyMap<string, PrivateKey | SealedKey>> {
  return keyring.kind === 'open' ? keyring.keys : keyring.sealed.keys;
}

/** Returns true if the wallet has private keys for a descriptor, locked or not. */
export function hasKeysFor(keyring: Keyring, descriptorId: string): boolean {
  return (keysByDescriptor(keyring).get(descriptorId)?.size ?? 0) > 0;
}

/**
 * Returns the key lookup for expanding a descriptor. It finds no keys while the wallet is locked.
 */
export function findKeyIn(
  keyring: Keyring,
  descriptorId: string,
): (keyHash: Bytes) => PrivateKey | undefined {
  const keys = keysOf(keyring)?.get(descriptorId);
  return (keyHash) => keys?.get(encodeHex(keyHash));
}

/** Returns true if any descriptor has the private key of this public key. */
export function hasPrivateKey(keyring: Keyring, publicKey: Bytes): boolean {
  const id = encodeHex(hash160(publicKey));
  for (const keys of keysByDescriptor(keyring).values()) if (keys.has(id)) return true;
  return false;
}
