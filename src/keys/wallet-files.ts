/** Members that only the files of one program have together. */
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

/** Returns the program whose wallet a text describes; `undefined` if it is none that we know. */
export function walletProgram(text: string): string | undefined {
  const members = membersOf(text);
  return (
    MEMBERS.find(([, ...wanted]) => wanted.every((name) => members.includes(name)))?.[0] ??
    BEGINNINGS.find(([, beginning]) => beginning.test(text.slice(0, 500)))?.[0]
  );
}

function membersOf(text: string): readonly string[] {
  if (!text.startsWith('{')) return [];
  try {
    return Object.keys(JSON.parse(text));
  } catch {
    // It is not JSON, or patches follow, as Electrum appends them: then only the beginning counts.
    return [...text.slice(0, 10_000).matchAll(/^ {0,4}"(\w+)":/gm)].map(([, name = '']) => name);
  }
}
