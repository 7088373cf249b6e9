// Makes vectors/formats/wallet-dat.json with db_load (db-util) and a real node:
// node .ci/ts.mjs test/support/vectors/record-wallet-dat.ts [NAME...]
// With names, records these files only, and keeps the others.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { hash160, hash256, sha256 } from '../../../src/crypto/hash.ts';
import { concatBytes } from '../../../src/encoding/bytes.ts';
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
  lockedRecord,
  namedKey,
  oldKeyRecord,
  publicKeyOf,
  record,
  seedRecords,
  sized,
  transactionRecord,
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
  /** The kind of database; Bitcoin Core has only made btrees. */
  readonly type?: 'btree' | 'hash';
  /** Transactions to ask the migrated wallets for, in internal byte order. */
  readonly transactions?: readonly Uint8Array[];
  /** The first block of the node's chain, in hexadecimal. */
  readonly block?: string;
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

const hexBytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

/** An unsigned transaction with these inputs and outputs: "txid in internal order" and "vout". */
function transactionOf(
  inputs: readonly (readonly [txid: Uint8Array, vout: number])[],
  outputs: readonly (readonly [script: Uint8Array, value: bigint])[],
): { readonly raw: Uint8Array; readonly txid: Uint8Array } {
  const number = (value: bigint, length: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(value);
    return new Uint8Array(bytes.subarray(0, length));
  };
  const raw = concatBytes(
    number(1n, 4),
    Uint8Array.of(inputs.length),
    ...inputs.map(([txid, vout]) =>
      concatBytes(txid, number(BigInt(vout), 4), Uint8Array.of(0), number(0xffffffffn, 4)),
    ),
    Uint8Array.of(outputs.length),
    ...outputs.map(([each, value]) => concatBytes(number(value, 8), sized(each))),
    number(0n, 4),
  );
  return { raw, txid: hash256(raw) };
}

const foreignCoin = (name: string) =>
  [sha256(hexBytes(Buffer.from(name).toString('hex'))), 0] as const;
const payTo = (key: Parameters<typeof publicKeyOf>[0]) => p2pkhScript(hash160(publicKeyOf(key)));

/** Keys, and records that need more than one page of 512 bytes: values, and keys of records. */
function longRecords(): readonly WalletRecord[] {
  const many = transactionOf(
    [foreignCoin('many outputs')],
    Array.from({ length: 90 }, (_, i) => [payTo(i === 40 ? one : namedKey(`payee ${i}`)), 1000n]),
  );
  const long = multisigScript(
    1,
    Array.from({ length: 12 }, (_, i) => publicKeyOf(namedKey(`many ${i}`))),
  );
  return [
    ...commonRecords(),
    ...seedRecords('seed', [20, 20]),
    ...keyRecords(one, {}),
    script(long),
    ...watched(long),
    transactionRecord(many.txid, many.raw, { received: 1_500_000_000, values: { n: '0' } }),
  ];
}

const berkeley: Made[] = [
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
  { name: 'overflow', records: longRecords(), header: ['db_pagesize=512'] },
  { name: 'hash', records: longRecords(), header: ['db_pagesize=512'], type: 'hash' },
  {
    name: 'big endian hash',
    records: longRecords(),
    header: ['db_lorder=4321', 'db_pagesize=1024'],
    type: 'hash',
  },
  {
    name: 'first version',
    records: [
      ...commonRecords(),
      ...singles.map((key) => oldKeyRecord(key, 1_262_304_000n)),
      oldKeyRecord(old, 1_262_304_000n),
      record('defaultkey', [], [sized(publicKeyOf(one))]),
      record('name', [addressOf(old)], ['pizza']),
    ],
  },
];

const start = () => startNode('-keypool=2', '-deprecatedrpc=create_bdb');
let node = await start();

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

function berkeleyFile({ records, header = [], type = 'btree' }: Made): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-dat-'));
  const path = join(folder, 'wallet.dat');
  const sorted = [...records].sort(([a], [b]) => Buffer.compare(a, b));
  execFileSync('db5.3_load', [path], {
    input: dumpText(sorted, { type, header: ['database=main', ...header] }),
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

const only = process.argv.slice(2);
const vectors: { readonly name: string; readonly file?: string }[] =
  only.length === 0 ? [] : JSON.parse(readFileSync(vectorPath('formats/wallet-dat.json'), 'utf8'));
const isRecorded = ({ name }: { readonly name: string }) =>
  only.length === 0 || only.includes(name);

/** Adds a vector, or replaces the earlier one of the same name. */
function keep(vector: { readonly name: string; readonly [member: string]: unknown }): void {
  const at = vectors.findIndex(({ name }) => name === vector.name);
  if (at < 0) vectors.push(vector);
  else vectors[at] = vector;
}

const packed = (bytes: Buffer) => gzipSync(bytes, { level: 9 }).toString('base64');

const isTransactionOf = (wallet: string) => async (txid: string) => {
  const found = await call('gettransaction', [txid], wallet).catch(() => undefined);
  if (found === undefined) return [];
  const { hex: _, details: __, lastprocessedblock: ___, ...facts } = found;
  return [facts];
};

/** Returns the wallets that Core makes of a file, with their coins that are locked. */
async function migratedBy(made: Made, bytes: Buffer) {
  const { name, passphrase } = made;
  const folder = join(node.data, 'regtest', 'wallets', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'wallet.dat'), bytes);
  const result = await call('migratewallet', [name, ...(passphrase ? [passphrase] : [])]);
  const { backup_path: _, ...migrated } = result;
  const wallets: Record<string, unknown> = {};
  const history: Record<string, unknown> = {};
  for (const each of [name, result.watchonly_name, result.solvables_name]) {
    if (each === undefined) continue;
    wallets[each] = await listed(each, each === name ? passphrase : undefined);
    const txids = (made.transactions ?? []).map((txid) =>
      Buffer.from(txid).reverse().toString('hex'),
    );
    if (txids.length === 0) continue;
    history[each] = {
      transactions: (await Promise.all(txids.map(isTransactionOf(each)))).flat(),
      locked: await call('listlockunspent', [], each),
      balances: await call('getbalances', [], each),
    };
  }
  return { migrated, wallets, ...(made.transactions && { history }) };
}

/** Returns the node's error. If it ended instead, returns the last line of its log, and starts it. */
async function refusalOf({ message }: Error) {
  if (message !== 'fetch failed') return { refused: message, wallets: {} };
  const log = readFileSync(join(node.data, 'regtest', 'debug.log'), 'utf8').trimEnd();
  await node.stop();
  node = await start();
  return { refused: `The node ends. ${log.split('\n').at(-1)?.slice(21)}`, wallets: {} };
}

/** A wallet whose transactions are in a block, sent, abandoned, and of a script that it watches. */
async function usedWallet(): Promise<Made> {
  const three = namedKey('three');
  const watchedScript = payTo(namedKey('watched'));
  const [hash] = await call('generatetoaddress', [1, addressOf(one)]);
  const block = await call('getblock', [hash, 2]);
  const [mined] = block.tx;
  const inOrder = (hex: string) => hexBytes(hex).reverse();
  const paid = transactionOf(
    [foreignCoin('paid')],
    [
      [payTo(one), 50_000n],
      [watchedScript, 20_000n],
    ],
  );
  const sent = transactionOf(
    [[paid.txid, 0]],
    [
      [payTo(namedKey('payee')), 30_000n],
      [payTo(two), 15_000n],
    ],
  );
  const seen = transactionOf([foreignCoin('seen')], [[watchedScript, 7000n]]);
  const dropped = transactionOf([foreignCoin('dropped')], [[payTo(three), 1000n]]);
  const abandoned = { blockHash: Uint8Array.of(1, ...new Uint8Array(31)), index: -1 };
  const at = (n: number, values = {}) => ({
    received: 1_500_000_000 + n,
    values: { n: `${n}`, timesmart: `${1_499_999_000 + n}`, ...values },
  });
  const old = { before: [paid.raw], branch: [paid.txid, paid.txid] };
  return {
    name: 'used',
    records: [
      ...commonRecords(),
      ...singles.flatMap((key) => keyRecords(key, {})),
      ...watched(watchedScript),
      transactionRecord(inOrder(mined.txid), hexBytes(mined.hex), {
        blockHash: inOrder(hash),
        ...at(0),
      }),
      transactionRecord(paid.txid, paid.raw, { ...at(1, { comment: 'rent' }), ...old }),
      transactionRecord(sent.txid, sent.raw, at(2, { to: 'landlord', spent: '01' })),
      transactionRecord(seen.txid, seen.raw, at(3)),
      transactionRecord(dropped.txid, dropped.raw, { ...abandoned, ...at(4) }),
      lockedRecord(sent.txid, 1),
      lockedRecord(seen.txid, 0),
    ],
    transactions: [inOrder(mined.txid), paid.txid, sent.txid, seen.txid, dropped.txid],
    block: await call('getblock', [hash, 0]),
  };
}

if (isRecorded({ name: 'used' })) berkeley.unshift(await usedWallet());

for (const made of berkeley.filter(isRecorded)) {
  const { name, passphrase, block } = made;
  const bytes = berkeleyFile(made);
  const result = await migratedBy(made, bytes).catch(refusalOf);
  keep({ name, kind: 'berkeley', passphrase, file: packed(bytes), block, ...result });
  console.log(name, bytes.length, JSON.stringify({ ...result, wallets: undefined }));
}

async function recordSqlite(name: string, passphrase: string | undefined, isWatched: boolean) {
  if (!isRecorded({ name })) return;
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
  const wallets = { [name]: descriptors };
  keep({ name, kind: 'sqlite', passphrase, file: packed(bytes), wallets });
  console.log(name, bytes.length);
}

/** Leaves a file as a program does that ends in the middle of its work. Arguments: path, way. */
const INTERRUPT = String.raw`
import os, sqlite3, sys
path, way = sys.argv[1:]
file = sqlite3.connect(path, isolation_level=None)
if way == 'wal':
    file.execute('pragma journal_mode=wal')
else:
    file.execute('pragma cache_size=1')
    file.execute('begin')
for i in range(60):
    file.execute('insert into main values (?, ?)', (b'\x04name\x04%04d' % i, b'\xfd\x2c\x01' + b'x' * 300))
os._exit(0)
`;

/** Records a copy of a wallet that was interrupted, without the file next to it. */
async function recordInterrupted(name: string, way: 'wal' | 'journal') {
  if (!isRecorded({ name })) return;
  const base = vectors.find((each) => each.name === 'descriptors');
  const folder = join(node.data, 'regtest', 'wallets', name);
  const path = join(folder, 'wallet.dat');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, gunzipSync(Buffer.from(base?.file ?? '', 'base64')));
  execFileSync('python3', ['-c', INTERRUPT, path, way]);
  rmSync(`${path}-${way}`);
  rmSync(`${path}-shm`, { force: true });
  const file = packed(readFileSync(path));
  const result = await call('loadwallet', [name])
    .then(async () => ({ wallets: { [name]: await listed(name, undefined) } }))
    .catch(refusalOf);
  keep({ name, kind: 'sqlite', file, ...result });
  console.log(name, JSON.stringify({ ...result, wallets: Object.keys(result.wallets) }));
}

await recordSqlite('descriptors', undefined, false);
await recordSqlite('encrypted descriptors', PASSPHRASE, false);
await recordSqlite('watched descriptors', undefined, true);
await recordInterrupted('write-ahead log', 'wal');
await recordInterrupted('rollback journal', 'journal');
await node.stop();
writeFileSync(vectorPath('formats/wallet-dat.json'), `${JSON.stringify(vectors, null, 1)}\n`);
