import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNodeClient, type NodeClient } from '../../src/adapters/chain/node/client.ts';
import { readSnapshotFile } from '../../src/adapters/chain/snapshot-file.ts';
import { makeSnapshot } from '../../src/adapters/snapshot/snapshot-command.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { networks } from '../../src/encoding/network.ts';
import type { Context } from '../../src/rpc/context.ts';
import { createSnapshotSource } from '../../src/snapshot/snapshot-source.ts';
import { createWallet } from '../../src/wallet/wallet.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { createRandom } from '../support/generate/random.ts';
import { TEST_XPRV } from '../support/generate/wallet.ts';
import { harness } from '../support/harness.ts';
import { machineTime } from '../support/nodes/live-context.ts';
import { type RealNode, startNode } from '../support/nodes/node.ts';
import { fakeTerminal } from '../support/screens/terminal.ts';

const random = createRandom(11);
const folder = mkdtempSync(join(tmpdir(), 'coldsign-snapshot-'));

/** Descriptors with all private keys, so that both wallets can sign everything. */
const DESCRIPTORS = [
  `pkh(${TEST_XPRV}/44h/0/*)`,
  `sh(wpkh(${TEST_XPRV}/49h/0/*))`,
  `wpkh(${TEST_XPRV}/84h/0/*)`,
  `tr(${TEST_XPRV}/86h/0/*)`,
  `wsh(sortedmulti(2,${TEST_XPRV}/1/*,${TEST_XPRV}/2/*,${TEST_XPRV}/3/*))`,
  `sh(multi(1,${TEST_XPRV}/4/*,${TEST_XPRV}/5/*))`,
  `wsh(and_v(v:pk(${TEST_XPRV}/6/*),older(2)))`,
  `tr(${TEST_XPRV}/7/*,{pk(${TEST_XPRV}/8/*),multi_a(2,${TEST_XPRV}/9/*,${TEST_XPRV}/10/*)})`,
];

let node: RealNode;
let client: NodeClient;
let theirs: NodeClient;
const requests: { desc: string }[] = [];
const file = (name: string) => join(folder, name);

const RANGE = 19;
const KEYPOOL = 1000;

beforeAll(async () => {
  node = await startNode();
  const { origin, username, password } = new URL(node.url);
  const login = { user: username, password };
  client = createNodeClient({ url: origin, login });
  theirs = createNodeClient({ url: `${origin}/wallet/w`, login });
  await client.call('createwallet', 'w', false, true);
  const addresses: string[] = [];
  for (const text of DESCRIPTORS) {
    const info = (await client.call('getdescriptorinfo', text)) as { checksum: string };
    const desc = `${text}#${info.checksum}`;
    requests.push({ desc, timestamp: 0, range: [0, RANGE] } as { desc: string });
    const own = await client.call('deriveaddresses', desc, [0, RANGE]);
    addresses.push(...(own as string[]));
  }
  await theirs.call('importdescriptors', requests);
  // Blocks with foreign transactions and ours.
  await client.call('createwallet', 'miner');
  const miner = createNodeClient({ url: `${origin}/wallet/miner`, login });
  const to = await miner.call('getnewaddress');
  await client.call('generatetoaddress', 120, to);
  for (let i = 0; i < 12; i++) {
    const picks = new Set(
      Array.from({ length: 25 }, () => addresses[random.int(addresses.length)]),
    );
    const outputs = [...picks].map((address) => ({ [address ?? '']: amount(20_000_000) }));
    await miner.call('send', outputs, null, 'unset', 3);
    await client.call('generatetoaddress', 1 + random.int(3), i % 4 === 0 ? addresses[i] : to);
  }
  for (let i = 0; i < 10; i++) {
    const address = addresses[random.int(addresses.length)] ?? '';
    await theirs.call('send', [{ [address]: amount(2_000_000) }], null, 'unset', 2, {
      change_address: addresses[random.int(addresses.length)],
    });
    if (i === 6) await client.call('generatetoaddress', 3, to);
  }
  miner.close();
  const listed = await theirs.call('listdescriptors');
  writeFileSync(file('descriptors.json'), JSON.stringify(listed));
});

afterAll(async () => {
  theirs?.close();
  client?.close();
  await node?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function amount(most: number): string {
  return ((10_000 + random.int(most)) / 1e8).toFixed(8);
}

function snapshot(out: string, ...options: readonly string[]): Promise<string> {
  const where = [`-node=${node.url}`, `-descriptors=${file('descriptors.json')}`];
  return command(...where, `-out=${out}`, ...options);
}

/** Runs `coldsign snapshot` with these arguments, and returns its output. */
async function command(...args: readonly string[]): Promise<string> {
  const { terminal, written } = fakeTerminal({ readFile: (path) => readFileSync(path, 'utf8') });
  const status = await makeSnapshot(['-regtest', `-datadir=${folder}`, ...args], terminal);
  expect({ status, errors: written.err }).toEqual({ status: 0, errors: '' });
  return written.out;
}

/** Opens a wallet with the private descriptors and only a snapshot. */
async function offline(path: string) {
  const read = readSnapshotFile(path, 'regtest');
  if ('error' in read) throw new Error(read.error);
  const host = createMemoryHost({ keypoolSize: KEYPOOL });
  const notices: string[] = [];
  const context: Context = {
    network: networks.regtest,
    profile: 'core',
    secp256k1: kernelSecp256k1,
    chain: createSnapshotSource(read.snapshot),
    wallets: host,
    now: machineTime,
    random: createRandom(1).bytes,
    notify: (notice) => notices.push(notice),
    reportBug: (error) => {
      throw error;
    },
  };
  await host.create(createWallet({ name: 'w', network: networks.regtest }));
  const { call } = harness(context);
  expect(await call('importdescriptors', [requests])).toEqual(
    requests.map(() => expect.objectContaining({ success: true })),
  );
  return { call, notices, ...read };
}

type Unspent = {
  readonly txid: string;
  readonly vout: number;
  readonly amount: number;
  readonly confirmations: number;
  readonly scriptPubKey: string;
};

const sorted = (coins: readonly Unspent[]) =>
  coins
    .map(({ txid, vout, amount: value, confirmations }) => [
      `${txid}:${vout}`,
      value,
      confirmations,
    ])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1));

describe('a snapshot of a real node, carried to a wallet without network', () => {
  test('is the same file every time', async () => {
    const printed = await snapshot(file('a'));
    await snapshot(file('b'));
    expect(readFileSync(file('a')).equals(readFileSync(file('b')))).toBe(true);
    const read = readSnapshotFile(file('a'), 'regtest');
    expect(printed).toContain(`digest ${'digest' in read ? read.digest : ''}`);
  });

  test('is signed if there is a key, with the same content', async () => {
    const unsigned = await snapshot(file('a'));
    expect(unsigned).toContain('\nnot signed: coldsign snapshot newkey -regtest -datadir=');
    const key = `-signkey=${file('key')}`;
    const [fingerprint = ''] = /(\w{4}-){7}\w{4}/.exec(await command('newkey', key)) ?? [];
    const signed = await snapshot(file('s'), key);
    expect(signed).toContain(`\nsigned by ${fingerprint}\n`);
    await expect(snapshot(file('early'), key, '-mocktime=1000000000')).rejects.toThrow('status: 1');
    expect(existsSync(file('early'))).toBe(false);
    const digest = /digest \w{64}/.exec(unsigned)?.[0] ?? 'none';
    expect(signed).toContain(digest);
    const [one, two] = [file('a'), file('s')].map((path) => readSnapshotFile(path, 'regtest'));
    if (one === undefined || two === undefined) throw new Error('two were read');
    if ('error' in one || 'error' in two) throw new Error('they are snapshots');
    expect(two.snapshot).toEqual(one.snapshot);
    expect([one.signer, two.signer?.fingerprint]).toEqual([undefined, fingerprint]);
    await command('trust', file('s'), fingerprint);
    expect(await command('distrust', fingerprint)).toContain('No signer is trusted now');
  });

  test('the wallet knows the coins, transactions and fees of the node', async () => {
    await snapshot(file('a'));
    const { call, notices } = await offline(file('a'));
    const ours = (await call('listunspent', [0])) as Unspent[];
    expect(sorted(ours)).toEqual(sorted((await theirs.call('listunspent', 0)) as Unspent[]));
    expect(ours.length).toBeGreaterThan(100);
    const since = await theirs.call('listsinceblock', '', 1, true, true, true);
    const { transactions } = since as { transactions: { txid: string }[] };
    for (const txid of new Set(transactions.map((each) => each.txid))) {
      const [own, their] = [
        await call('gettransaction', [txid]),
        await theirs.call('gettransaction', txid),
      ];
      const told = ({
        hex,
        blockhash,
        blockheight,
        blockindex,
        blocktime,
        confirmations,
      }: Fields) => ({
        hex,
        blockhash,
        blockheight,
        blockindex,
        blocktime,
        confirmations,
      });
      expect(told(own as Fields)).toEqual(told(their as Fields));
    }
    expect(notices).toEqual([]);
  });

  test('200 random transactions are signed byte for byte like in the wallet of the node', async () => {
    await snapshot(file('a'));
    const { call } = await offline(file('a'));
    const coins = (await call('listunspent', [0])) as Unspent[];
    const types = ['ALL', 'ALL', 'NONE', 'SINGLE', 'ALL|ANYONECANPAY', 'SINGLE|ANYONECANPAY'];
    const verdicts = { complete: 0, incomplete: 0 };
    for (let i = 0; i < 200; i++) {
      const inputs = random
        .shuffle(coins)
        .slice(0, 1 + random.int(5))
        .map(({ txid, vout }) => ({ txid, vout, sequence: random.int(4) }));
      const outputs = Array.from({ length: 5 }, () => ({ data: '00' })).slice(0, 1);
      const to = Array.from({ length: 1 + random.int(5) }, () => coins[random.int(coins.length)]);
      const made = (await call('createrawtransaction', [
        inputs,
        [...outputs, ...(await addressesOf(to.flatMap((coin) => coin ?? [])))],
        0,
        true,
      ])) as string;
      const sighash = random.oneIn(2) ? [] : [[], random.pick(['ALL', ...types])];
      const own = (await call('signrawtransactionwithwallet', [made, ...sighash])) as Signed;
      const their = (await theirs.call('signrawtransactionwithwallet', made, ...sighash)) as Signed;
      expect({ hex: own.hex, complete: own.complete }).toEqual({
        hex: their.hex,
        complete: their.complete,
      });
      verdicts[own.complete ? 'complete' : 'incomplete'] += 1;
    }
    expect(verdicts.complete).toBeGreaterThan(50);
  });

  test('answers getblocktemplate like the node if it has the complete mempool', async () => {
    await snapshot(file('t'), '-template');
    const { call } = await offline(file('t'));
    const [own, their] = [
      (await call('getblocktemplate', [{ rules: ['segwit'] }])) as Template,
      (await client.call('getblocktemplate', { rules: ['segwit'] })) as Template,
    ];
    expect(own.previousblockhash).toBe(their.previousblockhash);
    expect(own.height).toBe(their.height);
    expect(new Set(own.transactions.map(({ txid }) => txid))).toEqual(
      new Set(their.transactions.map(({ txid }) => txid)),
    );
    expect(own.transactions.length).toBeGreaterThan(0);
    const { call: without } = await offline(file('a'));
    await expect(without('getblocktemplate', [{ rules: ['segwit'] }])).rejects.toThrow(
      'only a part',
    );
  });

  test('coins alone are enough to sign', async () => {
    await snapshot(file('c'), '-coinsonly');
    const { call, notices } = await offline(file('c'));
    const ours = (await call('listunspent', [1])) as Unspent[];
    expect(sorted(ours)).toEqual(sorted((await theirs.call('listunspent', 1)) as Unspent[]));
    expect(notices).toEqual(expect.arrayContaining([expect.stringContaining('unspent coins')]));
  });
});

type Fields = { readonly [name: string]: unknown };
type Signed = { readonly hex: string; readonly complete: boolean };
type Template = {
  readonly previousblockhash: string;
  readonly height: number;
  readonly transactions: readonly { readonly txid: string }[];
};

/** Returns the distinct addresses of coins in createrawtransaction's form. */
async function addressesOf(coins: readonly Unspent[]): Promise<{ [address: string]: string }[]> {
  const scripts = new Set(coins.map(({ scriptPubKey }) => scriptPubKey));
  const decoded = await Promise.all(
    [...scripts].map((script) => client.call('decodescript', script)),
  );
  return decoded.map((each) => ({ [(each as { address: string }).address]: amount(50_000) }));
}
