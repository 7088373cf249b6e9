// Makes vectors/formats/wallet-dat.json with db_load (db-util) and a real node:
// node .ci/ts.mjs test/support/vectors/record-wallet-dat.ts
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { hash160, sha256 } from '../../../src/crypto/hash.ts';
import {
  multisigScript,
  p2pkhScript,
  p2pkScript,
  p2shScript,
  p2wshScript,
} from '../../../src/script/builders.ts';
import {
  addressOf,
  commonRecords,
  dumpText,
  encryptionOf,
  keyRecords,
  namedKey,
  publicKeyOf,
  record,
  seedRecords,
  sized,
  type WalletRecord,
} from '../generate/wallet-dat.ts';
import { startNode } from '../nodes/node.ts';
import { vectorPath } from '../paths.ts';

const PASSPHRASE = 'correct horse';

type Made = {
  readonly name: string;
  readonly records: readonly WalletRecord[];
  readonly passphrase?: string;
  readonly header?: readonly string[];
};

const script = (each: Uint8Array): WalletRecord =>
  record('cscript', [hash160(each)], [sized(each)]);
const watched = (each: Uint8Array): readonly WalletRecord[] => [
  record('watchs', [sized(each)], [Uint8Array.of(0x31)]),
  record('watchmeta', [sized(each)], [1, 1_450_000_000n]),
];
const named = (address: string, label: string, purpose: string): readonly WalletRecord[] => [
  record('name', [address], [label]),
  record('purpose', [address], [purpose]),
];
const pool = (index: bigint, name: string): WalletRecord =>
  record('pool', [index], [210000, 1_400_000_000n, sized(publicKeyOf(namedKey(name)))]);

const singles = ['one', 'two', 'three'].map((name) => namedKey(name));
const old = namedKey('uncompressed', false);
const foreign = ['their first', 'their second'].map((name) => publicKeyOf(namedKey(name)));
const [one = namedKey('one'), two = namedKey('two')] = singles;

function sharedRecords(): readonly WalletRecord[] {
  const both = multisigScript(2, [one, two].map(publicKeyOf));
  const shared = multisigScript(2, [publicKeyOf(one), ...foreign]);
  const others = multisigScript(1, foreign);
  const segwit = p2wshScript(sha256(both));
  return [
    ...singles.flatMap((key) => keyRecords(key, {})),
    ...[both, shared, others, segwit].map(script),
    ...watched(p2shScript(hash160(others))),
    ...watched(p2pkhScript(hash160(publicKeyOf(namedKey('watched'))))),
    ...watched(p2pkScript(publicKeyOf(namedKey('watched key')))),
  ];
}

const encryption = encryptionOf(PASSPHRASE, 500);

const berkeley: readonly Made[] = [
  {
    name: 'plain',
    records: [
      ...commonRecords(),
      ...singles.flatMap((key) => keyRecords(key, {})),
      ...keyRecords(old, { created: 1_300_000_000n }),
      record('defaultkey', [], [sized(publicKeyOf(one))]),
      ...named(addressOf(one), 'rent', 'receive'),
      ...named(addressOf(old), '', 'receive'),
      ...named(addressOf(namedKey('payee')), 'shop', 'send'),
      pool(1n, 'three'),
    ],
  },
  {
    name: 'seed',
    records: [
      ...commonRecords(),
      ...seedRecords('seed', [4, 3]),
      ...keyRecords(one, {}),
      ...named(addressOf(one), 'imported', 'receive'),
    ],
  },
  {
    name: 'seed without change',
    records: [...commonRecords(), ...seedRecords('first seed', [3, 0], { version: 1 })],
    header: ['db_pagesize=512'],
  },
  {
    name: 'encrypted',
    passphrase: PASSPHRASE,
    records: [
      ...commonRecords(),
      ...encryption.records,
      ...seedRecords('old seed', [2, 2], { encryption, isCurrent: false }),
      ...seedRecords('new seed', [3, 3], { encryption }),
      ...keyRecords(two, {}, encryption),
    ],
  },
  { name: 'scripts', records: [...commonRecords(), ...sharedRecords()] },
  {
    name: 'big endian',
    records: [...commonRecords(), ...seedRecords('seed', [30, 30])],
    header: ['db_lorder=4321', 'db_pagesize=1024'],
  },
];

const node = await startNode('-keypool=2', '-deprecatedrpc=create_bdb');

async function call(method: string, params: readonly unknown[] = [], wallet?: string) {
  const { origin, username, password } = new URL(node.url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const path = wallet === undefined ? '' : `/wallet/${encodeURIComponent(wallet)}`;
  const body = JSON.stringify({ method, params });
  const reply = await fetch(origin + path, { method: 'POST', headers: { authorization }, body });
  const { result, error } = await reply.json();
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

function berkeleyFile({ records, header = [] }: Made): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-dat-'));
  const path = join(folder, 'wallet.dat');
  const sorted = [...records].sort(([a], [b]) => Buffer.compare(a, b));
  execFileSync('db5.3_load', [path], {
    input: dumpText(sorted, { header: ['database=main', ...header] }),
  });
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return bytes;
}

async function listed(wallet: string, passphrase: string | undefined) {
  if (passphrase !== undefined) await call('walletpassphrase', [passphrase, 600], wallet);
  const info = await call('getwalletinfo', [], wallet);
  const isPrivate = info.private_keys_enabled;
  return (await call('listdescriptors', [isPrivate], wallet)).descriptors;
}

const vectors: unknown[] = [];
const packed = (bytes: Buffer) => gzipSync(bytes, { level: 9 }).toString('base64');

for (const made of berkeley) {
  const { name, passphrase } = made;
  const bytes = berkeleyFile(made);
  const folder = join(node.data, 'regtest', 'wallets', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'wallet.dat'), bytes);
  const result = await call('migratewallet', [name, ...(passphrase ? [passphrase] : [])]);
  const { backup_path: _, ...migrated } = result;
  const wallets: Record<string, unknown> = {};
  for (const each of [name, result.watchonly_name, result.solvables_name]) {
    if (each !== undefined)
      wallets[each] = await listed(each, each === name ? passphrase : undefined);
  }
  vectors.push({ name, kind: 'berkeley', passphrase, file: packed(bytes), migrated, wallets });
  console.log(name, bytes.length, JSON.stringify(migrated));
}

async function recordSqlite(name: string, passphrase: string | undefined, isWatched: boolean) {
  await call('createwallet', [name, isWatched, isWatched, passphrase ?? '']);
  if (isWatched) {
    const text = `wsh(multi(1,${foreign.map((each) => Buffer.from(each).toString('hex')).join(',')}))`;
    const { descriptor } = await call('getdescriptorinfo', [text]);
    await call('importdescriptors', [[{ desc: descriptor, timestamp: 'now' }]], name);
  } else {
    const address = await call('getnewaddress', ['rent'], name);
    await call('lockunspent', [false, [], true], name).catch(() => undefined);
    console.log(name, address);
  }
  const descriptors = await listed(name, passphrase);
  await call('unloadwallet', [name]);
  const bytes = readFileSync(join(node.data, 'regtest', 'wallets', name, 'wallet.dat'));
  vectors.push({
    name,
    kind: 'sqlite',
    passphrase,
    file: packed(bytes),
    wallets: { [name]: descriptors },
  });
  console.log(name, bytes.length);
}

await recordSqlite('descriptors', undefined, false);
await recordSqlite('encrypted descriptors', PASSPHRASE, false);
await recordSqlite('watched descriptors', undefined, true);
await node.stop();
writeFileSync(vectorPath('formats/wallet-dat.json'), `${JSON.stringify(vectors, null, 1)}\n`);
