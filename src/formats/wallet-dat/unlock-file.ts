import { openAesCbc } from '../../crypto/cipher.ts';
import { hash256 } from '../../crypto/hash.ts';
import { PrivateKey } from '../../crypto/private-key.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { type Bytes, equalBytes } from '../../encoding/bytes.ts';
import { encodeUtf8 } from '../../encoding/utf8.ts';
import { type Stretch, stretchNow } from '../stretch.ts';
import { type FormatFailure, failure, type StretchContext } from '../wallet-file.ts';
import type { CoreFile, MasterKeyRecord, StoredKey } from './records.ts';

/** Core begins with 25,000, and increases them on faster machines. */
const MOST_ROUNDS = 20_000_000;

/** Keys that a passphrase is tried on, because some may be damaged. */
const MOST_COMPARED = 20;

/** Private keys that belong to their public keys. */
export type OpenedKeys = {
  /** Returns the private key of a stored key; `undefined` if it is damaged. */
  readonly keyOf: (key: StoredKey) => PrivateKey | undefined;
  /** Overwrites the key that encrypts the others, and all private keys that were returned. */
  readonly wipe: () => void;
};

/** Returns true if a file has encrypted private keys. */
export const isEncrypted = ({ keys, descriptorKeys }: CoreFile): boolean =>
  [...keys.values(), ...descriptorKeys].some(({ plain, sealed }) => !plain && sealed);

/**
 * Opens the private keys of a file, each when it is needed. An encrypted file needs its passphrase.
 * Each private key is compared with its public key.
 */
export function openKeys(
  file: CoreFile,
  passphrase: string | undefined,
  context: StretchContext,
): OpenedKeys | FormatFailure {
  const { secp256k1: curve } = context;
  const master = isEncrypted(file) ? openMaster(file, passphrase, context) : undefined;
  if (master !== undefined && 'error' in master) return master;
  const given: PrivateKey[] = [];
  return {
    keyOf(stored) {
      const key = privateKeyOf(stored, master, curve);
      if (key !== undefined) given.push(key);
      return key;
    },
    wipe() {
      master?.fill(0);
      for (const key of given) key.wipe();
      for (const { plain } of [...file.keys.values(), ...file.descriptorKeys]) plain?.fill(0);
    },
  };
}

/** Decrypts the master key. A wallet has one for each passphrase. */
function openMaster(
  { masterKeys, keys, descriptorKeys }: CoreFile,
  passphrase: string | undefined,
  { secp256k1: curve, stretch = stretchNow }: StretchContext,
): Bytes | FormatFailure {
  const sealed = [...keys.values(), ...descriptorKeys]
    .filter((each) => !each.plain && each.sealed)
    .slice(0, MOST_COMPARED);
  if (masterKeys.length === 0) {
    return failure(
      'the record that opens the encrypted private keys of this wallet.dat is missing (mkey). No passphrase opens this file: look for another copy of it',
    );
  }
  if (passphrase === undefined) {
    return {
      error: 'this wallet.dat is encrypted: its passphrase is needed',
      needsPassword: true,
    };
  }
  if (masterKeys.some(({ method, rounds }) => method !== 0 || rounds > MOST_ROUNDS)) {
    return failure('this wallet.dat is encrypted in a way that Bitcoin Core never used');
  }
  for (const each of masterKeys) {
    const master = openRecord(each, passphrase, stretch);
    // The padding is right for one wrong passphrase in 256, so keys are compared.
    const isRight = sealed.some((key) => master && opens(key, master, curve));
    if (master !== undefined && isRight) return master;
    master?.fill(0);
  }
  return {
    error: 'the passphrase of this wallet.dat is wrong. Type it again',
    needsPassword: true,
  };
}

function opens(key: StoredKey, master: Bytes, curve: Secp256k1): boolean {
  const found = privateKeyOf(key, master, curve);
  found?.wipe();
  return found !== undefined;
}

/** Core: CCrypter::SetKeyFromPassphrase, as EVP_BytesToKey of OpenSSL. */
function openRecord(record: MasterKeyRecord, passphrase: string, stretch: Stretch) {
  const { sealed, salt } = record;
  const password = encodeUtf8(passphrase);
  const key = stretch({ password, salt, rounds: Math.max(1, record.rounds), length: 48 });
  const master = openAesCbc(sealed, key.subarray(0, 32), key.subarray(32));
  for (const used of [password, key]) used.fill(0);
  if (master?.length === 32) return master;
  master?.fill(0);
  return undefined;
}

function privateKeyOf(
  { publicKey, plain, sealed }: StoredKey,
  master: Bytes | undefined,
  curve: Secp256k1,
): PrivateKey | undefined {
  const bytes =
    plain?.slice() ??
    (master && sealed && openAesCbc(sealed, master, hash256(publicKey).subarray(0, 16)));
  const key = bytes?.length === 32 ? PrivateKey.from(bytes, publicKey.length === 33) : undefined;
  bytes?.fill(0);
  if (key !== undefined && equalBytes(key.publicKey(curve), publicKey)) return key;
  key?.wipe();
  return undefined;
}
