import { findMember, isJsonObject, type JsonObject, jsonNumber, jsonObject } from '../json/json.ts';
import { printJson } from '../json/print.ts';
import { formatSlipKey, type KeyScript, readSlipKey } from '../keys/slip132.ts';
import { countAt, listAt, objectAt, textAt } from './json-file.ts';
import { readPatchedObject } from './json-patch.ts';
import { isRef, type WalletLabel } from './labels.ts';
import {
  type AccountKey,
  formatStandardWallet,
  keyScriptOf,
  type MultiScript,
  readFingerprint,
  readPath,
  type SingleScript,
  type StandardWallet,
  UNKNOWN,
} from './standard-wallet.ts';
import {
  type FormatFailure,
  failure,
  keyLabels,
  readEach,
  type WalletParts,
} from './wallet-file.ts';

const singles: { readonly [S in KeyScript]: SingleScript | undefined } = {
  any: 'pkh',
  'sh(wpkh)': 'sh(wpkh)',
  wpkh: 'wpkh',
  'sh(wsh)': undefined,
  wsh: undefined,
};
const multis: { readonly [S in KeyScript]: MultiScript | undefined } = {
  any: 'sh',
  'sh(wpkh)': undefined,
  wpkh: undefined,
  'sh(wsh)': 'sh(wsh)',
  wsh: 'wsh',
};

type Keystore = AccountKey & { readonly script: KeyScript };

/** Hash of mainnet's genesis block. */
const MAIN_GENESIS = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';

/** Reads an unencrypted wallet file of Electrum, whose multisigs have sorted keys (BIP67). */
export function readElectrum(text: string): WalletParts | FormatFailure | undefined {
  const file = readPatchedObject(text);
  const type = file && textAt(file, 'wallet_type');
  if (file !== undefined && isOld(file, type)) return failure(OLD);
  if (file === undefined || type === undefined) return undefined;
  const genesis = textAt(file, 'genesis_blockhash');
  const chain = genesis && (genesis === MAIN_GENESIS ? 'mainnet' : 'testnet');
  const { labels, unplaced } = labelsOf(file);
  const rest = { format: 'electrum', program: 'Electrum', chain, labels } as const;
  const lost = lostOf(file, unplaced);
  if (type === 'imported') {
    const addresses = objectAt(file, 'addresses')?.members.map(([address]) => address) ?? [];
    const descriptors = addresses.map((address) => ({ text: `addr(${address})` }));
    return descriptors.length === 0
      ? failure(
          'this Electrum wallet holds no addresses: if it has imported private keys, export them in Electrum (Wallet > Private keys) and import each as a descriptor',
        )
      : { ...rest, descriptors, lost };
  }
  const wallet = walletOf(file, type);
  if ('error' in wallet) return wallet;
  return {
    ...rest,
    descriptors: [{ text: formatStandardWallet(wallet), firstAddress: firstAddressIn(file) }],
    keyNames: keyLabels(wallet.keys),
    lost,
  };
}

/** Returns the first receiving address in the file. */
function firstAddressIn(file: JsonObject): string | undefined {
  const [first] = listAt(objectAt(file, 'addresses') ?? file, 'receiving');
  return typeof first === 'string' ? first : undefined;
}

/** Returns true for files before version 2.7, which have keys but no keystores. */
function isOld(file: JsonObject, type: string | undefined): boolean {
  const hasKeystore = file.members.some(([name]) => /^(keystore|x\d+\/?)$/.test(name));
  const isImported = type === 'imported' && objectAt(file, 'addresses') !== undefined;
  const members = [
    'master_public_keys',
    'master_public_key',
    'accounts',
    'keypairs',
    'imported_keys',
  ];
  const hasOld = members.some((name) => findMember(file, name) !== undefined);
  return hasOld && !hasKeystore && !isImported;
}

const OLD =
  'this Electrum wallet was written before version 2.7 (2016): open a copy of it in a current Electrum, which brings it up to date, and save that';
/** Detects Python's notation with single quotes. */
export const isPythonElectrum = (text: string): boolean =>
  /^\{'/.test(text) && /'(seed_version|master_public_key|accounts|use_encryption)'/.test(text);
export const PYTHON_ELECTRUM =
  'this Electrum wallet was written by version 1.9 or earlier (2013): open a copy of it in a current Electrum, which brings it up to date, and save that';

function walletOf(file: JsonObject, type: string): StandardWallet | FormatFailure {
  const [, threshold, total] = /^(\d{1,2})of(\d{1,2})$/.exec(type) ?? [];
  if (type === 'standard') {
    const key = keystoreAt(file, 'keystore');
    if ('error' in key) return key;
    const script = singles[key.script];
    return script === undefined
      ? failure('the key of this Electrum wallet is one for multisigs')
      : { script, keys: [key] };
  }
  if (total === undefined) {
    return failure(`an Electrum wallet of type ${type.slice(0, 20)} is not read`);
  }
  const names = Array.from({ length: Number(total) }, (_, i) => `x${i + 1}/`);
  if (file.members.filter(([name]) => /^x\d+\/?$/.test(name)).length > names.length) {
    return failure('this Electrum wallet has more keys than its type says. Do not use it');
  }
  const keys = readEach(names, (name) => keystoreAt(file, name));
  if ('error' in keys) return keys;
  const [first] = keys;
  const script = first && multis[first.script];
  const isOne = keys.every((key) => key.script === first?.script);
  if (script === undefined || !isOne) {
    return failure('the keys of this Electrum wallet are not for one script');
  }
  return { script, threshold: Number(threshold), sorted: true, keys };
}

function keystoreAt(file: JsonObject, name: string): Keystore | FormatFailure {
  // Newer versions write x1, older ones x1/.
  const keystore = objectAt(file, name) ?? objectAt(file, name.replace('/', ''));
  if (keystore === undefined) {
    return failure(`this Electrum wallet has no key ${name.replace('/', '')}`);
  }
  if (textAt(keystore, 'type') === 'old') {
    return failure('this Electrum wallet is of before 2014, with keys that no descriptor can say');
  }
  const key = readSlipKey(textAt(keystore, 'xpub') ?? '');
  if (key === undefined) return failure('a key of this Electrum wallet is damaged or missing');
  const path = readPath(textAt(keystore, 'derivation') ?? '-');
  const fingerprint =
    readFingerprint(textAt(keystore, 'root_fingerprint') ?? '') ?? coldcardFingerprint(keystore);
  const isKnown = path !== undefined && fingerprint !== undefined;
  return {
    fingerprint: isKnown ? fingerprint : UNKNOWN,
    path: isKnown ? path : '',
    name: textAt(keystore, 'label'),
    xpub: key.xpub,
    script: key.script,
  };
}

/** Reads a fingerprint stored as a little-endian number of four bytes. */
function coldcardFingerprint(keystore: JsonObject): string | undefined {
  const number = countAt(keystore, 'ckcc_xfp');
  if (number === undefined || number > 0xffffffff) return undefined;
  const bytes = [0, 8, 16, 24].map((shift) => (number >>> shift) & 0xff);
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Reads labels. Electrum names coins as BIP329 does, but does not distinguish outputs from inputs.
 */
function labelsOf(file: JsonObject): {
  readonly labels: readonly WalletLabel[];
  readonly unplaced: number;
} {
  const labels: WalletLabel[] = [];
  const coins = new Map<string, WalletLabel>();
  const note = (ref: string, more: Partial<WalletLabel>) =>
    coins.set(ref, { ...coins.get(ref), ...more, type: 'output', ref });
  let unplaced = 0;
  for (const [ref, label] of objectAt(file, 'labels')?.members ?? []) {
    if (typeof label !== 'string' || label === '') continue;
    if (isRef('tx', ref)) labels.push({ type: 'tx', ref, label });
    else if (isRef('output', ref)) note(ref, { label });
    else if (isRef('addr', ref)) labels.push({ type: 'addr', ref, label });
    else unplaced += 1;
  }
  for (const [ref, isFrozen] of objectAt(file, 'frozen_coins')?.members ?? []) {
    if (isRef('output', ref) && typeof isFrozen === 'boolean') note(ref, { spendable: !isFrozen });
  }
  // Older versions store a list.
  for (const ref of listAt(file, 'frozen_coins')) {
    if (typeof ref === 'string' && isRef('output', ref)) note(ref, { spendable: false });
  }
  return { labels: [...labels, ...coins.values()], unplaced };
}

function lostOf(file: JsonObject, unplaced: number): readonly string[] {
  const keystores = file.members.flatMap(([name, value]) =>
    /^(keystore|x\d+\/?)$/.test(name) && isJsonObject(value) ? [value] : [],
  );
  const hasSecrets = keystores.some((each) =>
    ['seed', 'xprv', 'keypairs'].some((name) => (findMember(each, name) ?? null) !== null),
  );
  const holds = (name: string) => (objectAt(file, name)?.members.length ?? 0) > 0;
  return [
    ...(hasSecrets ? [LOST_SECRETS] : []),
    ...(holds('transactions') ? ['its history: it is found again in the chain'] : []),
    ...(holds('channels') ? ['its Lightning channels'] : []),
    ...(holds('invoices') || holds('payment_requests') ? ['its invoices and requests'] : []),
    ...(listAt(file, 'frozen_addresses').length > 0
      ? ['that addresses are frozen: freeze the coins at them']
      : []),
    ...(unplaced > 0
      ? [`${unplaced} labels of Lightning payments and requests: BIP329 has no place for them`]
      : []),
  ];
}

/** The part of a file that is left out without the option `secrets`. */
export const LOST_SECRETS =
  'its seed and private keys: the wallet can be watched, and not spent from';

/** The last version of the stable file format. Electrum 2.7 and later open it and upgrade it. */
const SEED_VERSION = 17;

/**
 * Writes a wallet file with labels of transactions, addresses and outputs, and with frozen coins.
 */
export function formatElectrum(wallet: StandardWallet, labels: readonly WalletLabel[]): string {
  const isMulti = 'threshold' in wallet;
  const script = keyScriptOf(wallet.script);
  const keystores = wallet.keys.map((key, i) => {
    return [isMulti ? `x${i + 1}/` : 'keystore', keystoreOf(key, script)] as const;
  });
  const texts = labels.filter(
    ({ type, label }) => (type === 'tx' || type === 'addr' || type === 'output') && label,
  );
  const frozen = labels.filter(({ spendable }) => spendable === false);
  const file = jsonObject({
    ...Object.fromEntries(keystores),
    labels: { members: texts.map(({ ref, label = '' }) => [ref, label]) },
    // Up to version 35 this is a list. Electrum would also freeze unfrozen coins of the newer form.
    frozen_coins: frozen.map(({ ref }) => ref),
    wallet_type: isMulti ? `${wallet.threshold}of${wallet.keys.length}` : 'standard',
    use_encryption: false,
    seed_version: jsonNumber(SEED_VERSION),
  });
  return `${printJson(file, 4)}\n`;
}

function keystoreOf({ fingerprint, path, xpub }: AccountKey, script: KeyScript): JsonObject {
  const isKnown = fingerprint !== UNKNOWN;
  return jsonObject({
    type: 'bip32',
    pw_hash_version: jsonNumber(1),
    xpub: formatSlipKey(xpub, script),
    ...(isKnown && {
      derivation: `m${path.replace(/h/g, "'")}`,
      root_fingerprint: fingerprint,
      // When it converts a file to version 20, Electrum reads the fingerprint only from here.
      ckcc_xfp: jsonNumber(
        Number.parseInt((fingerprint.match(/../g) ?? []).reverse().join(''), 16),
      ),
    }),
  });
}
