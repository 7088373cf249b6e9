import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { decodeHex, encodeHex } from '../../src/encoding/hex.ts';
import { type NetworkName, networks } from '../../src/encoding/network.ts';
import { exportWallet } from '../../src/formats/export.ts';
import { type ImportedWallet, importWallet } from '../../src/formats/import.ts';
import { formatSlipKey } from '../../src/keys/slip132.ts';
import { decodeAddress, formatAddress } from '../../src/script/address.ts';
import { decodeCbor } from '../../src/transport/cbor-value.ts';
import { detect } from '../../src/transport/reader.ts';
import { wholeUr } from '../../src/transport/ur-frames.ts';
import { accountKeys } from '../support/generate/account-keys.ts';
import { readVector } from '../support/paths.ts';

const bips = JSON.parse(readVector('formats/bips.json'));
const files: { readonly [name: string]: string } = JSON.parse(readVector('formats/files.json'));
const urs = JSON.parse(readVector('formats/ur.json'));

const contextOf = (chain: NetworkName) => ({ network: networks[chain], secp256k1 });

function read(file: string, chain: NetworkName = 'main'): ImportedWallet {
  const wallet = importWallet(file, contextOf(chain));
  if ('error' in wallet) throw new Error(wallet.error);
  return wallet;
}

function why(file: string, chain: NetworkName = 'main'): string {
  const wallet = importWallet(file, contextOf(chain));
  return 'error' in wallet ? wallet.error : 'read';
}

const keys = accountKeys('48h/0h/0h/2h', 4, 'main');
const [first, second, third] = keys;
if (first === undefined || second === undefined || third === undefined) throw new Error('no keys');
const bracketed = keys.map(({ fingerprint, path, xpub }) => `[${fingerprint}${path}]${xpub}`);
const [A = '', B = '', C = ''] = bracketed;

describe('a file with a checksum', () => {
  const receive = addChecksum(`wsh(sortedmulti(2,${A}/0/*,${B}/0/*,${C}/0/*))`);
  const template = addChecksum(`wsh(sortedmulti(2,${A}/**,${B}/**,${C}/**))`);
  const address = read(receive.replace(/\/0\/\*/g, '/<0;1>/*').replace(/#.*/, '')).descriptors[0]
    ?.firstAddresses[0];
  const vault = formatSlipKey(first.xpub, 'wsh');
  const containers: readonly (readonly [string, (text: string) => string, string])[] = [
    ['Specter Desktop', (text) => JSON.stringify({ label: 'x', descriptor: text }), receive],
    [
      "Specter Desktop's wallet",
      (text) => JSON.stringify({ name: 'x', recv_descriptor: text, change_descriptor: text }),
      receive,
    ],
    ['Specter DIY', (text) => `addwallet cold&${text}`, receive],
    ['BSMS', (text) => `BSMS 1.0\n${text}\n/0/*,/1/*\n${address}`, template],
    ['plain descriptors', (text) => text, receive],
    ['Bitcoin Core', (text) => JSON.stringify({ descriptors: [{ desc: text }] }), receive],
    ['SLIP-132', (text) => text, addChecksum(`wsh(sortedmulti(1,${vault}/0/*,${B}/0/*))`)],
  ];

  test.each(containers)(
    'the file of %s is refused after any change that the checksum detects',
    (_, wrap, text) => {
      expect(why(wrap(text))).toBe('read');
      const changes = [
        text.replace('/48h', '/49h'),
        text.replace('multi(2,', 'multi(1,').replace('multi(1,[', 'multi(2,['),
        text.replace(second.fingerprint, first.fingerprint),
        text.replace(/.$/, (letter) => (letter === 'q' ? 'p' : 'q')),
        text.slice(0, -1),
      ].filter((each) => each !== text);
      expect(changes.length).toBeGreaterThan(2);
      for (const changed of changes) {
        expect(why(wrap(changed)), changed).toMatch(/does not fit its checksum.*Do not use it/);
        expect(why(wrap(changed))).not.toMatch(/pub[1-9A-HJ-NP-Za-km-z]{20}/);
      }
    },
  );

  test('is still read if its checksum is left out', () => {
    for (const [, wrap, text] of containers)
      expect(why(wrap(text.replace(/#.*/, '')))).toBe('read');
  });
});

describe('a multisig with the same key twice', () => {
  const other = `[${third.fingerprint}${third.path}]`;
  const child = accountKeys('48h/0h/0h/2h/7', 1, 'main')[0]?.xpub ?? '';
  const [wallets, said] = [
    {
      'with another origin': `wsh(sortedmulti(2,${A}/<0;1>/*,${B}/<0;1>/*,${other}${first.xpub}/<0;1>/*))`,
      'without an origin': `sh(multi(2,${first.xpub}/<0;1>/*,${B}/<0;1>/*,${A}/<0;1>/*))`,
      'on other paths': `sh(wsh(sortedmulti(2,${A}/<0;1>/*,${B}/<0;1>/*,${A}/<2;3>/*)))`,
      'by a path that leads to it': `wsh(multi(2,${first.xpub}/7/<0;1>/*,${B}/<0;1>/*,${child}/<0;1>/*))`,
      'in a leaf of taproot': `tr(${B}/<0;1>/*,sortedmulti_a(2,${A}/<0;1>/*,${C}/<0;1>/*,${first.xpub}/<0;1>/*))`,
    },
    /^keys 1 and 3 of this wallet are the same key: one signer signs for both/,
  ];

  test.each(Object.entries(wallets))('%s is read with a sentence about it', (_, text) => {
    expect(read(text).doubts[0]).toMatch(said);
    expect(read(JSON.stringify({ descriptors: [{ desc: text }] })).doubts[0]).toMatch(said);
    const written = exportWallet({ descriptors: [text] }, 'descriptors', contextOf('main'));
    expect(written).toMatchObject({
      doubts: expect.arrayContaining([expect.stringMatching(said)]),
    });
  });

  test('is reported in every format that supports it, and no Coldcard file of it is written', () => {
    const descriptors = [wallets['with another origin']];
    for (const format of [
      'core',
      'sparrow',
      'specter',
      'electrum',
      'caravan',
      'bsms',
      'ur',
    ] as const) {
      const written = exportWallet({ descriptors }, format, contextOf('main'));
      if ('error' in written) throw new Error(`${format}: ${written.error}`);
      expect(
        written.doubts.some((each) => said.test(each)),
        format,
      ).toBe(true);
      expect(
        read(written.text).doubts.some((each) => said.test(each)),
        format,
      ).toBe(true);
    }
    const coldcard = exportWallet({ descriptors }, 'coldcard', contextOf('main'));
    expect(coldcard).toEqual({ error: expect.stringMatching(/keys 1 and 3 .* the same key/) });
    const line = `${first.fingerprint}: ${first.xpub}`;
    const text = `Name: x\nPolicy: 2 of 3\nFormat: P2WSH\nDerivation: m/48'/0'/0'/2'\n${line}\n${line}\n${third.fingerprint}: ${third.xpub}\n`;
    expect(read(text).doubts[0]).toMatch(/^keys 1 and 2 of this wallet are the same key/);
  });

  test('is not reported if the signers differ, or the paths of one key are separate spending paths', () => {
    const fine = [
      `wsh(sortedmulti(2,${A}/<0;1>/*,${B}/<0;1>/*,${C}/<0;1>/*))`,
      `wsh(or_d(multi(2,${A}/<0;1>/*,${B}/<0;1>/*),and_v(v:pkh(${A}/<2;3>/*),older(52560))))`,
    ];
    for (const text of fine) expect(read(text)).toMatchObject({ lost: [], doubts: [] });
  });

  test('is refused as a policy (BIP388), also where depth and parent of the key differ', () => {
    const policy = (list: readonly string[]) =>
      JSON.stringify({ template: 'wsh(sortedmulti(2,@0/**,@1/**))', keys: list });
    expect(why(policy([A, B]))).toBe('read');
    expect(why(policy([A, other + first.xpub]))).toMatch(/it has the same key twice/);
  });
});

describe('BSMS', () => {
  const [, , , record = ''] = bips.bsms.records as readonly string[];

  test('a record without the first address is refused with advice', () => {
    const lines = record.trim().split('\n');
    for (const text of [lines.slice(0, 3), [...lines.slice(0, 3), '', ''], lines.slice(0, 2)]) {
      expect(why(text.join('\n'))).toMatch(
        /does not have the wallet's first address.*ask for the complete/,
      );
    }
    expect(why(record)).toBe('read');
  });

  test('a template without restrictions is read as /0/* and /1/*, with a note', () => {
    const text = record.replace(/^\/0\/\*,\/1\/\*$/m, 'No path restrictions');
    expect(text).not.toBe(record);
    const wallet = read(text);
    expect(wallet.descriptors).toEqual(read(record).descriptors);
    expect(wallet.lost).toEqual([expect.stringMatching(/\/0\/\* and \/1\/\* were taken/)]);
    const address = wallet.descriptors[0]?.firstAddresses[1] ?? '';
    expect(why([...text.trim().split('\n').slice(0, 3), address].join('\n'))).toMatch(
      /one of them was changed/,
    );
  });
});

describe('a file that names its network', () => {
  const caravan = JSON.parse(files['sparrow/caravan-multisig-export-1.json'] ?? '');
  const coldcard = JSON.parse(files['coldcard/coldcard-export.json'] ?? '');
  const electrum = JSON.parse(files['sparrow/electrum-singlesig-wallet.json'] ?? '');
  const genesis = {
    main: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    test: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
  };

  test('is refused if its keys belong to another network', () => {
    const text = (file: object) => JSON.stringify(file);
    const mismatch = /the file is for .* and its keys are for .*: one of them was changed/;
    for (const network of ['testnet', 'signet', 'regtest']) {
      expect(why(text({ ...caravan, network }))).toMatch(mismatch);
    }
    expect(why(text({ ...caravan, network: 'mainnet' }))).toBe('read');
    expect(why(text({ ...caravan, network: 'dogecoin' }))).toMatch(/not one of Bitcoin/);
    expect(why(text({ ...coldcard, chain: 'BTC' }), 'test')).toMatch(mismatch);
    for (const chain of ['XTN', 'XRT'])
      expect(why(text({ ...coldcard, chain }), 'test')).toBe('read');
    expect(why(text({ ...coldcard, chain: 'LTC' }), 'test')).toMatch(/not one of Bitcoin/);
    expect(why(text({ ...electrum, genesis_blockhash: genesis.main }))).toBe('read');
    expect(why(text({ ...electrum, genesis_blockhash: genesis.test }))).toMatch(mismatch);
  });

  test('is refused if its first address has another network', () => {
    const [, , , record = ''] = bips.bsms.records as readonly string[];
    const lines = record.trim().split('\n');
    // An address of test networks with the same script.
    const script = decodeAddress(lines[3] ?? '', networks.main);
    if ('error' in script) throw new Error('no address');
    const theirs = formatAddress(script, networks.test);
    expect(why([...lines.slice(0, 3), theirs].join('\n'))).toMatch(/one of them was changed/);
  });
});

test('a Caravan file with an unsupported address type is refused with the right reason', () => {
  const caravan = JSON.parse(files['sparrow/caravan-multisig-export-1.json'] ?? '');
  for (const addressType of ['P2TR', 'p2wsh?', undefined]) {
    expect(why(JSON.stringify({ ...caravan, addressType }))).toBe(
      'the addressType of this Caravan wallet is missing, or is not P2SH, P2SH-P2WSH or P2WSH, and no other is read',
    );
  }
  const quorum = { totalSigners: 2 };
  expect(why(JSON.stringify({ ...caravan, quorum }))).toMatch(/lacks requiredSigners/);
});

test('a policy with a leading zero in a number is refused (BIP388)', () => {
  const { template, keys: list } = bips.policies.find(
    ({ keys }: { keys: string[] }) => keys.length > 1,
  );
  for (const changed of [template.replace('@1', '@01'), template.replace('@0', '@00')]) {
    expect(changed).not.toBe(template);
    expect(why(JSON.stringify({ template: changed, keys: list }))).toMatch(/a zero in front/);
  }
});

describe('crypto-account in the form of 2020', () => {
  test('a key for multisigs from SeedSigner and BlueWallet has its script', () => {
    for (const ur of urs.olderAccounts) {
      const wallet = read(ur);
      expect(wallet.descriptors).toEqual([]);
      expect(wallet.keys).toMatchObject([{ script: 'wsh', purpose: 'a multisig in wsh' }]);
      expect(wallet.keys[0]?.key).toMatch(/^\[[0-9a-f]{8}\/48h\/0h\/0h\/2h\]xpub\w+$/);
      expect(wallet.lost).toEqual([]);
    }
  });

  test('has keys of all three scripts beside wallets of one key, and an entry that cannot be read spoils no other', () => {
    const reading = detect(urs.account.urs[0], secp256k1);
    if (reading.status !== 'done' || reading.value.kind !== 'ur') throw new Error('no UR');
    // Tag 410 is cosigner, which was added in 2021; 400 and 404 make sh(wpkh).
    const older = encodeHex(reading.value.cbor).replace(/d9019a/g, '');
    const urOf = (hex: string) => wholeUr('crypto-account', decodeHex(hex) ?? new Uint8Array(0));
    const wallet = read(urOf(older));
    const current = read(urs.account.urs[0]);
    expect(wallet).toEqual(current);
    expect(wallet.keys.map(({ script }) => script)).toEqual(['sh', 'sh(wsh)', 'wsh']);
    const spoiled = older.replace('d90190d90194', 'd90190d901ff');
    expect(decodeCbor(decodeHex(spoiled) ?? new Uint8Array(0))).toBeDefined();
    const rest = read(urOf(spoiled));
    expect(rest.lost).toEqual(['entry 2 of the account, which cannot be read']);
    expect(rest.keys).toEqual(current.keys);
    const others = ({ descriptor }: { descriptor: string }) => !descriptor.startsWith('sh(wpkh');
    expect(rest.descriptors).toEqual(current.descriptors.filter(others));
    // This point is not on the curve.
    const [, point = ''] = /035821(0[23][0-9a-f]{64})/.exec(older) ?? [];
    const off = read(urOf(older.replace(point, `02${'05'.padStart(64, '0')}`)));
    expect(off.lost).toEqual([expect.stringMatching(/^a key of the account: a descriptor in it/)]);
    expect(off.descriptors).toHaveLength(current.descriptors.length - 1);
  });
});

describe('old and other files', () => {
  const electrum = JSON.parse(files['sparrow/electrum-singlesig-wallet.json'] ?? '');
  const words =
    /written (before version 2.7 \(2016\)|by version 1.9 or earlier).*open a copy of it in a current Electrum/;

  test('Electrum files before 2.7 are refused as too old, with advice', () => {
    const { xpub } = electrum.keystore;
    const old = [
      { wallet_type: 'standard', seed_version: 11, master_public_keys: { "x/0'": xpub } },
      { seed_version: 4, master_public_key: 'ab'.repeat(64), accounts: { 0: {} } },
      { wallet_type: 'imported', seed_version: 11, accounts: { '/x': { imported: {} } } },
      { wallet_type: '2of2', accounts: {}, master_public_keys: { 'x1/': xpub, 'x2/': xpub } },
    ];
    for (const file of old) expect(why(JSON.stringify(file))).toMatch(words);
    const python = "{'seed_version': 4, 'use_encryption': False, 'accounts': {0: {'mpk': 'ab'}}}";
    expect(why(python)).toMatch(words);
    expect(
      why(JSON.stringify({ wallet_type: 'imported', addresses: {}, seed_version: 18 })),
    ).toMatch(/if it has imported private keys, export them in Electrum/);
    expect(why(JSON.stringify(electrum))).toBe('read');
  });

  test('a Specter Desktop backup gives its wallets, with names and checked checksums', () => {
    const wallet = (name: string, key: string) => ({
      name,
      alias: name,
      recv_descriptor: addChecksum(`wpkh(${key}/0/*)`),
      change_descriptor: addChecksum(`wpkh(${key}/1/*)`),
      devices: ['hot'],
      labels: { 'Address #0': [] },
    });
    const backup = [wallet('hot', A), wallet('cold', B)];
    const read_ = read(JSON.stringify(backup));
    expect(read_.descriptors.map(({ name, descriptor }) => [name, descriptor])).toEqual([
      ['hot', addChecksum(`wpkh(${A}/<0;1>/*)`)],
      ['cold', addChecksum(`wpkh(${B}/<0;1>/*)`)],
    ]);
    expect(read_.lost).toEqual(['the names of its keys', 'its labels: export them from Specter']);
    const worn = JSON.stringify(backup).replace(second.fingerprint, first.fingerprint);
    expect(why(worn)).toMatch(/does not fit its checksum/);
  });
});

describe('parts that programs leave out', () => {
  const body = `wsh(sortedmulti(2,${A}/<0;1>/*,${B}/<0;1>/*))`;
  const [expected] = read(body).descriptors;

  // Coldcard's docs/miniscript.md: "subderivation may be omitted during the import - default <0;1>/*
  // is implied".
  test('a descriptor whose extended keys have no path is read as one address, with a doubt', () => {
    for (const bare of [
      `wsh(sortedmulti(2,${A},${B}))`,
      `wpkh(${A})`,
      `wpkh(${A.slice(A.indexOf(']') + 1)})`,
    ]) {
      expect(read(bare).doubts[0], bare).toMatch(/one address only/);
    }
    for (const fine of [body, `wpkh(${A}/0/*)`, `wpkh(${A}/0/5)`]) {
      expect(read(fine).doubts.join(), fine).not.toMatch(/one address only/);
    }
  });

  // Coldcard, shared/auth.py: maybe_enroll_xpub.
  test('the JSON with name and desc that Coldcard imports has receiving addresses and change', () => {
    const bare = `wsh(sortedmulti(2,${A},${B}))`;
    for (const desc of [body, bare, body.replaceAll('<0;1>', '0')]) {
      const wallet = read(JSON.stringify({ name: 'vault', desc }));
      expect(wallet).toMatchObject({ format: 'coldcard', name: 'vault', doubts: [] });
      expect(wallet.descriptors[0]?.descriptor).toBe(expected?.descriptor);
    }
    const damaged = addChecksum(body).replace('sortedmulti(2', 'sortedmulti(1');
    expect(why(JSON.stringify({ name: 'vault', desc: damaged }))).toMatch(/checksum/);
    expect(why(JSON.stringify({ desc: body, timestamp: 0 }))).toMatch(/not a known wallet file/);
  });

  // Coldcard assumes N of N (shared/multisig.py: from_file), Sparrow 2 of N (ColdcardMultisig.java).
  test('a text of Coldcard without a policy is refused for this reason', () => {
    const rows = [first, second].map((key) => `${key.fingerprint}: ${key.xpub}`);
    const file = ['Name: vault', "Derivation: m/48'/0'/0'/2'", 'Format: P2WSH', ...rows].join('\n');
    expect(why(file)).toMatch(/has no policy such as "2 of 3"/);
    expect(read(`Policy: 2 of 2\n${file}`).descriptors[0]?.descriptor).toBe(expected?.descriptor);
  });
});
