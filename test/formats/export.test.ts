import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { networks } from '../../src/encoding/network.ts';
import { type ExportedWallet, exportWallet } from '../../src/formats/export.ts';
import { importWallet } from '../../src/formats/import.ts';
import type { WalletFormat } from '../../src/formats/wallet-file.ts';
import type { WalletExport } from '../../src/formats/write-wallet.ts';
import { readVector } from '../support/paths.ts';

const files: { readonly [name: string]: string } = JSON.parse(readVector('formats/files.json'));
const bips = JSON.parse(readVector('formats/bips.json'));
const context = { network: networks.main, secp256k1 };

function descriptorsIn(name: string): readonly string[] {
  const wallet = importWallet(files[name] ?? '', context);
  if ('error' in wallet) throw new Error(wallet.error);
  return wallet.descriptors.map(({ descriptor }) => descriptor);
}

const ADDRESS = 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c';
const single: WalletExport = {
  name: 'one',
  descriptors: descriptorsIn('sparrow/cobo-singlesig-keystore-1.json'),
};
const multisig: WalletExport = {
  name: 'CC-2-of-4',
  descriptors: descriptorsIn('sparrow/cc-multisig-export-1.txt'),
};
const policy: WalletExport = { name: 'heirs', descriptors: [bips.policies[6].descriptor] };

function write(wallet: WalletExport, format: WalletFormat, token?: string): ExportedWallet {
  const written = exportWallet(wallet, format, context, token === undefined ? {} : { token });
  if ('error' in written) throw new Error(written.error);
  return written;
}

function why(wallet: WalletExport, format: WalletFormat): string {
  const written = exportWallet(wallet, format, context);
  return 'error' in written ? written.error : 'written';
}

const formats: readonly WalletFormat[] = [
  'descriptors',
  'core',
  'sparrow',
  'specter',
  'coldcard',
  'electrum',
  'caravan',
  'bsms',
  'policy',
  'ur',
  'slip132',
];

describe.each(formats)('%s', (format) => {
  test('is read again as the same wallet, with the first addresses that are shown', () => {
    for (const wallet of [single, multisig, policy]) {
      const written = exportWallet(wallet, format, context);
      if ('error' in written) {
        expect(written.error).toMatch(/wallet|program|format|multisig/);
        continue;
      }
      const again = importWallet(written.text, context);
      if ('error' in again) throw new Error(again.error);
      expect(again.descriptors.map((each) => each.firstAddresses)).toEqual(written.firstAddresses);
    }
  });
});

test('lists which wallets fit in which format', () => {
  const places = (wallet: WalletExport) =>
    formats.filter((format) => why(wallet, format) === 'written');
  expect(places(single)).toEqual(formats.filter((one) => one !== 'caravan'));
  expect(places(multisig)).toEqual(formats.filter((one) => one !== 'slip132'));
  expect(places(policy)).toEqual(['descriptors', 'core', 'bsms', 'policy']);
});

test("writes Coldcard's file as the device does, except comment and paths", () => {
  const { text } = write(multisig, 'coldcard');
  const lines = (file: string) =>
    file.split('\n').filter((line) => line !== '' && !/^(#|Derivation)/.test(line));
  expect(lines(text)).toEqual(lines(files['sparrow/cc-multisig-export-1.txt'] ?? ''));
  expect(text.match(/Derivation: m\/48'\/0'\/0'\/2'/g)).toHaveLength(4);
});

test("writes Coldcard's generic JSON as the device does, except the master key's xpub", () => {
  const given = { network: networks.test, secp256k1 };
  for (const name of ['coldcard/coldcard-export.json', 'sparrow/cc-singlesig-sp-keystore-1.json']) {
    const wallet = importWallet(files[name] ?? '', given);
    if ('error' in wallet) throw new Error(wallet.error);
    const descriptors = wallet.descriptors.map(({ descriptor }) => descriptor);
    const written = exportWallet({ descriptors, keys: wallet.keys }, 'coldcard', given);
    if ('error' in written) throw new Error(written.error);
    const { xpub: _, bip352: __, ...theirs } = JSON.parse(files[name] ?? '');
    const ours = JSON.parse(written.text);
    // Older firmware writes apostrophes, and no descriptors.
    const even = (value: object) => JSON.parse(JSON.stringify(value).replaceAll("'", 'h'));
    for (const [member, value] of Object.entries(theirs)) {
      expect(ours[member]).toEqual(
        typeof value === 'object' && value !== null ? expect.objectContaining(even(value)) : value,
      );
    }
    expect(Object.keys(ours).sort()).toEqual(Object.keys(theirs).sort());
    expect(written.lost).toEqual([]);
  }
});

test("Caravan's file has what Sparrow's has that Sparrow's tests read", () => {
  const wallet = {
    name: 'Test Wallet',
    descriptors: descriptorsIn('sparrow/caravan-multisig-export-1.json'),
  };
  const { text } = write(wallet, 'caravan');
  const [ours, theirs] = [text, files['sparrow/caravan-multisig-export-1.json'] ?? ''].map((each) =>
    JSON.parse(each),
  );
  const plain = (file: typeof ours) => ({
    ...file,
    extendedPublicKeys: file.extendedPublicKeys.map(
      ({ bip32Path, xpub, xfp }: { bip32Path: string; xpub: string; xfp: string }) => [
        bip32Path,
        xpub,
        xfp,
      ],
    ),
  });
  expect(plain(ours)).toEqual(plain(theirs));
});

test("Specter's file has the members and the wallet of the one that Specter has written", () => {
  for (const name of ['sparrow/specter-wallet.json', 'sparrow/specter-multisig-wallet.json']) {
    const theirs = JSON.parse(files[name] ?? '');
    const written = write({ name: theirs.label, descriptors: descriptorsIn(name) }, 'specter');
    const ours = JSON.parse(written.text);
    // It scans from the height in its file, and ours has none.
    expect(Object.keys(ours)).toEqual(Object.keys(theirs).filter((key) => key !== 'devices'));
    expect(ours.label).toBe(theirs.label);
    // Its newer versions write the steps of receiving addresses and a checksum.
    expect(ours.descriptor.replaceAll('/0/*', '').split('#')[0]).toBe(theirs.descriptor);
  }
});

test('BSMS records are exactly those of the BIP, also encrypted', () => {
  const { records, sealed, tokens } = bips.bsms;
  for (const [i, record] of [records[2], records[3], records[3], records[3]].entries()) {
    const wallet = importWallet(record, context);
    if ('error' in wallet) throw new Error(wallet.error);
    const descriptors = wallet.descriptors.map(({ descriptor }) => descriptor);
    expect(write({ descriptors }, 'bsms').text).toBe(record.trim());
    expect(write({ descriptors }, 'bsms', tokens[i]).text).toBe(sealed[i]);
  }
  const wrong = exportWallet(multisig, 'bsms', context, { token: 'secret' });
  expect(wrong).toEqual({ error: 'the token of a BSMS record has 16 or 32 hexadecimal digits' });
});

test('policies are those of BIP388', () => {
  for (const { template, keys, descriptor } of bips.policies) {
    const { text } = write({ name: 'x', descriptors: [descriptor] }, 'policy');
    expect(JSON.parse(text)).toEqual({ name: 'x', template, keys });
  }
});

test('a fingerprint in upper case counts as the same: policies and URs have its key in place', () => {
  const descriptors = single.descriptors.map((each) =>
    each.replace('[73c5da0a', '[73C5DA0A').replace(/#.*/, ''),
  );
  expect(descriptors[0]).toContain('73C5DA0A');
  for (const format of ['policy', 'output-descriptor', 'descriptors', 'sparrow'] as const) {
    const written = exportWallet({ name: 'one', descriptors }, format, context);
    expect(written).toEqual(exportWallet(single, format, context));
  }
});

test('accepts separate receiving and change, and several wallets at once', () => {
  const [both = ''] = single.descriptors;
  const [payload = ''] = both.split('#');
  const apart = [payload.replace('<0;1>', '0'), payload.replace('<0;1>', '1')];
  expect(write({ descriptors: apart }, 'descriptors').text).toBe(`${both}\n`);
  const two = { descriptors: [...apart, ...multisig.descriptors] };
  expect(write(two, 'core').firstAddresses).toHaveLength(2);
  expect(why(two, 'electrum')).toMatch(/this wallet has 2 descriptors, and this format holds one/);
  expect(why({ descriptors: [] }, 'core')).toBe('this wallet has no descriptors');
});

test('reports what is lost', () => {
  expect(write(single, 'slip132').lost.join()).toMatch(/fingerprint and path of its keys/);
  expect(write(single, 'descriptors').lost).toEqual(['its name']);
  expect(write(single, 'specter').lost).toEqual([]);
  const long = { ...multisig, name: 'A name that is too long for it' };
  expect(write(long, 'coldcard').lost.join()).toMatch(
    /its name: it is "A name that is too l" there/,
  );
  const labelled = { ...single, labels: [{ type: 'addr', ref: ADDRESS, label: 'x' }] } as const;
  expect(write(labelled, 'sparrow').lost.join()).toMatch(/its labels/);
  expect(write(labelled, 'electrum').lost).toEqual(['its name']);
});

test('keys in a fixed order are not exported for a program that sorts them', () => {
  const unsorted = multisig.descriptors.map((each) =>
    each.replace('sortedmulti', 'multi').replace(/#.*/, ''),
  );
  for (const format of ['coldcard', 'caravan', 'electrum', 'sparrow'] as const) {
    expect(why({ descriptors: unsorted }, format)).toMatch(/has them in another order/);
  }
  expect(why({ descriptors: unsorted }, 'ur')).toBe('written');
  // Only newer versions of Specter sort. The file keeps the order.
  const written = write({ ...multisig, descriptors: unsorted }, 'specter');
  expect(written.text).toContain('wsh(multi(');
  expect(written.lost.join()).toMatch(/the order of its keys, in newer versions of Specter/);
});

test('no file contains a private key', () => {
  const xprv =
    'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
  const wallet = { descriptors: [`wpkh(${xprv}/84h/0h/0h/<0;1>/*)`] };
  for (const format of formats) {
    const written = exportWallet(wallet, format, context);
    expect(JSON.stringify(written)).not.toContain('prv');
  }
  expect(write(wallet, 'electrum').lost.join()).toMatch(/private keys/);
});
