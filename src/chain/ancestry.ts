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
  /** All that are connected with it, itself included. */
  readonly clusterCount: number;
};

const notInMempool: Ancestry = { ancestors: 0, ancestorSize: 0, ancestorFees: 0n, clusterCount: 0 };

/**
 * Looks up places in one view of the mempool; each cluster is walked once for each transaction that
 * is asked for.
 */
export function createAncestryLookup(entries: readonly MempoolEntry[]): (txid: Txid) => Ancestry {
  const graph = createMempoolGraph(entries);
  return (txid) => ancestryOf(graph, txid);
}

export function ancestryOf(graph: MempoolGraph, txid: Txid): Ancestry {
  if (graph.entry(txid) === undefined) return notInMempool;
  const ancestors = graph.ancestors(txid);
  let ancestorSize = 0;
  let ancestorFees = 0n;
  for (const ancestor of ancestors) {
    const entry = graph.entry(ancestor);
    if (entry === undefined) continue;
    ancestorSize += virtualSize(adjustedWeight(entry));
    ancestorFees += (entry.fee ?? 0n) + (entry.feeDelta ?? 0n);
  }
  const clusterCount = graph.cluster(txid).size;
  return { ancestors: ancestors.size, ancestorSize, ancestorFees, clusterCount };
}
