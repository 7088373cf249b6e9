import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { decodeHex } from '../../src/encoding/hex.ts';
import { type NetworkName, networks } from '../../src/encoding/network.ts';
import { type ImportedWallet, importWallet } from '../../src/formats/import.ts';
import { descriptorOfPolicy } from '../../src/formats/policy.ts';
import { readSlipKey } from '../../src/keys/slip132.ts';
import type { Payload } from '../../src/transport/payload.ts';
import { createFrameReader } from '../../src/transport/reader.ts';
import { readVector } from '../support/paths.ts';

const files: { readonly [name: string]: string } = JSON.parse(readVector('formats/files.json'));
const bips = JSON.parse(readVector('formats/bips.json'));
const urs = JSON.parse(readVector('formats/ur.json'));

const contextOf = (chain: NetworkName) => ({ network: networks[chain], secp256k1 });

function read(
  file: string | Payload,
  chain: NetworkName = 'main',
  password?: string,
): ImportedWallet {
  const wallet = importWallet(file, contextOf(chain), { password });
  if ('error' in wallet) throw new Error(wallet.error);
  return wallet;
}

function why(file: string | Payload, chain: NetworkName = 'main', password?: string): string {
  const wallet = importWallet(file, contextOf(chain), { password });
  return 'error' in wallet ? wallet.error : `read as ${wallet.format}`;
}

const fileOf = (name: string): string => files[name] ?? '';

const descriptorsOf = (wallet: ImportedWallet): readonly string[] =>
  wallet.descriptors.map(({ descriptor }) => descriptor.split('#')[0] ?? '');

/** Normalizes hardened steps, so that texts of two programs can be compared. */
const even = (descriptor = '') => descriptor.replace(/'/g, 'h').replace(/#.*/, '');

describe("Coldcard's own files", () => {
  test.each(['p2sh', 'p2sh-p2wsh', 'p2wsh'])(
    'of a multisig in %s are the descriptor that it exports of it, and so is the file that it makes for Electrum',
    (script) => {
      const own = fileOf(`coldcard/multisig/desc-${script}-myself.txt`).trim();
      const expected = even(own.replaceAll('/0/*', '/<0;1>/*'));
      const text = read(fileOf(`coldcard/multisig/export-${script}-myself.txt`), 'test');
      expect(text).toMatchObject({ format: 'coldcard', name: 'CC-2-of-4', lost: [] });
      expect(descriptorsOf(text).map(even)).toEqual([expected]);
      const electrum = read(fileOf(`coldcard/multisig/el-${script}-myself.json`), 'test');
      expect(electrum.format).toBe('electrum');
      const [first] = electrum.descriptors;
      const [same] = read(own, 'test').descriptors;
      // The written order does not matter (BIP67).
      expect(first?.firstAddresses[0]).toBe(same?.firstAddresses[0]);
    },
  );

  test("generic JSON gives accounts with the device's first addresses", () => {
    const wallet = read(fileOf('coldcard/coldcard-export.json'), 'test');
    expect(wallet.descriptors.map(({ name }) => name)).toEqual(['BIP44', 'BIP49', 'BIP84']);
    const { bip44, bip49, bip84 } = JSON.parse(fileOf('coldcard/coldcard-export.json'));
    expect(wallet.descriptors.map((each) => each.firstAddresses[0])).toEqual(
      [bip44, bip49, bip84].map(({ first }) => first),
    );
    expect(wallet.descriptors.map(({ descriptor }) => descriptor)).toEqual(
      [bip44, bip49, bip84].map(({ desc }) => desc),
    );
    expect(wallet.keys.map(({ purpose }) => purpose)).toContain('a multisig in wsh');
  });

  test('generic JSON with taproot and silent payments is read as far as possible', () => {
    const file = fileOf('sparrow/cc-singlesig-sp-keystore-1.json');
    const wallet = read(file, 'test');
    expect(wallet.descriptors.map((each) => each.firstAddresses[0])).toEqual(
      ['bip84', 'bip86'].map((name) => JSON.parse(file)[name].first),
    );
  });

  test('are refused when the first address is not that of the keys', () => {
    const changed = fileOf('coldcard/coldcard-export.json').replace(
      'tb1qupyd58ndsh7lut0et0vtrq432jvu9jtdyws9n9',
      'tb1qfm7nmm28m9n7gy3fsfpze8vymds9qwtjwn4w7y',
    );
    expect(why(changed, 'test')).toMatch(/one of them was changed. Do not use it/);
  });

  test('one key for multisigs is read in the spellings of two firmwares', () => {
    const newer = read(fileOf('coldcard/multisig/ccxp-0F056943.json'), 'test');
    const older = read(fileOf('sparrow/cc-multisig-keystore-1.json'), 'test');
    expect(newer.keys).toEqual(older.keys);
    expect(newer.keys.map(({ purpose }) => purpose)).toEqual([
      'a multisig in sh',
      'a multisig in sh(wsh)',
      'a multisig in wsh',
    ]);
    expect(newer.descriptors).toEqual([]);
  });

  test('a multisig with a path per key is read, and P2WSH-P2SH as Sparrow spells it', () => {
    const paths = descriptorsOf(read(fileOf('sparrow/cc-multisig-export-multideriv.txt')))[0];
    expect(paths).toContain('[06b57041/48h/0h/0h/2h]');
    expect(paths).toContain('[ca9a2b19/47h/0h/0h/1h]');
    const [old] = descriptorsOf(read(fileOf('sparrow/cc-multisig-export-2.txt'), 'test'));
    const [now] = descriptorsOf(
      read(fileOf('coldcard/multisig/export-p2sh-p2wsh-myself.txt'), 'test'),
    );
    expect(old).toBe(now);
  });

  test('a multisig with another number of keys than its policy is refused', () => {
    const file = fileOf('sparrow/cc-multisig-export-1.txt');
    const short = file.slice(0, file.indexOf('7BB026BE'));
    expect(why(short)).toBe('this Coldcard file says that the wallet has 4 keys, and has 3');
    expect(why(file.replace('Policy: 2 of 4', 'Policy: two'))).toMatch(/is not like "2 of 3"/);
    expect(why(file.replace('P2WSH', 'P2TR'))).toMatch(/not P2SH, P2SH-P2WSH or P2WSH/);
    expect(why(file.replace('xpub6Ef', 'xpub6Eg'))).toBe(
      'the key of 0f056943 in this Coldcard file is damaged. Export it again',
    );
  });
});

describe("Sparrow's, Specter's and Caravan's files", () => {
  test('are read with all their data', () => {
    const caravan = read(fileOf('sparrow/caravan-multisig-export-1.json'));
    expect(caravan).toMatchObject({ format: 'caravan', name: 'Test Wallet' });
    expect(descriptorsOf(caravan)[0]).toMatch(
      /^wsh\(sortedmulti\(2,\[8188029f\/48h\/0h\/0h\/2h\]xpub6EMV/,
    );
    expect(caravan.keyNames).toEqual([
      { fingerprint: '8188029f', name: 'Mercury' },
      { fingerprint: 'a15e8133', name: 'Venus' },
      { fingerprint: 'd31cf7f9', name: 'Earth' },
    ]);
    const specter = read(fileOf('sparrow/specter-multisig-wallet.json'));
    expect(specter).toMatchObject({ format: 'specter', name: 'specter-multisig', keyNames: [] });
    expect(descriptorsOf(specter)[0]).toMatch(
      /^wsh\(multi\(3,\[ca9a2b19\/48'\/0'\/0'\/2'\]xpub[^/]*\/<0;1>\/\*,/,
    );
    const single = read(fileOf('sparrow/specter-wallet.json'));
    expect(descriptorsOf(single)[0]).toMatch(
      /^sh\(wpkh\(\[4df18faa\/49'\/0'\/0'\]xpub[^/]*\/<0;1>\/\*\)\)$/,
    );
  });

  test('a Caravan file with a key too few is refused', () => {
    expect(why(fileOf('sparrow/caravan-multisig-export-3.json'))).toBe(
      'this Caravan wallet says that it has 3 keys, and has 2',
    );
  });

  test('Specter DIY shows a wallet and a key', () => {
    const wallet = read(fileOf('sparrow/specter-diy-export.txt'));
    expect(wallet).toMatchObject({ program: 'Specter DIY', name: 'Sparrow Multisig' });
    expect(descriptorsOf(wallet)[0]).toMatch(/^wsh\(sortedmulti\(2,\[7fd1bbf4.*<0;1>\/\*\)\)$/);
    const key = read(fileOf('sparrow/specter-diy-keystore.txt'), 'test');
    expect(descriptorsOf(key)[0]).toMatch(
      /^wpkh\(\[b317ec86\/84h\/1h\/0h\]tpub[^/]*\/<0;1>\/\*\)$/,
    );
  });

  test('descriptors are read one per line, with captions, comments and keys of SLIP-132', () => {
    const both = read(fileOf('sparrow/descriptor-receive-change1.txt'));
    const [joined] = both.descriptors;
    expect(even(joined?.descriptor)).toMatch(
      /^wpkh\(\[a262308d\/84h\/0h\/0h\]xpub6DM7.*\/<0;1>\/\*\)$/,
    );
    const labelled = read(fileOf('sparrow/descriptor-labelled.txt'));
    expect(labelled.descriptors[0]?.firstAddresses).toEqual([joined?.firstAddresses[0]]);
    const keystone = read(fileOf('sparrow/keystone-singlesig-keystore-1.txt'));
    expect(descriptorsOf(keystone)[0]).toMatch(/^wpkh\(\[5271C071\/84'\/0'\/0'\]xpub/i);
    expect(
      read(fileOf('sparrow/cobo-singlesig-keystore-1.json')).descriptors[0]?.descriptor,
    ).toMatch(/^wpkh\(\[73c5da0a\/84h\/0h\/0h\]xpub6CatW/);
  });

  test('a wallet in Sparrow’s own database says how to export it', () => {
    expect(why(fileOf('sparrow/sparrow-single-wallet'))).toMatch(
      /open it in Sparrow and export it/,
    );
  });

  test("Sparrow's JSON, unencrypted", () => {
    const key = readSlipKey(
      JSON.parse(fileOf('sparrow/cobo-singlesig-keystore-1.json')).ExtPubKey,
    )?.xpub;
    const file = {
      name: 'mine',
      policyType: 'SINGLE',
      scriptType: 'P2WPKH',
      defaultPolicy: { name: 'Default', miniscript: { script: 'wpkh(keystore1)' } },
      keystores: [
        {
          label: 'Keystore 1',
          keyDerivation: { masterFingerprint: '73c5da0a', derivationPath: "m/84'/0'/0'" },
          extendedPublicKey: key,
        },
      ],
    };
    const sparrow = read(JSON.stringify(file));
    // Sparrow's own label is no name.
    expect(sparrow).toMatchObject({ format: 'sparrow', name: 'mine', keyNames: [] });
    const [keystore] = file.keystores;
    const named = { ...file, keystores: [{ ...keystore, label: 'Coldcard in the safe' }] };
    expect(read(JSON.stringify(named)).keyNames).toEqual([
      { fingerprint: '73c5da0a', name: 'Coldcard in the safe' },
    ]);
    const same = read(fileOf('sparrow/cobo-singlesig-keystore-1.json'));
    expect(sparrow.descriptors).toEqual(same.descriptors);
    const other = { ...file, scriptType: 'P2WSH' };
    expect(why(JSON.stringify(other))).toMatch(/export its descriptor from Sparrow/);
  });
});

describe("Electrum's files", () => {
  test("single-key wallets are recognized by the key's version bytes", () => {
    const trezor = read(fileOf('sparrow/electrum-singlesig-wallet.json'));
    expect(descriptorsOf(trezor)[0]).toMatch(/^sh\(wpkh\(\[ab543c67\/49h\/0h\/0h\]xpub/);
    const coldcard = read(fileOf('coldcard/electrum-single.json'), 'test');
    const json = read(fileOf('coldcard/coldcard-export.json'), 'test');
    expect(even(descriptorsOf(coldcard)[0])).toBe(even(descriptorsOf(json)[2]));
  });

  test('a wallet with a seed becomes watch-only, and the loss of the seed is reported', () => {
    const wallet = read(fileOf('sparrow/electrum-singlesig-seed-wallet.json'));
    expect(wallet.lost.join()).toMatch(/its seed and private keys/);
    expect(JSON.stringify(wallet)).not.toMatch(/prv|coach|thisisapassphrase/);
  });

  test('that are encrypted open with their password alone', () => {
    const file = fileOf('sparrow/electrum-encrypted');
    expect(importWallet(file, contextOf('main'))).toMatchObject({ needsPassword: true });
    expect(why(file, 'main', 'Pass')).toBe(
      'the password of this Electrum wallet is wrong. Type it again',
    );
    const wallet = read(file, 'main', 'pass');
    expect(wallet.format).toBe('electrum');
    expect(wallet.descriptors).toHaveLength(1);
    const cut = `${file.trim().slice(0, -8)}AAAAAAA=`;
    expect(why(cut, 'main', 'pass')).toMatch(
      /password of this Electrum wallet is wrong|cut off or changed/,
    );
  });

  test('may end with JSON patches, the last of which may be truncated', () => {
    const file = fileOf('sparrow/electrum-singlesig-wallet.json').trim();
    const txid = '00'.repeat(32);
    const patches = [
      '{"op": "add", "path": "/labels/bc1qa~1b", "value": "one"}',
      `{"op": "add", "path": "/labels/${txid}", "value": "two"}`,
      '{"op": "replace", "path": "/labels/bc1qa~1b", "value": "three"}',
      '{"op": "add", "path": "/frozen_coins", "value": {}}',
      `{"op": "add", "path": "/frozen_coins/${txid}:1", "value": true}`,
      '{"op": "add", "path": "/labels/gone", "value": "x"}',
      '{"op": "remove", "path": "/labels/gone"}',
    ];
    const { labels, lost } = read([file, ...patches].join(',\n'));
    // No address has a slash, so it shows that "~1" was decoded.
    expect(lost.join()).toMatch(/1 labels of Lightning payments and requests/);
    expect(labels).toEqual([
      { type: 'tx', ref: txid, label: 'two' },
      { type: 'output', ref: `${txid}:1`, spendable: false },
    ]);
    expect(read([file, ...patches, '{"op": "add", "pa'].join(',\n')).labels).toEqual(labels);
    expect(why([file, '{"op": "remove", "path": "/nowhere"}'].join(',\n'))).not.toMatch(/^read/);
  });

  test('wallets that descriptors cannot express are refused', () => {
    const file = JSON.parse(fileOf('sparrow/electrum-singlesig-wallet.json'));
    expect(why(JSON.stringify({ ...file, wallet_type: '2fa' }))).toBe(
      'an Electrum wallet of type 2fa is not read',
    );
    const old = { ...file, keystore: { type: 'old', mpk: 'e9d4' } };
    expect(why(JSON.stringify(old))).toMatch(/of before 2014/);
  });
});

describe('BSMS (BIP129)', () => {
  test('records of the BIP are read, and their first addresses are right', () => {
    for (const record of bips.bsms.records) {
      const wallet = read(record);
      expect(wallet.descriptors[0]?.firstAddresses[0]).toBe(record.trim().split('\n')[3]);
    }
  });

  test('encrypted records of the BIP open with the token', () => {
    const { sealed, tokens, records } = bips.bsms;
    const plain = [records[2], records[3], records[3], records[3]];
    for (const [i, text] of sealed.entries()) {
      expect(importWallet(text, contextOf('main'))).toMatchObject({ needsPassword: true });
      expect(read(text, 'main', tokens[i]).descriptors).toEqual(read(plain[i]).descriptors);
      expect(why(text, 'main', tokens[(i + 1) % 4].slice(0, 16))).toMatch(/token .* is wrong/);
    }
  });

  test('an encrypted record that misses a digit is reported and not decrypted', () => {
    const { sealed, tokens } = bips.bsms;
    expect(why(sealed[0].slice(1), 'main', tokens[0])).toBe(
      'this encrypted BSMS record is cut or changed',
    );
  });

  test("signers' records are keys", () => {
    expect(read(bips.bsms.keys[2]).keys[0]?.key).toMatch(/^\[1cf0bf7e\/48'\/0'\/0'\/2'\]xpub/);
  });

  test('signers’ records are only accepted with their own signatures', () => {
    const { keys }: { keys: readonly string[] } = bips.bsms;
    for (const [i, record] of keys.entries()) {
      expect(read(record).lost, record).toEqual([]);
      const lines = record.split('\n');
      const other = keys[(i + 1) % keys.length]?.split('\n') ?? [];
      const forged = [
        // A thief's key, with the original signature.
        [...lines.slice(0, 2), other[2], ...lines.slice(3)],
        [...lines.slice(0, 3), 'Signer 9 key', lines[4]],
        [...lines.slice(0, 2), lines[2]?.replace("/48'", "/49'"), ...lines.slice(3)],
        [...lines.slice(0, 4), other[4]],
        [...lines.slice(0, 4), 'none'],
      ];
      for (const each of forged) {
        expect(why(each.join('\n')), each.join('|')).toMatch(/is not of its key.* Do not use it/);
      }
      expect(read(lines.slice(0, 4).join('\n')).lost).toEqual([
        'that it is not signed, so its key may have been changed on the way',
      ]);
    }
  });

  test('a record with a foreign first address or invalid paths is refused', () => {
    expect(why(fileOf('sparrow/bsms/multisig-address-mismatch.bsms'))).toMatch(/Do not use it/);
    expect(why(fileOf('sparrow/bsms/multisig-5.bsms'))).toMatch(/Do not use it/);
    expect(why(fileOf('sparrow/bsms/multisig-17.bsms'))).toMatch(/first address .* is not that/);
    expect(why('BSMS 2.0\nwsh(pk(xpub))\n/0/*\nbc1')).toBe(
      'this is BSMS 2.0: only BSMS 1.0 is read',
    );
  });
});

describe('wallet policies (BIP388)', () => {
  test("the BIP's policies give the descriptors in the BIP", () => {
    for (const { template, keys, descriptor } of bips.policies) {
      expect(descriptorOfPolicy(template, keys)).toBe(descriptor);
      const wallet = read(JSON.stringify({ name: 'p', template, keys }));
      expect(descriptorsOf(wallet)).toEqual([descriptor]);
    }
  });

  test('refuses policies that the BIP calls invalid', () => {
    const keys: readonly string[] = bips.policies.at(-1).keys;
    for (const template of bips.invalidPolicies) {
      const used = new Set(template.match(/@\d+/g)).size;
      expect(descriptorOfPolicy(template, keys.slice(0, used)), template).toHaveProperty('error');
    }
  });
});

describe('UR', () => {
  test('crypto-output of the specification is the descriptor next to it', () => {
    for (const { ur, descriptor } of urs.cryptoOutput) {
      // If a key's path is incomplete, the number under its parent is not given, but scripts do not
      // depend on it.
      const [ours] = read(ur).descriptors;
      const [theirs] = read(descriptor).descriptors;
      expect(ours?.firstAddresses).toEqual(theirs?.firstAddresses);
      const [origin = ''] = /\[d34db33f[^\]]*/.exec(descriptor) ?? [];
      expect(even(ours?.descriptor)).toContain(even(origin));
    }
  });

  test('crypto-account and account-descriptor are its accounts, and keys for multisigs', () => {
    const [first, second] = urs.account.urs.map((ur: string) => read(ur));
    expect({ ...first, program: '' }).toEqual({ ...second, program: '' });
    const singles = urs.account.descriptors.filter((text: string) => !text.includes('cosigner'));
    const plain = descriptorsOf(first).map((text) => even(text).replaceAll('/<0;1>/*', ''));
    expect(plain).toEqual(singles.map((text: string) => even(text)));
    const cosigners = urs.account.descriptors.filter((text: string) => text.includes('cosigner'));
    expect(first.keys.map(({ key }: { key: string }) => key)).toEqual(
      cosigners.map((text: string) => even(/cosigner\(([^)]*)\)/.exec(text)?.[1])),
    );
    expect(first.keys.map(({ purpose }: { purpose: string }) => purpose)).toEqual([
      'a multisig in sh',
      'a multisig in sh(wsh)',
      'a multisig in wsh',
    ]);
  });

  test('output-descriptor has a name and keys in their places', () => {
    const { cbor } = urs.outputDescriptor[3];
    // The specification's bytes include the tag that a UR omits.
    const value = { kind: 'ur', type: 'output-descriptor', cbor: decodeHex(cbor) } as Payload;
    const wallet = read(value);
    expect(wallet.name).toBe("Satoshi's Stash");
    expect(even(descriptorsOf(wallet)[0])).toBe(even(urs.outputDescriptorTexts[4]));
  });

  test('hdkey gives a key with its origin; a private one is refused', () => {
    const reader = createFrameReader(secp256k1);
    expect(reader.receive(urs.hdkey[0])).toMatchObject({ value: { kind: 'private-key' } });
    expect(why(urs.hdkey[0])).toBe(
      'this is a private key, not a wallet. Export the wallet’s descriptor',
    );
    expect(read(urs.hdkey[1], 'test').keys[0]?.key).toContain(urs.hdkeyText);
    expect(why(urs.hdkey[1])).toMatch(/for another network/);
  });
});

test.each([
  `x${'\n'.repeat(200_000)}x`,
  `x${'\r\n'.repeat(200_000)}x`,
  ' '.repeat(200_000),
  `Policy: 1 of 1\nABCDEF01: xpub\n${' '.repeat(200_000)}x`,
])('a long text of white space is refused', (text) => {
  expect(importWallet(text, contextOf('main'))).toHaveProperty('error');
});

test('a descriptor of hundreds of branches is refused before any is derived', () => {
  const wallet =
    'wpkh(xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8/<BRANCHES>/*)';
  const file = (count: number, from = 0) =>
    wallet.replace('BRANCHES', Array.from({ length: count }, (_, i) => from + i).join(';'));
  expect(why(file(4))).toBe('read as descriptors');
  expect(why(file(201))).toMatch('too many descriptors');
  const many = Array.from({ length: 40 }, (_, n) => file(150, 150 * n));
  expect(why(many.join('\n'))).toMatch('too many descriptors');
});

test('a foreign file is named in the error', () => {
  expect(why('')).toMatch(/not a known wallet file/);
  expect(why('{"a":1}')).toBe(
    'this JSON is not a known wallet file. Export the wallet’s descriptor',
  );
  expect(why('bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c')).toBe(
    'this is an address, not a wallet. Export the wallet’s descriptor',
  );
  expect(why(bips.labels)).toMatch(/these are labels/);
  const words = Array.from({ length: 12 }, () => 'abandon').join(' ');
  expect(why(words)).toBe(
    'this is a seed (12 words), not a wallet. Export the wallet’s descriptor',
  );
  expect(why('ur:crypto-output/1-3/lpadaxcfaocypsbk')).not.toMatch(/^read/);
});

test('refuses a wallet of another chain, and repeats no key in errors', () => {
  const file = fileOf('sparrow/descriptor-labelled.txt');
  expect(why(file, 'regtest')).toBe(
    'this is a wallet of main, not of regtest. If that is right, choose its network',
  );
  const damaged = file.replace('xpub6DM7', 'xpub6DN7').split('#')[0] ?? '';
  expect(why(damaged)).toMatch(/^a descriptor in it cannot be read/);
  expect(why(damaged)).not.toMatch(/xpub6/);
});

test('private keys in descriptors are left out, with a report', () => {
  const xprv =
    'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
  const file = {
    wallet_name: 'core',
    descriptors: [
      { desc: `wpkh(${xprv}/84h/0h/0h/0/*)`, timestamp: 1700000000, active: true },
      { desc: `wpkh(${xprv}/84h/0h/0h/1/*)`, timestamp: 1600000000, active: true, internal: true },
    ],
  };
  const wallet = read(JSON.stringify(file));
  expect(wallet).toMatchObject({ format: 'core', name: 'core' });
  expect(wallet.descriptors).toHaveLength(1);
  expect(wallet.descriptors[0]?.descriptor).toMatch(
    /^wpkh\(\[3442193e\/84h\/0h\/0h\]xpub.*\/<0;1>\/\*\)#/,
  );
  expect(wallet.descriptors[0]?.timestamp).toBe(1600000000);
  expect(wallet.lost.join()).toMatch(/private keys/);
  expect(JSON.stringify(wallet)).not.toContain('xprv');
});

test('reports keys whose path does not match their version bytes', () => {
  const [key = ''] = /zpub\w+/.exec(fileOf('sparrow/keystone-singlesig-keystore-1.txt')) ?? [];
  expect(read(`sh(wpkh(${key}/0/*))`).doubts.join()).toMatch(/is marked for wpkh/);
  expect(read(`wpkh(${key}/0/*)`).doubts).toEqual([]);
});
