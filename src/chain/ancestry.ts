import type { Satoshis } from '../encoding/amount.ts';
import type { Txid } from '../transaction/transaction.ts';
import { virtualSize } from '../transaction/weight.ts';
import { adjustedWeight, createMempoolGraph, type MempoolGraph } from './mempool-graph.ts';
import type { MempoolEntry } from './source.ts';

/** A transaction's place in the mempool. Core: getTransactionAncestry. */
export type Ancestry = {
  /** Unconfirmed ancestors, itself included. */
  readonly ancestors: number;
  /** Total size of all ancestors, in vbytes. */
  readonly ancestorSize: number;
  /** Total fees in satoshi. */
  readonly ancestorFees: Satoshis;
  /** Number of all transactions connected with it, including itself. */
  readonly clusterCount: number;
};

const notInMempool: Ancestry = { ancestors: 0, ancestorSize: 0, ancestorFees: 0n, clusterCount: 0 };

/**
 * Creates a lookup for one view of the mempool. Each lookup walks the transaction's cluster once.
 */
export function createAncestryLookup(entries: readonly MempoolEntry[]): (txid: Txid) => Ancestry {
  const graph = createMempoolGraph(entries);
  return (txid) => ancestryOf(graph, txid);
}

export function ancestryOf(graph: MempoolGraph, txid: Txid): Ancestry {
  if (graph.entry(txid) === undefined) return notInMempool;
  const ancestors = graph.ancestors(txid);
  const { vsize, fees } = totalOf(graph, ancestors);
  const clusterCount = graph.cluster(txid).size;
  return { ancestors: ancestors.size, ancestorSize: vsize, ancestorFees: fees, clusterCount };
}

/** Sums virtual bytes, and fees with their deltas in satoshi. */
export function totalOf(
  graph: MempoolGraph,
  txids: Iterable<Txid>,
): { readonly vsize: number; readonly fees: Satoshis } {
  let vsize = 0;
  let fees = 0n;
  for (const txid of txids) {
    const entry = graph.entry(txid);
    if (entry === undefined) continue;
    vsize += virtualSize(adjustedWeight(entry));
    fees += (entry.fee ?? 0n) + (entry.feeDelta ?? 0n);
  }
  return { vsize, fees };
}
