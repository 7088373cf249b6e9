import { encodeFilter, filterKey } from '../../../src/chain/block-filter.ts';
import type { FeeEstimate } from '../../../src/chain/node-answers.ts';
import type { ChainCoin, ChainSource } from '../../../src/chain/source.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import type { Snapshot, SnapshotHeader } from '../../../src/snapshot/snapshot.ts';
import { outPointKey } from '../../../src/transaction/transaction.ts';
import { transactionId } from '../../../src/transaction/txid.ts';
import type { Random } from './random.ts';

/** Makes a snapshot of all facts about these scripts in a chain in memory. */
export async function snapshotOf(
  chain: ChainSource,
  scripts: readonly Uint8Array[],
  random: Random,
): Promise<Snapshot> {
  const tip = await chain.tip();
  const watched = new Set(scripts.map(encodeHex));
  const headers: SnapshotHeader[] = [];
  const transactions: Snapshot['transactions'][number][] = [];
  const own = new Map<string, ChainCoin>();
  let maxTime = 0;
  for (const header of await chain.headers(0, tip.height + 1)) {
    maxTime = Math.max(maxTime, header.time);
    headers.push({ ...header, maxTime });
    const [block] = await chain.blocks(header.height, 1);
    for (const [index, transaction] of block?.transactions.entries() ?? []) {
      const { height } = header;
      const txid = transactionId(transaction);
      const pays = transaction.outputs.some((output) =>
        watched.has(encodeHex(output.scriptPubKey)),
      );
      const spends = transaction.inputs.some(({ prevout }) => own.delete(outPointKey(prevout)));
      if (pays || spends) transactions.push({ height, index, transaction });
      for (const [vout, { value: amount, scriptPubKey }] of transaction.outputs.entries()) {
        if (!watched.has(encodeHex(scriptPubKey))) continue;
        own.set(outPointKey({ txid, vout }), {
          value: amount,
          scriptPubKey,
          height,
          coinbase: index === 0,
        });
      }
    }
  }
  const { entries } = await chain.mempool();
  const kept = new Set(transactions.map(({ height }) => height));
  return {
    network: 'regtest',
    tip,
    firstBlock: 0,
    coinsOnly: random.oneIn(2),
    headers: headers.filter(({ height }) => kept.has(height) || height > tip.height - 11),
    transactions,
    coins: own,
    mempool: { entries, complete: random.oneIn(2), scriptsVerified: random.oneIn(2) },
    fees: {
      estimates: {
        unset: estimates(random),
        economical: estimates(random),
        conservative: estimates(random),
      },
      mempoolMinimum: BigInt(random.int(5000)),
      relayMinimum: 100n,
    },
    scripts: encodeFilter(scripts, filterKey(tip.hash)),
  };
}

function estimates(random: Random): readonly FeeEstimate[] {
  let estimate: FeeEstimate = { errors: ['Insufficient data or no feerate found'], blocks: 0 };
  return Array.from({ length: random.pick([0, 1, 40, 1008]) }, (_, i): FeeEstimate => {
    if (random.oneIn(10)) estimate = { feeRate: random.int(100_000) / 1000, blocks: i + 1 };
    if (random.oneIn(30)) estimate = { errors: ['none', 'é'], blocks: random.int(5) };
    return 'feeRate' in estimate && random.oneIn(2) ? { ...estimate, blocks: i + 1 } : estimate;
  });
}
