import type { Carried } from './carried.ts';

/** Members that only this program's files have together. */
const MEMBERS: readonly (readonly [program: string, ...members: string[]])[] = [
  ['Bitcoin Core', 'wallet_name', 'descriptors'],
  ['Sparrow', 'policyType', 'keystores'],
  ['Specter', 'label', 'descriptor'],
  ['Specter', 'recv_descriptor'],
  ['BIP388', 'template', 'keys'],
  ['BIP388', 'descriptor_template', 'keys'],
  ['Keystone', 'ExtPubKey', 'MasterFingerprint'],
  ['BIP329', 'type', 'ref'],
  ['Caravan', 'quorum', 'extendedPublicKeys'],
  ['Coldcard', 'chain', 'xfp'],
  ['Electrum', 'wallet_type'],
  ['Electrum', 'seed_version'],
];

const BEGINNINGS: readonly (readonly [program: string, beginning: RegExp])[] = [
  ['BSMS', /^BSMS 1\.0\s/],
  ['Coldcard', /^(#.*\s+)*(Name|Policy|Format|Derivation): .*$/m],
  // "BIE1" in base64: encrypted.
  ['Electrum', /^QklFM/],
];

/** Whose wallet a text describes; `undefined` where it is nobody's that we know. */
export function detectWalletFile(text: string): Carried | undefined {
  const members = membersOf(text);
  const program =
    MEMBERS.find(([, ...wanted]) => wanted.every((name) => members.includes(name)))?.[0] ??
    BEGINNINGS.find(([, beginning]) => beginning.test(text.slice(0, 500)))?.[0];
  return program === undefined ? undefined : { kind: 'wallet-file', program, text };
}

function membersOf(text: string): readonly string[] {
  if (!text.startsWith('{')) return [];
  try {
    return Object.keys(JSON.parse(text));
  } catch {
    // No JSON, or patches stand behind it, as Electrum appends them: only the beginning is looked
    // at then.
    return [...text.slice(0, 10_000).matchAll(/^ {0,4}"(\w+)":/gm)].map(([, name = '']) => name);
  }
}
