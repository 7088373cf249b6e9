import type { JsonObject } from '../json/json.ts';
import { readSlipKey } from '../keys/slip132.ts';
import { objectAt, readObject, textAt } from './json-file.ts';
import {
  formatAccountKey,
  type MultiScript,
  readFingerprint,
  readPath,
  type SingleScript,
  wrapScript,
} from './standard-wallet.ts';
import {
  cosignerKey,
  type DescriptorPart,
  type FormatFailure,
  failure,
  type KeyPart,
  type WalletParts,
} from './wallet-file.ts';

const singles: readonly (readonly [member: string, script: SingleScript])[] = [
  ['bip44', 'pkh'],
  ['bip49', 'sh(wpkh)'],
  ['bip84', 'wpkh'],
  ['bip86', 'tr'],
];

/**
 * Multisig members of the generic JSON, then old spellings in the file of a single multisig key.
 */
const multis: readonly (readonly [member: string, script: MultiScript])[] = [
  ['bip45', 'sh'],
  ['bip48_1', 'sh(wsh)'],
  ['bip48_2', 'wsh'],
  ['p2sh', 'sh'],
  ['p2sh_p2wsh', 'sh(wsh)'],
  ['p2wsh_p2sh', 'sh(wsh)'],
  ['p2wsh', 'wsh'],
];

/** Reads a Coldcard export: an account of each kind, and keys for multisig wallets. */
export function readColdcardJson(text: string): WalletParts | FormatFailure | undefined {
  const file = readObject(text);
  const fingerprint = file && readFingerprint(textAt(file, 'xfp') ?? '');
  if (file === undefined || fingerprint === undefined) return undefined;
  const descriptors: DescriptorPart[] = [];
  const keys: KeyPart[] = [];
  for (const [member, script] of singles) {
    const section = objectAt(file, member);
    const key = section && accountKey(section, fingerprint);
    if (section === undefined) continue;
    if (key === undefined) return failure(damaged(member));
    const firstAddress = textAt(section, 'first');
    const descriptor = wrapScript(script, `${key}/<0;1>/*`);
    descriptors.push({ text: descriptor, name: member.toUpperCase(), firstAddress });
  }
  for (const [member, script] of multis) {
    const key = multisigKey(file, member, fingerprint);
    if (key === undefined && objectAt(file, member) !== undefined) return failure(damaged(member));
    if (key !== undefined) keys.push(cosignerKey(key, script));
  }
  if (descriptors.length + keys.length === 0) return undefined;
  const chain = textAt(file, 'chain');
  return { format: 'coldcard', program: 'Coldcard', descriptors, keys, chain };
}

const damaged = (member: string): string =>
  `the key in ${member} of this Coldcard file is damaged. Export it again`;

function accountKey(section: JsonObject, fingerprint: string): string | undefined {
  const path = readPath(textAt(section, 'deriv') ?? '');
  const key = readSlipKey(textAt(section, 'xpub') ?? '');
  if (path === undefined || key === undefined || !isOneKey(section, key.xpub)) return undefined;
  return formatAccountKey({ fingerprint, path, xpub: key.xpub });
}

/** Checks the second copy of the key, which the device writes in SLIP-132's form. */
function isOneKey(section: JsonObject, xpub: string): boolean {
  const again = textAt(section, '_pub');
  return again === undefined || readSlipKey(again)?.xpub === xpub;
}

function multisigKey(file: JsonObject, member: string, fingerprint: string): string | undefined {
  const section = objectAt(file, member);
  if (section !== undefined) return accountKey(section, fingerprint);
  const path = readPath(textAt(file, `${member}_deriv`) ?? '-');
  const key = readSlipKey(textAt(file, member) ?? '');
  if (path === undefined || key === undefined) return undefined;
  return formatAccountKey({ fingerprint, path, xpub: key.xpub });
}

/** Reads the account of Cobo Vault and Keystone. */
export function readKeystoneJson(text: string): WalletParts | FormatFailure | undefined {
  const file = readObject(text);
  const key = file && readSlipKey(textAt(file, 'ExtPubKey') ?? '');
  if (file === undefined || key === undefined) return undefined;
  const fingerprint = readFingerprint(textAt(file, 'MasterFingerprint') ?? '') ?? '00000000';
  const path = readPath(textAt(file, 'AccountKeyPath') ?? '') ?? '';
  const account = formatAccountKey({ fingerprint, path, xpub: key.xpub });
  const script = key.script;
  const found = { format: 'slip132', program: 'Keystone' } as const;
  if (script === 'wpkh' || script === 'sh(wpkh)') {
    return { ...found, descriptors: [{ text: wrapScript(script, `${account}/<0;1>/*`) }] };
  }
  return { ...found, descriptors: [], keys: [{ text: account, purpose: `script ${script}` }] };
}
