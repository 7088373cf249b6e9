import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { openBlockFileChain } from '../../src/adapters/chain/blockfiles/block-file-chain.ts';
import { findBlockFolder } from '../../src/adapters/chain/blockfiles/files.ts';
import { createNodeChain } from '../../src/adapters/chain/node/node-chain.ts';
import { createNodeScanner } from '../../src/adapters/chain/node/scan.ts';
import type { ChainSource } from '../../src/chain/source.ts';
import { scanBlocks } from '../../src/sync/rescan.ts';
import type { Wallet } from '../../src/wallet/wallet.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { opened } from '../support/opened.ts';
import { printTable } from './measure.ts';
import {
  environment,
  makeChain,
  makeWallet,
  type NodeWorld,
  openNodeWallet,
  startWorld,
} from './node-world.ts';

/**
 * Measures the rescan of a chain: ours over the node's RPC, with its filters and in its files,
 * compared with the node's rescanblockchain for the same descriptors. node .ci/ts.mjs
 * test/bench/rescan.ts
 */
const { values: options } = parseArgs({
  options: {
    /** Outputs in the chain, in addition to coinbases. */
    outputs: { type: 'string', default: '50000' },
    /** Percentages of outputs that are the wallet's. */
    own: { type: 'string', default: '0,10,100' },
    rounds: { type: 'string', default: '3' },
  },
});

async function theirTime(world: NodeWorld, name: string): Promise<number> {
  const node = await openNodeWallet(world, name);
  const start = performance.now();
  await node.call('rescanblockchain', 0);
  const took = performance.now() - start;
  const { txcount } = (await node.call('getwalletinfo')) as { txcount: number };
  found.add(txcount);
  await world.client.call('unloadwallet', name);
  node.close();
  return took;
}

/** Numbers found by each program, which must be equal. */
const found = new Set<number>();

async function ourTime(chain: ChainSource, wallet: Wallet): Promise<number> {
  const host = createMemoryHost();
  await host.create(wallet);
  const start = performance.now();
  const { height } = await chain.tip();
  const rescan = { open: opened(host, 'w'), chain, environment, now: 2_000_000_000 };
  const end = await scanBlocks(rescan, 1, height, { mempool: false });
  const took = performance.now() - start;
  if (end.kind !== 'done') throw new Error(end.kind);
  found.add(host.get('w')?.value.ledger.transactions.size ?? 0);
  return took;
}

async function measureShare(own: number): Promise<string[][]> {
  const world = await startWorld();
  const { client } = world;
  await makeChain(world, { outputs: Number(options.outputs), own, amount: () => 10_000 });
  const chain = createNodeChain(client);
  const scanner = createNodeScanner(client, { filters: 'always' });
  const folder = findBlockFolder(world.data, 'regtest');
  if (folder === undefined || 'error' in folder) throw new Error('the node writes no files');
  const best = new Map<string, number>();
  const note = (name: string, took: number) =>
    best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, took));
  found.clear();
  for (let round = 0; round < Number(options.rounds); round++) {
    note('node: rescanblockchain', await theirTime(world, `w${round}`));
    note('coldsign, over RPC', await ourTime(chain, makeWallet()));
    const filtering = { ...chain, scan: scanner.scan };
    note(
      'coldsign, over RPC, filters though blocks are small',
      await ourTime(filtering, makeWallet()),
    );
    // Indexing the files is part of the time.
    const files = openBlockFileChain(folder, 'regtest');
    note('coldsign, block files', await ourTime(files.source, makeWallet()));
    await files.close();
  }
  if (found.size !== 1) throw new Error(`they found ${[...found].join(', ')} transactions`);
  const { height } = await chain.tip();
  const [transactions] = found;
  await world.stop();
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
