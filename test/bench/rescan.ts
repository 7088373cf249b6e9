import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { openBlockFileChain } from '../../src/adapters/blockfiles/chain-source.ts';
import { findBlockFolder } from '../../src/adapters/blockfiles/files.ts';
import { createNodeChain } from '../../src/adapters/node/chain-source.ts';
import { createNodeClient, type NodeClient } from '../../src/adapters/node/client.ts';
import { createNodeScanner } from '../../src/adapters/node/scan.ts';
import type { ChainSource } from '../../src/chain/source.ts';
import { wasmSecp256k1 } from '../../src/crypto/wasm.ts';
import { parseDescriptor } from '../../src/descriptor/parse.ts';
import { networks } from '../../src/encoding/network.ts';
import { scanBlocks } from '../../src/rpc/scan-blocks.ts';
import { importDescriptor } from '../../src/wallet/import-descriptor.ts';
import { createMemoryHost } from '../../src/wallet/memory-host.ts';
import { createWallet, type Wallet } from '../../src/wallet/wallet.ts';
import { startNode } from '../support/node.ts';
import { printTable } from './measure.ts';

/**
 * How fast a chain is looked through for a wallet: ours over the node's RPC, with its filters and in its files, against the node's own
 * rescanblockchain of the same chain for the same descriptors. node .ci/ts.mjs test/bench/rescan.ts
 */
const { values: options } = parseArgs({
  options: {
    /** Outputs in the chain, besides coinbases. */
    outputs: { type: 'string', default: '50000' },
    /** Of a hundred outputs so many are the wallet's. */
    own: { type: 'string', default: '0,10,100' },
    rounds: { type: 'string', default: '3' },
  },
});

const XPUB =
  'tpubD6NzVbkrYhZ4YNXVQbNhMK1WqguFsUXceaVJKbmno2aZ3B6QfbMeraaYvnBSGpV3vxLyTTK9DYT1yoEck4XUScMzXoQ2U2oSmE2JyMedq3H';
const RANGE = 999;
const OUTPUTS_EACH = 200;
const environment = { secp256k1: wasmSecp256k1, keypoolSize: 1000, addressType: 'bech32' } as const;

type Bench = { readonly client: NodeClient; readonly wallet: (name: string) => NodeClient };

const kinds = ['wpkh', 'tr', 'pkh'].map((kind, account) => `${kind}(${XPUB}/${account}/*)`);

async function addressesOf(client: NodeClient, descriptor: string): Promise<string[]> {
  const checked = await withChecksum(client, descriptor);
  return (await client.call('deriveaddresses', checked, [0, RANGE])) as string[];
}

async function withChecksum(client: NodeClient, descriptor: string): Promise<string> {
  const info = (await client.call('getdescriptorinfo', descriptor)) as { checksum: string };
  return `${descriptor}#${info.checksum}`;
}

/** Blocks of one transaction each that pays many outputs, some of them the wallet's. */
async function makeChain({ client, wallet }: Bench, outputs: number, own: number): Promise<void> {
  await client.call('createwallet', 'miner');
  const miner = wallet('miner');
  const to = await miner.call('getnewaddress');
  const ours = (await Promise.all(kinds.map((kind) => addressesOf(client, kind)))).flat();
  const foreign = await addressesOf(client, `wpkh(${XPUB}/99/*)`);
  await client.call('generatetoaddress', 130, to);
  for (let made = 0; made < outputs; made += OUTPUTS_EACH) {
    const paid = Array.from({ length: OUTPUTS_EACH }, (_, i) => {
      const pool = i * 100 < own * OUTPUTS_EACH ? ours : foreign;
      return { [pool[(made + i) % pool.length] ?? '']: '0.0001' };
    });
    await miner.call('send', paid, null, 'unset', 1);
    if (made % (2 * OUTPUTS_EACH) === 0) await client.call('generatetoaddress', 1, to);
  }
  await client.call('generatetoaddress', 1, to);
  miner.close();
}

async function theirTime({ client, wallet }: Bench, name: string): Promise<number> {
  await client.call('createwallet', name, true, true);
  const node = wallet(name);
  const requests = await Promise.all(
    kinds.map(async (kind) => ({
      desc: await withChecksum(client, kind),
      timestamp: 'now',
      range: [0, RANGE],
    })),
  );
  await node.call('importdescriptors', requests);
  const start = performance.now();
  await node.call('rescanblockchain', 0);
  const took = performance.now() - start;
  const { txcount } = (await node.call('getwalletinfo')) as { txcount: number };
  found.add(txcount);
  await client.call('unloadwallet', name);
  node.close();
  return took;
}

/** What every program found, so that nobody is fast for finding less. */
const found = new Set<number>();

function makeWallet(): Wallet {
  const network = networks.regtest;
  let wallet = createWallet({ name: 'w', network, flags: { disablePrivateKeys: true } });
  for (const text of kinds) {
    const parsed = parseDescriptor(text, { network, secp256k1: wasmSecp256k1 });
    if ('error' in parsed) throw new Error(parsed.error);
    const [descriptor] = parsed.descriptors;
    const range = { rangeStart: 0, rangeEnd: RANGE + 1, nextIndex: 0 };
    const rest = { privateKeys: parsed.privateKeys, creationTime: 1n, internal: false, label: '' };
    const added = importDescriptor(
      wallet,
      { descriptor, ...range, ...rest },
      environment,
      (n) => new Uint8Array(n),
    );
    if (!('wallet' in added)) throw new Error(added.error);
    ({ wallet } = added);
  }
  return wallet;
}

async function ourTime(chain: ChainSource, wallet: Wallet): Promise<number> {
  const host = createMemoryHost();
  await host.create(wallet);
  const start = performance.now();
  const { height } = await chain.tip();
  const rescan = { host, name: 'w', chain, environment, now: 2_000_000_000 };
  const end = await scanBlocks(rescan, 1, height, { mempool: false });
  const took = performance.now() - start;
  if (end.kind !== 'done') throw new Error(end.kind);
  found.add(host.get('w')?.ledger.transactions.size ?? 0);
  return took;
}

async function measureShare(own: number): Promise<string[][]> {
  const node = await startNode();
  const { origin, username: user, password } = new URL(node.url);
  const client = createNodeClient({ url: origin, login: { user, password } });
  const wallet = (name: string) =>
    createNodeClient({ url: `${origin}/wallet/${name}`, login: { user, password } });
  const bench = { client, wallet };
  await makeChain(bench, Number(options.outputs), own);
  const chain = createNodeChain(client);
  const scanner = createNodeScanner(client, { filters: 'always' });
  const folder = findBlockFolder(node.data, 'regtest');
  if (folder === undefined || 'error' in folder) throw new Error('the node writes no files');
  const best = new Map<string, number>();
  const note = (name: string, took: number) =>
    best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, took));
  found.clear();
  for (let round = 0; round < Number(options.rounds); round++) {
    note('node: rescanblockchain', await theirTime(bench, `w${round}`));
    note('coldsign, over RPC', await ourTime(chain, makeWallet()));
    const filtering = { ...chain, scan: scanner.scan };
    note(
      'coldsign, over RPC, filters though blocks are small',
      await ourTime(filtering, makeWallet()),
    );
    // Indexing the files counts.
    const files = openBlockFileChain(folder, 'regtest');
    note('coldsign, block files', await ourTime(files.source, makeWallet()));
    await files.close();
  }
  if (found.size !== 1) throw new Error(`they found ${[...found].join(', ')} transactions`);
  const { height } = await chain.tip();
  const [transactions] = found;
  client.close();
  await node.stop();
  const theirs = best.get('node: rescanblockchain') ?? 0;
  return [...best].map(([name, took]) => [
    `${own} % own (${transactions} transactions, ${height} blocks), ${name}`,
    took.toFixed(0),
    ((Number(options.outputs) / took) * 1000).toFixed(0),
    (theirs / took).toFixed(2),
  ]);
}

console.log(
  `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}; ${options.outputs} outputs`,
);
const rows: string[][] = [];
for (const own of options.own.split(',').map(Number)) rows.push(...(await measureShare(own)));
printTable(['rescan', 'ms', 'outputs/s', 'times as fast as the node'], rows);
