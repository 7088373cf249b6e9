import { findMember, isJsonObject, type JsonObject, jsonNumber, jsonObject } from '../json/json.ts';
import { printJson } from '../json/print.ts';
import { countAt, listAt, objectAt, textAt } from './json-file.ts';
import { readPatchedObject } from './json-patch.ts';
import type { WalletLabel } from './labels.ts';
import { formatSlipKey, type KeyScript, readSlipKey } from './slip132.ts';
import {
  type AccountKey,
  formatStandardWallet,
  keyScriptOf,
  type MultiScript,
  readFingerprint,
  readPath,
  type SingleScript,
  type StandardWallet,
} from './standard-wallet.ts';
import { type FormatFailure, type Found, failure } from './wallet-file.ts';

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

/** The hash of the first block. */
const MAIN_GENESIS = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';

/** A wallet file of Electrum, unencrypted. Its multisigs have sorted keys (BIP67). */
export function readElectrum(text: string): Found | FormatFailure | undefined {
  const file = readPatchedObject(text);
  const type = file && textAt(file, 'wallet_type');
  if (file === undefined || type === undefined) return undefined;
  const genesis = textAt(file, 'genesis_blockhash');
  const chain = genesis && (genesis === MAIN_GENESIS ? 'mainnet' : 'testnet');
  const rest = { format: 'electrum', program: 'Electrum', chain, ...labelsOf(file) } as const;
  const lost = lostOf(file);
  if (type === 'imported') {
    const addresses = objectAt(file, 'addresses')?.members.map(([address]) => address) ?? [];
    const descriptors = addresses.map((address) => ({ text: `addr(${address})` }));
    return descriptors.length === 0
      ? failure('this Electrum wallet holds no addresses')
      : { ...rest, descriptors, lost };
  }
  const wallet = walletOf(file, type);
  if ('error' in wallet) return wallet;
  return { ...rest, descriptors: [{ text: formatStandardWallet(wallet) }], lost };
}

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
  const keys: Keystore[] = [];
  for (let i = 1; i <= Number(total); i++) {
    const key = keystoreAt(file, `x${i}/`);
    if ('error' in key) return key;
    keys.push(key);
  }
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
    fingerprint: isKnown ? fingerprint : '00000000',
    path: isKnown ? path : '',
    xpub: key.xpub,
    script: key.script,
  };
}

/** A number of four bytes, the first one the lowest. */
function coldcardFingerprint(keystore: JsonObject): string | undefined {
  const number = countAt(keystore, 'ckcc_xfp');
  if (number === undefined || number > 0xffffffff) return undefined;
  const bytes = [0, 8, 16, 24].map((shift) => (number >>> shift) & 0xff);
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function labelsOf(file: JsonObject): { readonly labels: readonly WalletLabel[] } {
  const labels: WalletLabel[] = [];
  for (const [ref, label] of objectAt(file, 'labels')?.members ?? []) {
    if (typeof label !== 'string' || label === '') continue;
    labels.push({ type: /^[0-9a-f]{64}$/.test(ref) ? 'tx' : 'addr', ref, label });
  }
  for (const [ref, frozen] of objectAt(file, 'frozen_coins')?.members ?? []) {
    if (frozen === true) labels.push({ type: 'output', ref, spendable: false });
  }
  return { labels };
}

function lostOf(file: JsonObject): readonly string[] {
  const keystores = file.members.flatMap(([name, value]) =>
    /^(keystore|x\d+\/?)$/.test(name) && isJsonObject(value) ? [value] : [],
  );
  const hasSecrets = keystores.some((each) =>
    ['seed', 'xprv', 'keypairs'].some((name) => (findMember(each, name) ?? null) !== null),
  );
  const holds = (name: string) => (objectAt(file, name)?.members.length ?? 0) > 0;
  return [
    ...(hasSecrets
      ? ['its seed and private keys: the wallet can be watched, and not spent from']
      : []),
    ...(holds('transactions') ? ['its history: it is found anew in the chain'] : []),
    ...(holds('channels') ? ['its Lightning channels'] : []),
    ...(holds('invoices') || holds('payment_requests') ? ['its invoices and requests'] : []),
    ...(listAt(file, 'frozen_addresses').length > 0 ? ['that addresses are frozen'] : []),
  ];
}

/**
 * The last version of files whose forms stayed the same; Electrum brings it up to date as it opens
 * the file.
 */
const SEED_VERSION = 17;

export function formatElectrum(wallet: StandardWallet, labels: readonly WalletLabel[]): string {
  const isMulti = 'threshold' in wallet;
  const script = keyScriptOf(wallet.script);
  const keystores = wallet.keys.map(({ fingerprint, path, xpub }, i) => {
    const isKnown = fingerprint !== '00000000';
    const keystore = jsonObject({
      type: 'bip32',
      pw_hash_version: jsonNumber(1),
      xpub: formatSlipKey(xpub, script),
      ...(isKnown && { derivation: `m${path.replace(/h/g, "'")}`, root_fingerprint: fingerprint }),
    });
    return [isMulti ? `x${i + 1}/` : 'keystore', keystore] as const;
  });
  const texts = labels.filter(({ type, label }) => (type === 'tx' || type === 'addr') && label);
  const file = jsonObject({
    ...Object.fromEntries(keystores),
    labels: { members: texts.map(({ ref, label = '' }) => [ref, label]) },
    wallet_type: isMulti ? `${wallet.threshold}of${wallet.keys.length}` : 'standard',
    use_encryption: false,
    seed_version: jsonNumber(SEED_VERSION),
  });
  return `${printJson(file, 4)}\n`;
}
