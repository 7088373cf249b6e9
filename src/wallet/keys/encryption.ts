import { CIPHER_KEY_LENGTH, CIPHER_NONCE_LENGTH, open, seal } from '../../crypto/cipher.ts';
import { PrivateKey } from '../../crypto/private-key.ts';
import { type Bytes, wipeableCopy } from '../../encoding/bytes.ts';
import { encodeUtf8 } from '../../encoding/utf8.ts';
import type { RandomBytes } from '../random.ts';
import type { Keyring, KeyTable, SealedKey, SealedKeys } from './keyring.ts';

/** Returns the associated data that ties a ciphertext to the place of its key. */
const place = (descriptorId: string, keyHash: string): Bytes =>
  encodeUtf8(`coldsign key ${descriptorId} ${keyHash}`);

function sealKeys(
  descriptorId: string,
  keys: ReadonlyMap<string, PrivateKey>,
  masterKey: Bytes,
  random: RandomBytes,
): ReadonlyMap<string, SealedKey> {
  const sealKey = (hash: string, key: PrivateKey): SealedKey => {
    const nonce = random(CIPHER_NONCE_LENGTH);
    const ciphertext = seal(key.reveal(), masterKey, nonce, place(descriptorId, hash));
    return { compressed: key.compressed, ciphertext };
  };
  return new Map([...keys].map(([hash, key]) => [hash, sealKey(hash, key)]));
}

function openKey(sealed: SealedKey, masterKey: Bytes, context: Bytes): PrivateKey | undefined {
  const bytes = open(sealed.ciphertext, masterKey, context);
  const key = bytes && PrivateKey.from(bytes, sealed.compressed);
  bytes?.fill(0);
  return key;
}

/** Returns the table with one descriptor's keys added; existing keys stay. */
function addTo<T>(
  table: ReadonlyMap<string, ReadonlyMap<string, T>>,
  descriptorId: string,
  added: ReadonlyMap<string, T>,
): ReadonlyMap<string, ReadonlyMap<string, T>> {
  if (added.size === 0) return table;
  const merged = new Map([...added, ...(table.get(descriptorId) ?? [])]);
  return new Map(table).set(descriptorId, merged);
}

/** Adds private keys for a descriptor. Returns `undefined` if the wallet is locked. */
export function addKeys(
  keyring: Keyring,
  descriptorId: string,
  keys: ReadonlyMap<string, PrivateKey>,
  random: RandomBytes,
): Keyring | undefined {
  if (keys.size === 0) return keyring;
  if (keyring.kind === 'locked') return undefined;
  const all = addTo(keyring.keys, descriptorId, keys);
  if (keyring.kind === 'open') return { ...keyring, keys: all };
  const { masterKey, sealed } = keyring;
  const added = sealKeys(descriptorId, keys, masterKey, random);
  return {
    ...keyring,
    keys: all,
    sealed: { ...sealed, keys: addTo(sealed.keys, descriptorId, added) },
  };
}

/** A key derived from a passphrase, with its scrypt parameters. */
export type PassphraseKey = { readonly key: Bytes; readonly scrypt: SealedKeys['scrypt'] };

/** The purpose of the wrapped master key. It opens for no other one. */
const WRAPPING = encodeUtf8('coldsign master key, authenticated wallet');

function wrapMasterKey(
  masterKey: Bytes,
  { key, scrypt }: PassphraseKey,
  random: RandomBytes,
): Pick<SealedKeys, 'scrypt' | 'masterKey'> {
  const nonce = random(CIPHER_NONCE_LENGTH);
  return { scrypt, masterKey: seal(masterKey, key, nonce, WRAPPING) };
}

export type UnlockedKeyring = Extract<Keyring, { kind: 'unlocked' }>;

/**
 * Encrypts all private keys under a passphrase. Call `wipeKeys` on the open ones once the result is
 * saved.
 */
export function encryptKeyring(
  keys: KeyTable,
  passphraseKey: PassphraseKey,
  random: RandomBytes,
): UnlockedKeyring {
  const masterKey = wipeableCopy(random(CIPHER_KEY_LENGTH));
  const wrapped = wrapMasterKey(masterKey, passphraseKey, random);
  const table = new Map([...keys].map(([id, own]) => [id, sealKeys(id, own, masterKey, random)]));
  return { kind: 'unlocked', sealed: { ...wrapped, keys: table }, keys, masterKey };
}

const openMasterKey = ({ masterKey }: SealedKeys, { key }: PassphraseKey): Bytes | undefined =>
  open(masterKey, key, WRAPPING);

export type KeyringError =
  | { readonly error: 'wrong-passphrase' }
  /** The passphrase is right, but a key does not decrypt: the file was tampered with. */
  | { readonly error: 'damaged' };

export function unlockKeyring(
  sealed: SealedKeys,
  passphraseKey: PassphraseKey,
): UnlockedKeyring | KeyringError {
  const masterKey = openMasterKey(sealed, passphraseKey);
  if (masterKey === undefined) return { error: 'wrong-passphrase' };
  const keys = new Map<string, Map<string, PrivateKey>>();
  for (const [id, ofDescriptor] of sealed.keys) {
    const opened = new Map<string, PrivateKey>();
    keys.set(id, opened);
    for (const [hash, sealedKey] of ofDescriptor) {
      const key = openKey(sealedKey, masterKey, place(id, hash));
      if (key === undefined) {
        wipeKeys(keys);
        masterKey.fill(0);
        return { error: 'damaged' };
      }
      opened.set(hash, key);
    }
  }
  return { kind: 'unlocked', sealed, keys, masterKey };
}

export function wipeKeys(keys: KeyTable): void {
  for (const ofDescriptor of keys.values()) for (const key of ofDescriptor.values()) key.wipe();
}

/** Overwrites the private keys and the master key, and returns a locked keyring. */
export function lockKeyring(keyring: Keyring): Keyring {
  if (keyring.kind !== 'unlocked') return keyring;
  wipeKeys(keyring.keys);
  keyring.masterKey.fill(0);
  return withoutKeys(keyring);
}

/** Returns a keyring without decrypted keys; an unencrypted one stays as it is. */
export function withoutKeys(keyring: Keyring): Keyring {
  return keyring.kind === 'unlocked' ? { kind: 'locked', sealed: keyring.sealed } : keyring;
}

/** Rewraps the keys under another passphrase. Returns `undefined` if the old one is wrong. */
export function changePassphrase(
  sealed: SealedKeys,
  from: PassphraseKey,
  to: PassphraseKey,
  random: RandomBytes,
): SealedKeys | undefined {
  const masterKey = openMasterKey(sealed, from);
  if (masterKey === undefined) return undefined;
  const wrapped = wrapMasterKey(masterKey, to, random);
  masterKey.fill(0);
  return { ...sealed, ...wrapped };
}
