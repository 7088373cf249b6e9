import { expect, test } from 'vitest';
import { walletProgram } from '../../src/keys/key-text.ts';
import { readVector } from '../support/paths.ts';

const files: { readonly [name: string]: string } = JSON.parse(readVector('formats/files.json'));

/** Files of the programs' own tests. */
test.each([
  ['sparrow/caravan-multisig-export-1.json', 'Caravan'],
  ['sparrow/cc-multisig-export-1.txt', 'Coldcard'],
  ['sparrow/cc-multisig-export-multideriv.txt', 'Coldcard'],
  ['sparrow/cc-singlesig-sp-keystore-1.json', 'Coldcard'],
  ['coldcard/coldcard-export.json', 'Coldcard'],
  ['coldcard/multisig/export-p2sh-myself.txt', 'Coldcard'],
  ['sparrow/cobo-singlesig-keystore-1.json', 'Keystone'],
  ['sparrow/specter-wallet.json', 'Specter'],
  ['sparrow/electrum-singlesig-wallet.json', 'Electrum'],
  ['sparrow/electrum-singlesig-seed-wallet.json', 'Electrum'],
  ['sparrow/electrum-encrypted', 'Electrum'],
  ['coldcard/electrum-single.json', 'Electrum'],
  ['sparrow/bsms/multisig-1.bsms', 'BSMS'],
  ['sparrow/descriptor-labelled.txt', undefined],
])('%s is a file of %s', (name, program) => {
  expect(walletProgram(files[name] ?? '')).toBe(program);
});

test.each([
  ['Bitcoin Core', ['wallet_name', 'descriptors']],
  ['Sparrow', ['policyType', 'keystores']],
  ['Specter', ['label', 'descriptor']],
  ['Specter', ['recv_descriptor']],
  ['BIP388', ['template', 'keys']],
  ['BIP388', ['descriptor_template', 'keys']],
  ['Keystone', ['ExtPubKey', 'MasterFingerprint']],
  ['BIP329', ['type', 'ref']],
  ['Caravan', ['quorum', 'extendedPublicKeys']],
  ['Coldcard', ['chain', 'xfp']],
  ['Electrum', ['wallet_type']],
  ['Electrum', ['seed_version']],
] as const)('%s writes the members %s, all of them', (program, members) => {
  const fileWith = (names: readonly string[]) =>
    JSON.stringify(Object.fromEntries(['other', ...names].map((name) => [name, 1])));
  expect(walletProgram(fileWith(members))).toBe(program);
  for (const left of members) {
    expect(walletProgram(fileWith(members.filter((name) => name !== left)))).toBeUndefined();
  }
});

test('recognizes a file of Electrum with patches by its members, not by inner ones', () => {
  const whole = JSON.stringify({ seed_version: 59, keystore: { wallet_type: 1 } }, undefined, 4);
  const patch = ',\n{"op": "add", "path": "/labels/a", "value": "b"}';
  expect(walletProgram(`${whole}${patch}`)).toBe('Electrum');
  expect(walletProgram(`${whole.replace('seed_version', 'other')}${patch}`)).toBeUndefined();
  // Only the first 10,000 characters count.
  const late = (length: number) => `{${' '.repeat(length - 16)}\n"wallet_type":1${patch}`;
  expect(walletProgram(late(10_000))).toBe('Electrum');
  expect(walletProgram(late(10_001))).toBeUndefined();
  expect(walletProgram('notes\n"wallet_type": 1')).toBeUndefined();
});

test('a text of Coldcard has its name, policy, format or path in its first 500 characters', () => {
  for (const member of ['Name', 'Policy', 'Format', 'Derivation']) {
    const text = (gap: number) => `${'#'.repeat(gap)}\n${member}: x`;
    expect(walletProgram(text(500 - `\n${member}: `.length))).toBe('Coldcard');
    expect(walletProgram(text(500 - `\n${member}: `.length + 1))).toBeUndefined();
  }
  expect(walletProgram('Names: x')).toBeUndefined();
});
