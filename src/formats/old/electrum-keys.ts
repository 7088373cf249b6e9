import { openAesCbc } from '../../crypto/cipher.ts';
import { hash256 } from '../../crypto/hash.ts';
import { decodeWif } from '../../crypto/wif.ts';
import { decodeBase64 } from '../../encoding/base64.ts';
import { concatBytes, equalBytes } from '../../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../encoding/hex.ts';
import { decodeUtf8, encodeUtf8 } from '../../encoding/utf8.ts';
import { findMember, isJsonArray, type JsonObject } from '../../json/json.ts';
import { readOldHex } from '../../keys/electrum-seeds.ts';
import { readSlipKey } from '../../keys/slip132.ts';
import { isPythonElectrum, LOST_SECRETS, readElectrum } from '../electrum.ts';
import { objectAt, textAt } from '../json-file.ts';
import { readPatchedObject } from '../json-patch.ts';
import { type FormatFailure, failure, type ReadContext, type WalletParts } from '../wallet-file.ts';
import { sealedFault, wrongPassword } from './faults.ts';
import { openExtended } from './own-key.ts';
import { pythonToJson } from './python-json.ts';

const NAME = 'Electrum';

/**
 * Reads the private keys of a wallet file of any version of Electrum; `undefined` for files without
 * them, and for other texts.
 */
export function readElectrumKeys(
  text: string,
  context: ReadContext,
): WalletParts | FormatFailure | undefined {
  const isPython = isPythonElectrum(text);
  if (!isPython && !(text.startsWith('{') && MEMBERS.test(text))) return undefined;
  const file = readPatchedObject(isPython ? pythonToJson(text) : text);
  if (file === undefined) return undefined;
  const stores = storesOf(file);
  if (stores.length === 0) return undefined;
  const isSealed = findMember(file, 'use_encryption') === true;
  // Without the option, only files that nothing else reads are opened.
  const known = context.secrets || isPython ? undefined : readElectrum(text);
  if (known !== undefined && !('error' in known)) return undefined;
  if (isSealed && context.password === undefined) {
    return context.secrets ? sealedFault(NAME) : undefined;
  }
  const open = isSealed ? opener(context.password ?? '') : (sealed: string) => sealed;
  return readStores(stores, { file, text, open, context });
}

const MEMBERS =
  /"(wallet_type|seed_version|use_encryption|master_public_key|keystore|imported_keys)"/;

type Open = (sealed: string) => string | undefined;
type Reading = {
  readonly file: JsonObject;
  readonly text: string;
  readonly open: Open;
  readonly context: ReadContext;
};

/** Private data of a file. */
type Store =
  | { readonly kind: 'old'; readonly seed: string; readonly publicKey: string }
  | { readonly kind: 'key'; readonly sealed: string; readonly publicKey: string | undefined }
  | { readonly kind: 'extended'; readonly sealed: string; readonly xpub: string };

/** Finds private data where versions 1 to 4 wrote it. */
function storesOf(file: JsonObject): readonly Store[] {
  const keystores = file.members.flatMap(([name, value]) =>
    /^(keystore|x\d+\/?)$/.test(name) ? (objectOf(value) ?? []) : [],
  );
  const masters = objectAt(file, 'master_private_keys')?.members ?? [];
  const publics = objectAt(file, 'master_public_keys');
  const xprvs = masters.map(([name, sealed]) => ({
    sealed,
    xpub: publics && textAt(publics, name),
  }));
  const all = [...keystores, file];
  return [
    ...all.flatMap(oldSeedOf),
    ...all.flatMap((store): readonly Store[] => {
      const [sealed, xpub] = [textAt(store, 'xprv'), textAt(store, 'xpub')];
      return sealed && xpub ? [{ kind: 'extended', sealed, xpub }] : [];
    }),
    ...xprvs.flatMap(({ sealed, xpub }): readonly Store[] =>
      typeof sealed === 'string' && xpub ? [{ kind: 'extended', sealed, xpub }] : [],
    ),
    ...all.flatMap((store) => singlesOf(store)),
  ];
}

const objectOf = (value: unknown): JsonObject | undefined =>
  typeof value === 'object' && value !== null && 'members' in value
    ? (value as JsonObject)
    : undefined;

/** A seed from before 2014 has a master public key of 64 bytes. */
function oldSeedOf(store: JsonObject): readonly Store[] {
  const seed = textAt(store, 'seed');
  const publicKey = textAt(store, 'mpk') ?? textAt(store, 'master_public_key');
  const isOld = seed !== undefined && publicKey !== undefined && /^[0-9a-f]{128}$/.test(publicKey);
  return isOld ? [{ kind: 'old', seed, publicKey }] : [];
}

/** Imported keys: by public key, by address (version 1), or in an account (version 2). */
function singlesOf(store: JsonObject): readonly Store[] {
  const accounts = objectAt(store, 'accounts')?.members ?? [];
  const imported = accounts.flatMap(([, account]) => {
    const value = objectOf(account);
    return value === undefined ? [] : (objectAt(value, 'imported')?.members ?? []);
  });
  const pairs = [
    ...(objectAt(store, 'keypairs')?.members ?? []),
    ...(objectAt(store, 'imported_keys')?.members ?? []),
    ...imported,
  ];
  return pairs.flatMap(([name, value]): readonly Store[] => {
    const [publicKey, sealed] = isJsonArray(value) ? value : [name, value];
    if (typeof sealed !== 'string' || sealed === '') return [];
    const isKey = typeof publicKey === 'string' && /^0[2-4][0-9a-f]{64,128}$/.test(publicKey);
    return [{ kind: 'key', sealed, publicKey: isKey ? publicKey : undefined }];
  });
}

/** Decrypts by AES-256 with the hash of the password (pw_encode, version 1). */
function opener(password: string): Open {
  return (sealed) => {
    const bytes = decodeBase64(sealed);
    if (bytes === undefined || bytes.length < 32) return undefined;
    const phrase = encodeUtf8(password);
    const key = hash256(phrase);
    const plain = openAesCbc(bytes.subarray(16), key, bytes.subarray(0, 16));
    for (const each of [phrase, key]) each.fill(0);
    const text = plain && decodeUtf8(plain);
    plain?.fill(0);
    return text;
  };
}

function readStores(stores: readonly Store[], reading: Reading): WalletParts | FormatFailure {
  const { file, text } = reading;
  const secrets: string[] = [];
  const keys = new Map<string, string>();
  for (const store of stores) {
    const opened = openStore(store, reading);
    if ('error' in opened) return opened;
    for (const [xpub, xprv] of opened.extended ?? []) keys.set(xpub, xprv);
    secrets.push(...(opened.secrets ?? []));
  }
  const wallet = keys.size > 0 ? walletOf(file, text, keys) : undefined;
  if (wallet !== undefined && 'error' in wallet) return wallet;
  const all = [...(wallet?.secrets ?? []), ...secrets];
  const parts: WalletParts = wallet?.parts ?? {
    format: 'electrum',
    program: NAME,
    descriptors: [],
  };
  const descriptors = all.map((each) => ({ text: each.includes('(') ? each : `pkh(${each})` }));
  return {
    ...parts,
    descriptors: wallet?.parts?.descriptors ?? descriptors,
    secrets: all,
    lost: parts.lost?.filter((each) => each !== LOST_SECRETS) ?? [],
  };
}

type Opened = {
  readonly extended?: readonly (readonly [xpub: string, xprv: string])[];
  readonly secrets?: readonly string[];
};

function openStore(store: Store, { file, open, context }: Reading): Opened | FormatFailure {
  const isSealed = findMember(file, 'use_encryption') === true;
  const wrong = isSealed ? wrongPassword(NAME) : failure(DAMAGED);
  if (store.kind === 'old') {
    const seed = open(store.seed)?.trim().toLowerCase() ?? '';
    const ring = readOldHex(seed, context);
    if (ring === undefined || 'error' in ring) return wrong;
    const secrets = ring.descriptors.map(({ text }) => text);
    return isOwn(secrets[0], store.publicKey, context) ? { secrets } : wrong;
  }
  const plain = open(store.sealed)?.replace(/^\w+:/, '');
  if (store.kind === 'key') {
    const key = decodeWif(plain ?? '', context.network);
    const own = key && encodeHex(key.publicKey(context.secp256k1));
    key?.wipe();
    const isIt = own !== undefined && (store.publicKey === undefined || store.publicKey === own);
    return isIt && plain !== undefined ? { secrets: [plain] } : wrong;
  }
  const extended = openExtended(plain, store.xpub, context);
  if (extended === undefined || 'error' in extended) return extended ?? wrong;
  return { extended: [[extended.xpub, extended.xprv]] };
}

const DAMAGED =
  'a private key of this Electrum wallet does not fit its public key: the file was changed, or is damaged. Take another copy of it';

/** Compares the first address of an old seed with the file's master public key. */
function isOwn(
  first: string | undefined,
  publicKey: string,
  { network, secp256k1 }: ReadContext,
): boolean {
  const key = decodeWif(/\((.*)\)/.exec(first ?? '')?.[1] ?? '', network);
  const own = key?.publicKey(secp256k1);
  key?.wipe();
  const master = decodeHex(`04${publicKey}`) ?? new Uint8Array(65);
  const tweak = hash256(concatBytes(encodeUtf8('0:0:'), master.subarray(1)));
  const compressed = secp256k1.convertPublicKey(master, true);
  const derived = compressed && secp256k1.tweakPublicKey(compressed, tweak);
  const expected = derived && secp256k1.convertPublicKey(derived, false);
  return own !== undefined && expected !== undefined && equalBytes(own, expected);
}

/** Returns the wallet of extended keys, with the private ones in it. */
function walletOf(
  file: JsonObject,
  text: string,
  keys: ReadonlyMap<string, string>,
):
  | { readonly parts: WalletParts | undefined; readonly secrets: readonly string[] }
  | FormatFailure {
  const isOld = objectAt(file, 'master_public_keys') !== undefined;
  const found = isOld ? oldWallet(file) : readElectrum(text);
  if (found === undefined) return failure(KIND);
  if ('error' in found) return found;
  const secrets = found.descriptors.map((each) =>
    each.text.replace(/[xt]pub[1-9A-HJ-NP-Za-km-z]+/g, (xpub) => keys.get(xpub) ?? xpub),
  );
  return { parts: found, secrets };
}

const KIND =
  'this kind of Electrum wallet is not read: open a copy of it in a current Electrum, which brings it up to date, and save that';

/** Describes a wallet of versions 2.0 to 2.6: one key at its root, or a multisig of such keys. */
function oldWallet(file: JsonObject): WalletParts | undefined {
  const publics = objectAt(file, 'master_public_keys')?.members ?? [];
  const names = publics.map(([name]) => name);
  const xpubs = publics.flatMap(([, xpub]) => (typeof xpub === 'string' ? xpub : []));
  const type = textAt(file, 'wallet_type') ?? 'standard';
  const [, threshold, total] = /^(\d)of(\d)$/.exec(type) ?? [];
  const keys = xpubs.map((xpub) => `${readSlipKey(xpub)?.xpub ?? xpub}/<0;1>/*`);
  const isMulti = threshold !== undefined && Number(total) === keys.length;
  const isSingle = type === 'standard' && names.join() === 'x/';
  if (!isMulti && !isSingle) return undefined;
  const text = isMulti ? `sh(sortedmulti(${threshold},${keys.join()}))` : `pkh(${keys.join()})`;
  return { format: 'electrum', program: NAME, descriptors: [{ text }] };
}
