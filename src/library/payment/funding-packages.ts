import { missingFee } from '../../chain/bump-fees.ts';
import { createMempoolGraph, type MempoolGraph } from '../../chain/mempool-graph.ts';
import type { Satoshis } from '../../encoding/amount.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import { type FeeRate, feeFor } from '../../wallet/fee-rate.ts';
import type { Coin } from './funding-coins.ts';

/**
 * Makes a graph of the unconfirmed transactions below coins, each as one entry with all of its
 * ancestors. With `rate`, all coins are spent, so that the coins of one transaction share the cost
 * of raising it to that rate.
 */
export function packagesOf(coins: readonly Coin[], rate?: FeeRate): MempoolGraph {
  const parents = new Map<string, { vsize: number; fee: Satoshis; coins: number }>();
  for (const { txid, ancestors } of coins) {
    if (ancestors === undefined) continue;
    const vsize = Math.ceil(ancestors.vsize);
    parents.set(txid, { ...ancestors, vsize, coins: (parents.get(txid)?.coins ?? 0) + 1 });
  }
  const transaction: Transaction = { version: 2, inputs: [], outputs: [], locktime: 0 };
  const entries = [...parents].map(([txid, { vsize, fee, coins: count }]) => {
    const feeOf = (size: number) => (rate === undefined ? 0 : feeFor(rate, size));
    const missing = BigInt(missingFee(vsize, Number(fee), feeOf));
    const share = (missing + BigInt(count) - 1n) / BigInt(count);
    const paid = missing > 0n ? fee + missing - share : fee;
    return {
      txid,
      wtxid: txid,
      transaction,
      fee: paid,
      sigopCost: undefined,
      weight: 4 * vsize,
    };
  });
  return createMempoolGraph(entries);
}
