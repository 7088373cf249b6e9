import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { socketTransport } from '../../src/adapters/chain/electrum/socket.ts';
import { createNodeClient, type NodeClient } from '../../src/adapters/chain/node/client.ts';
import { openServer, type ServerChoice } from '../../src/adapters/chain/servers.ts';
import { readSnapshotFile } from '../../src/adapters/chain/snapshot-file.ts';
import { makeSnapshot } from '../../src/adapters/snapshot/snapshot-command.ts';
import type { ChainSource } from '../../src/chain/source.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { execute } from '../../src/library/call.ts';
import { createWallets } from '../../src/library/create-wallets.ts';
import { createElectrumSource } from '../../src/servers/electrum.ts';
import { createSnapshotSource } from '../../src/snapshot/snapshot-source.ts';
import { encodeTransaction } from '../../src/transaction/codec.ts';
import { payment } from '../support/chains/mined-chain.ts';
import { createRandom } from '../support/generate/random.ts';
import { TEST_XPRV } from '../support/generate/wallet.ts';
import {
  type CoinServer,
  indexNode,
  selfSigned,
  serveElectrum,
  serveEsplora,
} from '../support/nodes/coin-servers.ts';
import { machineTime } from '../support/nodes/live-context.ts';
import { type RealNode, startNode } from '../support/nodes/node.ts';
import { fakeTerminal } from '../support/screens/terminal.ts';

const execFileAsync = promisify(execFile);
const random = createRandom(17);
const folder = mkdtempSync(join(tmpdir(), 'coldsign-servers-'));
const certificate = selfSigned();

/** Descriptors with all private keys, so that both wallets can sign everything. */
const DESCRIPTORS = [
  `pkh(${TEST_XPRV}/44h/0/*)`,
  `sh(wpkh(${TEST_XPRV}/49h/0/*))`,
  `wpkh(${TEST_XPRV}/84h/0/*)`,
  `tr(${TEST_XPRV}/86h/0/*)`,
  `wsh(sortedmulti(2,${TEST_XPRV}/1/*,${TEST_XPRV}/2/*,${TEST_XPRV}/3/*))`,
];
const RANGE = 49;

let node: RealNode;
let client: NodeClient;
let theirs: NodeClient;
let miner: NodeClient;
let minerAddress: unknown;
let esplora: CoinServer;
let electrum: CoinServer;
let electrumTls: CoinServer;
const requests: { readonly desc: string }[] = [];
const addresses: string[] = [];

const btc = (satoshi: number) => Math.round(satoshi) / 1e8;

beforeAll(async () => {
  node = await startNode();
  const { origin, username, password } = new URL(node.url);
  const login = { user: username, password };
  client = createNodeClient({ url: origin, login });
  theirs = createNodeClient({ url: `${origin}/wallet/w`, login });
  miner = createNodeClient({ url: `${origin}/wallet/miner`, login });
  await client.call('createwallet', 'w', false, true);
  await client.call('createwallet', 'miner');
  for (const text of DESCRIPTORS) {
    const info = (await client.call('getdescriptorinfo', text)) as { checksum: string };
    const desc = `${text}#${info.checksum}`;
    const request = { desc, timestamp: 0, range: [0, RANGE] };
    requests.push(request);
    const own = (await client.call('deriveaddresses', desc, [0, 15])) as string[];
    addresses.push(...own);
  }
  await theirs.call('importdescriptors', requests);
  minerAddress = await miner.call('getnewaddress');
  await client.call('generatetoaddress', 110, minerAddress);
  for (let i = 0; i < 8; i++) {
    const picks = new Set(
      Array.from({ length: 15 }, () => addresses[random.int(addresses.length)]),
    );
    const outputs = [...picks].map((address) => ({
      [address ?? '']: btc(100_000 + random.int(20_000_000)),
    }));
    await miner.call('send', outputs, null, 'unset', 3);
    await client.call(
      'generatetoaddress',
      1 + random.int(3),
      i % 4 === 0 ? addresses[i] : minerAddress,
    );
  }
  for (let i = 0; i < 6; i++) {
    const to = addresses[random.int(addresses.length)] ?? '';
    const change = addresses[random.int(addresses.length)];
    await theirs.call('send', [{ [to]: btc(2_000_000) }], null, 'unset', 2, {
      change_address: change,
    });
    if (i === 3) await client.call('generatetoaddress', 2, minerAddress);
  }
  const backing = indexNode(client);
  esplora = await serveEsplora(backing);
  electrum = await serveElectrum(backing);
  electrumTls = await serveElectrum(backing, certificate);
});

afterAll(async () => {
  await Promise.all([esplora?.close(), electrum?.close(), electrumTls?.close()]);
  for (const each of [client, theirs, miner]) each?.close();
  await node?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const servers: readonly (readonly [
  name: string,
  choice: () => ServerChoice,
  server: () => CoinServer,
])[] = [
  [
    'Esplora',
    () => ({ kind: 'esplora', url: `http://127.0.0.1:${esplora.port}/api`, gapLimit: 20 }),
    () => esplora,
  ],
  [
    'Electrum',
    () => ({
      kind: 'electrum',
      address: { host: '127.0.0.1', port: electrum.port, tls: false },
      gapLimit: 20,
    }),
    () => electrum,
  ],
];

type Coin = { txid: string; vout: number; amount: number; confirmations: number };

const comparable = (coins: unknown) =>
  (coins as Coin[])
    .map(({ txid, vout, amount, confirmations }) => [`${txid}:${vout}`, amount, confirmations])
    .sort();

function openWallet(choice: ServerChoice) {
  const opened = openServer(choice, 'regtest');
  return { call: walletOver(opened.source), opened };
}

/** Creates one of our wallets over a chain source. */
function walletOver(chain: ChainSource) {
  let now = machineTime();
  const options = {
    network: 'regtest',
    wallets: createWallets(
      { read: async () => undefined, write: async () => {}, names: async () => [] },
      { network: 'regtest', keypoolSize: 100, scryptCost: { n: 2, r: 1, p: 1 } },
    ),
    chain,
    now: () => now++,
    random: createRandom(5).bytes,
  } as const;
  return (method: string, params: Parameters<typeof execute>[1] = []) =>
    execute(method, params as [], options);
}

describe.each(servers)('a wallet beside %s', (_, choice, server) => {
  test('has the coins and the balances of the wallet of the node', async () => {
    const { call, opened } = openWallet(choice());
    await call('createwallet', { wallet_name: 'w', blank: true });
    for (const answer of (await call('importdescriptors', { requests })) as object[]) {
      expect(answer).toMatchObject({ success: true });
    }
    expect(comparable(await call('listunspent', { minconf: 0 }))).toEqual(
      comparable(await theirs.call('listunspent', 0)),
    );
    const { mine } = (await theirs.call('getbalances')) as { mine: object };
    expect(await call('getbalances')).toMatchObject({ mine });
    await opened.close();
  });

  test('pays, and the node accepts the transaction', async () => {
    const { call, opened } = openWallet(choice());
    await call('createwallet', { wallet_name: 'w', blank: true });
    await call('importdescriptors', { requests });
    const outputs = [{ [String(minerAddress)]: 0.3 }];
    const result = (await call('send', {
      outputs,
      fee_rate: 3,
      options: { change_address: addresses[0] ?? '' },
    })) as { txid: string };
    expect(await client.call('getrawmempool')).toContain(result.txid);
    await server().notify();
    expect(comparable(await call('listunspent', { minconf: 0, include_unsafe: true }))).toEqual(
      comparable(await theirs.call('listunspent', 0)),
    );
    await client.call('generatetoaddress', 1, minerAddress);
    await opened.close();
    const after = openWallet(choice());
    await after.call('createwallet', { wallet_name: 'w', blank: true });
    await after.call('importdescriptors', { requests });
    expect(await after.call('gettransaction', { txid: result.txid })).toMatchObject({
      confirmations: 1,
    });
    await after.opened.close();
  });

  test("reports why the server's node rejects a payment", async () => {
    const { opened } = openWallet(choice());
    const transaction = payment([[Uint8Array.of(0x51, ...new Uint8Array(30)), 1n]]);
    const hex = encodeHex(encodeTransaction(transaction));
    const refused = await client.ask('sendrawtransaction', hex);
    expect(await opened.source.broadcast(transaction)).toEqual({
      ...('error' in refused && refused.error),
      settled: true,
    });
    await opened.close();
  });
});

describe.each(['esplora', 'electrum'] as const)('coldsign with -%s', (kind) => {
  const option = () =>
    kind === 'esplora'
      ? `-esplora=http://127.0.0.1:${esplora.port}/api`
      : `-electrum=127.0.0.1:${electrum.port}`;

  test('makes a snapshot with the coins of the real wallet, which marks claims', async () => {
    const out = join(folder, `${kind}.snapshot`);
    const listed = join(folder, `${kind}.json`);
    const { descriptors } = (await theirs.call('listdescriptors')) as { descriptors: object };
    writeFileSync(listed, JSON.stringify({ descriptors }));
    const arguments_ = ['-regtest', `-datadir=${folder}`, option(), `-descriptors=${listed}`];
    const { printed, ...made } = await command([...arguments_, `-out=${out}`]);
    expect(made).toEqual({ status: 0, errors: '' });
    expect(printed).toMatch(/block \d+ [0-9a-f]{64}/);
    const read = readSnapshotFile(out, 'regtest');
    if ('error' in read) throw new Error(read.error);
    expect(read.snapshot.claims).toBe(true);
    const source = createSnapshotSource(read.snapshot);
    expect(source.notices?.(read.snapshot.tip.time)).toEqual([
      expect.stringMatching(/that nothing is missing.* are claims of the server$/),
    ]);
    const call = walletOver(source);
    await call('createwallet', { wallet_name: 'w', blank: true });
    await call('importdescriptors', { requests });
    expect(comparable(await call('listunspent', { minconf: 0 }))).toEqual(
      comparable(await theirs.call('listunspent', 0)),
    );
  });

  test.each(['-coinsonly', '-template'])('says that %s needs a node', async (flag) => {
    const files = [`-descriptors=${join(folder, 'x')}`, `-out=${join(folder, 'y')}`];
    const { errors, status } = await command(['-regtest', option(), ...files, flag]);
    expect({ errors, status }).toEqual({
      errors: `Error: ${flag} needs a node (-node), because a server cannot answer it\n`,
      status: 1,
    });
  });
});

/** Runs `coldsign snapshot` with these arguments. */
async function command(args: readonly string[]) {
  const { terminal, written } = fakeTerminal({ readFile: (path) => readFileSync(path, 'utf8') });
  const status = await makeSnapshot(args, terminal);
  return { status, printed: written.out, errors: written.err };
}

describe('an Electrum server with TLS', () => {
  const fingerprint = new X509Certificate(certificate.cert).fingerprint256
    .replace(/:/g, '')
    .toLowerCase();
  const open = (pin?: string) =>
    createElectrumSource({
      network: 'regtest',
      transport: socketTransport({
        host: '127.0.0.1',
        port: electrumTls.port,
        tls: true,
        ...(pin !== undefined && { fingerprint: pin }),
      }),
    });

  test('is refused if no authority has signed its certificate', async () => {
    const source = open();
    await expect(source.tip()).rejects.toMatchObject({
      code: 'SOURCE_UNREACHABLE',
      message: expect.stringContaining('no authority has signed'),
      hint: expect.stringContaining('-electrumfingerprint='),
    });
    source.close();
  });

  test('is used if its fingerprint was given', async () => {
    const source = open(fingerprint);
    expect((await source.tip()).height).toBe(await client.call('getblockcount'));
    source.close();
  });

  test('gets no request if its certificate is a different one', async () => {
    const source = open(createHash('sha256').update('another').digest('hex'));
    await expect(source.tip()).rejects.toMatchObject({ code: 'SOURCE_FALSE' });
    source.close();
  });
});

const electrumProgram = join(
  process.env.COLDSIGN_ELECTRUM_DIR ?? join(tmpdir(), 'coldsign-electrum'),
  'electrum',
);

describe.skipIf(!existsSync(electrumProgram))('the real Electrum', () => {
  test('finds the same coins through the same server', async () => {
    const home = join(folder, 'electrum');
    const run = async (...args: string[]) => {
      const { stdout } = await execFileAsync(electrumProgram, ['--regtest', '-D', home, ...args]);
      return stdout;
    };
    const own = addresses.slice(0, 16);
    await run('--offline', 'restore', own.join(' '));
    const daemon = ['daemon', '-d', '-1', '-s', `127.0.0.1:${electrum.port}:t`];
    await run(...daemon);
    try {
      await run('load_wallet');
      await expect.poll(() => run('is_synchronized'), { timeout: 60_000 }).toContain('true');
      const told = JSON.parse(await run('listunspent')) as {
        prevout_hash: string;
        prevout_n: number;
        value: string;
        height: number;
      }[];
      const { call, opened } = openWallet({
        kind: 'electrum',
        address: { host: '127.0.0.1', port: electrum.port, tls: false },
        gapLimit: 20,
      });
      await call('createwallet', { wallet_name: 'w', blank: true });
      await call('importdescriptors', { requests });
      const query = {
        minconf: 1,
        addresses: own,
        query_options: { include_immature_coinbase: true },
      };
      const coins = (await call('listunspent', query)) as Coin[];
      await opened.close();
      expect(told.length).toBeGreaterThan(5);
      expect(
        told
          .filter(({ height }) => height > 0)
          .map((each) => [`${each.prevout_hash}:${each.prevout_n}`, Number(each.value)])
          .sort(),
      ).toEqual(coins.map(({ txid, vout, amount }) => [`${txid}:${vout}`, amount]).sort());
    } finally {
      await run('stop');
    }
  });
});
