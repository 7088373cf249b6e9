import { HDKey } from '@scure/bip32';
import { p2pkh, p2sh, p2tr, p2wpkh, TEST_NETWORK } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { networks } from '../../src/encoding/network.ts';
import { importWallet } from '../../src/formats/import.ts';
import { joinRings } from '../../src/keys/key-ring.ts';
import { readKeys } from '../../src/keys/read-keys.ts';
import { findAccount, listAccounts } from '../../src/keys/ring-accounts.ts';
import { formatSlipKey } from '../../src/keys/slip132.ts';
import { journeys } from '../support/vectors/journeys.ts';
import { WORDS } from '../support/vectors/key-forms.ts';

const context = { network: networks.test, secp256k1 };
// BIP39's first test vector.
const SEED =
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4';
const root = HDKey.fromMasterSeed(Buffer.from(SEED, 'hex'), {
  private: 0x04358394,
  public: 0x043587cf,
});

function open(text: string) {
  const ring = readKeys(text, {
    ...context,
    readWallet: (file) => importWallet(file, context),
  });
  if ('error' in ring) throw new Error(ring.error);
  return ring;
}

const publicKeyAt = (path: string) => root.derive(path).publicKey ?? new Uint8Array(33);
const addresses = {
  44: (path: string) => p2pkh(publicKeyAt(path), TEST_NETWORK).address,
  49: (path: string) => p2sh(p2wpkh(publicKeyAt(path), TEST_NETWORK), TEST_NETWORK).address,
  84: (path: string) => p2wpkh(publicKeyAt(path), TEST_NETWORK).address,
  86: (path: string) => p2tr(publicKeyAt(path).subarray(1), undefined, TEST_NETWORK).address,
};

const find = (target: string, options = {}, text = WORDS) =>
  findAccount(open(text), target, options, context);

// Only some positions are searched, so that the test is short.
test.each([
  [44, 0, 0, 0, { accounts: 5 }],
  [49, 19, 1, 0, { positions: 1 }],
  [49, 0, 1, 999, { accounts: 1 }],
  [84, 3, 1, 137, { accounts: 5 }],
  [86, 7, 0, 20, { accounts: 20, positions: 21 }],
] as const)(
  'finds an address at m/%dh/1h/%dh/%d/%d',
  async (purpose, account, branch, index, options) => {
    const path = `m/${purpose}'/1'/${account}'`;
    const address = addresses[purpose](`${path}/${branch}/${index}`) ?? '';
    expect(await find(address, options)).toMatchObject({
      name: `BIP${purpose}`,
      path: path.replace(/'/g, 'h'),
      branch,
      index,
    });
  },
  60_000,
);

test.each([
  [44, 20, 0, 0, { positions: 1 }],
  [84, 0, 0, 1000, { accounts: 1 }],
  [84, 1, 0, 0, { accounts: 1, positions: 1 }],
  [86, 0, 1, 3, { accounts: 1, positions: 3 }],
] as const)(
  'does not find an address at m/%dh/1h/%dh/%d/%d, behind its limits',
  async (purpose, account, branch, index, options) => {
    const address = addresses[purpose](`m/${purpose}'/1'/${account}'/${branch}/${index}`) ?? '';
    expect(await find(address, options)).toBeUndefined();
  },
  60_000,
);

test('finds an address whose script differs from its purpose', async () => {
  const address = addresses[84]("m/44'/1'/2'/0/5") ?? '';
  const found = await find(address);
  expect(found).toMatchObject({ path: 'm/44h/1h/2h', branch: 0, index: 5 });
  expect(found && 'descriptor' in found && found.descriptor).toContain('wpkh([73c5da0a/44h/1h/2h]');
});

test('finds a custom path, and an account of an account key', async () => {
  const address = addresses[84]("m/1'/2/1/4") ?? '';
  expect(await find(address, { positions: 10 })).toBeUndefined();
  expect(await find(address, { paths: ['m/1h/2'], positions: 10 })).toMatchObject({
    path: 'm/1h/2',
    branch: 1,
    index: 4,
  });
  const { privateExtendedKey } = root.derive("m/84'/1'/9'");
  const inAccount = addresses[84]("m/84'/1'/9'/0/150") ?? '';
  expect(await find(inAccount, {}, privateExtendedKey)).toMatchObject({ branch: 0, index: 150 });
});

test('finds extended public keys, also of SLIP-132 and of several keys', async () => {
  for (const path of ["m/84'/1'/12'", "m/48'/1'/3'/2'", "m/87'/1'/19'"]) {
    const xpub = root.derive(path).publicExtendedKey;
    const named = path.replace(/'/g, 'h');
    for (const text of [xpub, `[73c5da0a/1h]${xpub}`, formatSlipKey(xpub, 'wsh')]) {
      expect(await find(text)).toMatchObject({ path: named });
    }
  }
  expect(await find(root.derive("m/84'/1'/20'").publicExtendedKey)).toBeUndefined();
});

test('finds an address of a wallet of several keys by its file', async () => {
  const journey = journeys.find(({ name }) => name.endsWith('BSMS record'));
  const [words = '', record = ''] = journey?.keys ?? [];
  const address = record.split('\n')[3] ?? '';
  const here = { ...context, network: networks.regtest };
  const read = (text: string) => {
    const ring = readKeys(text, { ...here, readWallet: (file) => importWallet(file, here) });
    if ('error' in ring) throw new Error(ring.error);
    return ring;
  };
  expect(await findAccount(read(words), address, {}, here)).toBeUndefined();
  const ring = joinRings([read(words), read(record)]);
  expect(await findAccount(ring, address, {}, here)).toEqual({
    name: 'wallet',
    path: '',
    key: '',
    slip132: '',
    descriptor: ring.descriptors[0]?.text,
    branch: 0,
    index: 0,
  });
});

test('does not show a wallet that has private keys', async () => {
  const { privateExtendedKey } = root.derive("m/84'/1'/0'");
  const wallet = `wpkh(${privateExtendedKey}/<0;1>/*)`;
  const address = addresses[84]("m/84'/1'/0'/1/2") ?? '';
  const found = await find(address, { positions: 5 }, wallet);
  expect(found).toMatchObject({ name: 'wallet', descriptor: undefined, branch: 1, index: 2 });
  // One address, at position 0.
  const single = await find(address, {}, wallet.replace('<0;1>/*', '1/2'));
  expect(single).toMatchObject({ name: 'wallet', branch: 0, index: 0 });
});

test('finds the accounts of old wallets of several keys by their extended public keys', async () => {
  for (const path of [
    "m/45'",
    "m/0'",
    "m/1'",
    "m/48'/1'/0'/1'",
    "m/48'/1'/19'/2'",
    "m/87'/1'/0'",
  ]) {
    const named = path.replace(/'/g, 'h');
    const found = await find(root.derive(path).publicExtendedKey);
    expect(found).toMatchObject({ name: named, path: named, descriptor: undefined });
  }
  for (const path of ["m/46'", "m/2'", "m/48'/1'/0'/3'", "m/48'/0'/0'/2'", "m/87'/1'/20'"]) {
    expect(await find(root.derive(path).publicExtendedKey)).toBeUndefined();
  }
  // The key does not show its place, so its chain code must be equal.
  const { publicKey } = root.derive("m/84'/1'/0'");
  const other = new HDKey({
    publicKey: publicKey ?? new Uint8Array(0),
    chainCode: new Uint8Array(32),
    versions: { private: 0x04358394, public: 0x043587cf },
  });
  expect(await find(other.publicExtendedKey)).toBeUndefined();
});

test('reports progress, and ends with the exception of the callback', async () => {
  const stop = new Error('stop');
  const seen: number[] = [];
  const onProgress = async ({ done, total }: { done: number; total: number }) => {
    seen.push(done);
    expect(total).toBe(4 * 2 * 1000);
    if (done > 300) throw stop;
  };
  const stranger = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
  await expect(find(stranger, { accounts: 1, onProgress })).rejects.toBe(stop);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  // The first 20 positions of each branch, then 64.
  expect(seen).toEqual([...Array.from({ length: 8 }, (_, i) => 20 * i), 160, 224, 288, 352]);
});

test.each([
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'an address of main, not of'],
  ['hello', 'neither an address'],
  [
    'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
    'of another network',
  ],
])('refuses %s', async (target, error) => {
  expect(await find(target)).toEqual({ error: expect.stringContaining(error) });
});

test('lists accounts with keys, SLIP-132 forms and descriptors', () => {
  const accounts = listAccounts(open(WORDS), { account: 3 }, context);
  if ('error' in accounts) throw new Error(accounts.error);
  expect(accounts.map(({ path }) => path)).toEqual(
    [44, 49, 84, 86].map((purpose) => `m/${purpose}h/1h/3h`),
  );
  const xpub = root.derive("m/84'/1'/3'").publicExtendedKey;
  expect(accounts[2]).toMatchObject({
    key: `[73c5da0a/84h/1h/3h]${xpub}`,
    slip132: formatSlipKey(xpub, 'wpkh'),
    descriptor: expect.stringContaining(`wpkh([73c5da0a/84h/1h/3h]${xpub}/<0;1>/*)#`),
  });
  expect(JSON.stringify(accounts)).not.toContain('prv');
});

test.each([
  ["m/48'/1'/0'/1'", 'sh(wsh)'],
  ["m/48'/1'/0'/2'", 'wsh'],
  ["m/48'/1'/0'/3'", 'any'],
  ["m/48'/1'/0'", 'any'],
  ["m/47'/1'/0'/2'", 'any'],
  ["m/84'/1'/0'", 'wpkh'],
  ["m/49'/1'/0'", 'sh(wpkh)'],
  ["m/44'/1'/0'", 'any'],
  ["m/86'/1'/0'", 'any'],
] as const)('the SLIP-132 form of %s is one for %s', (path, script) => {
  const accounts = listAccounts(open(WORDS), { paths: [path] }, context);
  if ('error' in accounts) throw new Error(accounts.error);
  const xpub = root.derive(path).publicExtendedKey;
  expect(accounts.map(({ slip132 }) => slip132)).toEqual([formatSlipKey(xpub, script)]);
});

test('lists the accounts of a seed of Electrum, and of an account key', () => {
  const electrum = 'bitter grass shiver impose acquire brush forget axis eager alone wine silver';
  const listed = (text: string) => {
    const accounts = listAccounts(open(text), { account: 3 }, context);
    if ('error' in accounts) throw new Error(accounts.error);
    return accounts.map(({ name, path }) => [name, path]);
  };
  expect(listed(electrum)).toEqual([['Electrum segwit', 'm/0h']]);
  const { privateExtendedKey } = root.derive("m/84'/1'/9'");
  expect(listed(privateExtendedKey)).toEqual(
    ['wpkh()', 'tr()', 'sh(wpkh())', 'pkh()'].map((name) => [name, 'm']),
  );
});

test('lists private keys and paths for several keys only when asked', () => {
  const options = { paths: ['m/48h/1h/0h/2h', "m/84'/1'/8'"], secrets: true };
  const accounts = listAccounts(open(WORDS), options, context);
  if ('error' in accounts) throw new Error(accounts.error);
  const [shared, single] = accounts;
  const key = root.derive("m/48'/1'/0'/2'");
  expect(shared?.key).toBe(`[73c5da0a/48h/1h/0h/2h]${key.privateExtendedKey}`);
  expect(shared?.slip132).toBe(formatSlipKey(key.publicExtendedKey, 'wsh'));
  expect(shared?.descriptor).toBeUndefined();
  expect(single?.descriptor).toContain(root.derive("m/84'/1'/8'").privateExtendedKey);
  expect(listAccounts(open(WORDS), { paths: ['84h'] }, context)).toEqual({
    error: 'A path has the form m/84h/0h/0h',
  });
});
