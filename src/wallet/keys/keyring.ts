import { hash160 } from '../../crypto/hash.ts';
import type { PrivateKey } from '../../crypto/private-key.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';

/**
 * Whose private keys a wallet has, and the keys themselves while they are at hand. `sealed` is what
 * the wallet's file keeps of an encrypted wallet: only `wallet/encryption.ts` looks into it.
 */
export type Keyring =
  /** Not encrypted. */
  | { readonly kind: 'open'; readonly keys: KeyTable }
  | { readonly kind: 'locked'; readonly sealed: SealedKeys }
  | {
      readonly kind: 'unlocked';
      readonly sealed: SealedKeys;
      readonly keys: KeyTable;
      /** Encrypts keys that come in while the wallet is unlocked. */
      readonly masterKey: Bytes;
    };

/**
 * By the descriptor's id, then by the hex of the public key's hash160. Extended keys by their root.
 */
export type KeyTable = ReadonlyMap<string, ReadonlyMap<string, PrivateKey>>;

/** Ciphertexts (XChaCha20-Poly1305), each behind its nonce. */
export type SealedKeys = {
  /** How the passphrase becomes the key that the master key is wrapped in (scrypt, RFC 7914). */
  readonly scrypt: {
    readonly salt: Bytes;
    readonly n: number;
    readonly r: number;
    readonly p: number;
  };
  readonly masterKey: Bytes;
  /**
   * Whether the master key is wrapped in a way that says: a wallet with it is not believed without
   * a proof.
   */
  readonly authenticated: boolean;
  /** Private keys under the master key; associated data: the wallet key's place. */
  readonly keys: ReadonlyMap<string, ReadonlyMap<string, SealedKey>>;
};

export type SealedKey = { readonly compressed: boolean; readonly ciphertext: Bytes };

export const emptyKeyring: Keyring = { kind: 'open', keys: new Map() };

/** `undefined` while the wallet is locked. */
export function keysOf(keyring: Keyring): KeyTable | undefined {
  return keyring.kind === 'locked' ? undefined : keyring.keys;
}

/** Of which public keys the wallet has the private ones, locked or not: as in `KeyTable`. */
export function keysByDescriptor(
  keyring: Keyring,
): ReadonlyMap<string, ReadonlyMap<string, PrivateKey | SealedKey>> {
  return keyring.kind === 'open' ? keyring.keys : keyring.sealed.keys;
}

/** Whether the wallet has private keys for a descriptor, locked or not. */
export function hasKeysFor(keyring: Keyring, descriptorId: string): boolean {
  return (keysByDescriptor(keyring).get(descriptorId)?.size ?? 0) > 0;
}

/** What expanding a descriptor asks for: nothing while locked. */
export function findKeyIn(
  keyring: Keyring,
  descriptorId: string,
): (keyHash: Bytes) => PrivateKey | undefined {
  const keys = keysOf(keyring)?.get(descriptorId);
  return (keyHash) => keys?.get(encodeHex(keyHash));
}

/** Whether any descriptor has the private key of this public key. */
export function hasPrivateKey(keyring: Keyring, publicKey: Bytes): boolean {
  const id = encodeHex(hash160(publicKey));
  for (const keys of keysByDescriptor(keyring).values()) if (keys.has(id)) return true;
  return false;
}
