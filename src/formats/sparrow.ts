import { readSlipKey } from '../keys/slip132.ts';
import { objectAt, objectsAt, readObject, textAt } from './json-file.ts';
import {
  type AccountKey,
  formatStandardWallet,
  type MultiScript,
  readFingerprint,
  readPath,
  type SingleScript,
  type StandardWallet,
} from './standard-wallet.ts';
import { type FormatFailure, failure, keyLabels, type WalletParts } from './wallet-file.ts';

/** Sparrow's names of single-key and multisig scripts. */
const singles: { readonly [name: string]: SingleScript | undefined } = {
  P2PKH: 'pkh',
  P2SH_P2WPKH: 'sh(wpkh)',
  P2WPKH: 'wpkh',
  P2TR: 'tr',
};
export const multiScripts: { readonly [name: string]: MultiScript | undefined } = {
  P2SH: 'sh',
  P2SH_P2WSH: 'sh(wsh)',
  P2WSH_P2SH: 'sh(wsh)',
  P2WSH: 'wsh',
};

/** Sparrow's label of a keystore that has no other. */
const DEFAULT_LABEL = /^Keystore \d+$/;

/** Reads a wallet of Sparrow in JSON. */
export function readSparrow(text: string): WalletParts | FormatFailure | undefined {
  const file = readObject(text);
  const script = file && textAt(file, 'scriptType');
  if (file === undefined || script === undefined) return undefined;
  const keys: AccountKey[] = [];
  for (const keystore of objectsAt(file, 'keystores')) {
    const derivation = objectAt(keystore, 'keyDerivation');
    const xpub = textAt(keystore, 'extendedPublicKey') ?? '';
    if (derivation === undefined || readSlipKey(xpub) === undefined) {
      return failure(
        'a keystore of this Sparrow wallet has no extended public key that can be read',
      );
    }
    keys.push({
      fingerprint: readFingerprint(textAt(derivation, 'masterFingerprint') ?? '') ?? '00000000',
      path: readPath(textAt(derivation, 'derivationPath') ?? '') ?? '',
      xpub,
      name: textAt(keystore, 'label')?.replace(DEFAULT_LABEL, ''),
    });
  }
  const policy = objectAt(file, 'defaultPolicy');
  const miniscript = policy && objectAt(policy, 'miniscript');
  const wallet = standardOf(script, (miniscript && textAt(miniscript, 'script')) ?? '', keys);
  if ('error' in wallet) return wallet;
  return {
    format: 'sparrow',
    program: 'Sparrow',
    name: textAt(file, 'name'),
    descriptors: [{ text: formatStandardWallet(wallet) }],
    keyNames: keyLabels(keys),
    lost: ['labels and transactions in the file: export the labels from Sparrow (BIP329)'],
  };
}

function standardOf(
  script: string,
  policy: string,
  keys: readonly AccountKey[],
): StandardWallet | FormatFailure {
  const [only, second] = keys;
  const [, threshold, names = ''] = MULTI.exec(policy) ?? [];
  const isOfAll = names.split(',').length === keys.length;
  const single = singles[script];
  const multi = multiScripts[script];
  if (threshold !== undefined && multi !== undefined && isOfAll) {
    // Sparrow sorts the keys of every multisig, also in files of 2020, which have `multi`.
    return { script: multi, threshold: Number(threshold), sorted: true, keys };
  }
  if (
    single !== undefined &&
    only !== undefined &&
    second === undefined &&
    threshold === undefined
  ) {
    return { script: single, keys: [only] };
  }
  return failure(
    'this Sparrow wallet has a script or a policy that is not read: export its descriptor from Sparrow',
  );
}

/** The policy of a multisig, with its threshold and the names of its keystores. */
const MULTI = /^(?:sh\(|wsh\()*(?:sorted)?multi\((\d{1,2}),([^()]+)\)+$/;

/** Detects `SPRW1` in base64, and Sparrow's database. */
export const isSealedSparrow = (text: string): boolean => /^\s*U1BSV|^H:2,/.test(text);
export const SEALED_SPARROW =
  'this is a Sparrow wallet in its own database: open it in Sparrow and export it (File > Export Wallet, as "Output Descriptor")';
