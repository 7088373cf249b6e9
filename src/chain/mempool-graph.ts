import { lastOf } from '../encoding/list.ts';
import { outPointKey, type Transaction, type Txid } from '../transaction/transaction.ts';
import { transactionWeight } from '../transaction/weight.ts';
import type { Mempool, MempoolEntry } from './source.ts';

/** Vbytes that a signature operation counts as (policy/policy.h, DEFAULT_BYTES_PER_SIGOP). */
const BYTES_PER_SIGOP = 20;

type ClusterLimits = NonNullable<Mempool['limits']>;

/** Core's limits: DEFAULT_CLUSTER_LIMIT and DEFAULT_CLUSTER_SIZE_LIMIT_KVB (policy/policy.h). */
const defaultLimits: ClusterLimits = { clusterCount: 64, clusterSize: 101_000 };

/** Relations between transactions in one view of the mempool. */
export type MempoolGraph = {
  entry(txid: Txid): MempoolEntry | undefined;
  parents(txid: Txid): readonly Txid[];
  children(txid: Txid): readonly Txid[];
  /** Ancestors, including itself; empty if it is not in the mempool. */
  ancestors(txid: Txid): ReadonlySet<Txid>;
  descendants(txid: Txid): ReadonlySet<Txid>;
  /** All transactions connected with it. */
  cluster(txid: Txid): ReadonlySet<Txid>;
  /** The transaction that spends an outpoint, by `outPointKey`. */
  spender(key: string): Txid | undefined;
  /** The limits of a cluster. */
  readonly limits: ClusterLimits;
};

export function createMempoolGraph(
  entries: readonly MempoolEntry[],
  limits: ClusterLimits = defaultLimits,
): MempoolGraph {
  const byTxid = new Map(entries.map((entry) => [entry.txid, entry]));
  const spenders = new Map<string, Txid>();
  const childLists = new Map<Txid, Txid[]>();
  for (const { txid, transaction } of entries) {
    for (const { prevout } of transaction.inputs) {
      spenders.set(outPointKey(prevout), txid);
      if (!byTxid.has(prevout.txid)) continue;
      const siblings = childLists.get(prevout.txid);
      if (siblings === undefined) childLists.set(prevout.txid, [txid]);
      else if (lastOf(siblings) !== txid) siblings.push(txid);
    }
  }
  const parents = (txid: Txid) =>
    (byTxid.get(txid)?.transaction.inputs ?? [])
      .map(({ prevout }) => prevout.txid)
      .filter((parent) => byTxid.has(parent));
  const children = (txid: Txid): readonly Txid[] => childLists.get(txid) ?? [];

  function reach(from: Txid, next: (txid: Txid) => readonly Txid[]): ReadonlySet<Txid> {
    if (!byTxid.has(from)) return new Set();
    const seen = new Set([from]);
    const pending = [from];
    for (let txid = pending.pop(); txid !== undefined; txid = pending.pop()) {
      for (const other of next(txid)) {
        if (seen.has(other)) continue;
        seen.add(other);
        pending.push(other);
      }
    }
    return seen;
  }

  return {
    entry: (txid) => byTxid.get(txid),
    parents,
    children,
    ancestors: (txid) => reach(txid, parents),
    descendants: (txid) => reach(txid, children),
    cluster: (txid) => reach(txid, (other) => [...parents(other), ...children(other)]),
    spender: (key) => spenders.get(key),
    limits,
  };
}

/** Returns the weight as the mempool counts it, including signature operations. */
export function adjustedWeight({ weight, sigopCost = 0 }: MempoolEntry): number {
  return Math.max(weight, sigopCost * BYTES_PER_SIGOP);
}

/**
 * Returns true if the mempool would accept a transaction within its cluster. Core:
 * CheckPolicyLimits.
 */
export function fitsClusterLimits(graph: MempoolGraph, transaction: Transaction): boolean {
  const cluster = new Set<Txid>();
  for (const { prevout } of transaction.inputs) {
    if (cluster.has(prevout.txid)) continue;
    for (const txid of graph.cluster(prevout.txid)) cluster.add(txid);
  }
  return isWithinLimits(graph, cluster, { count: 1, weight: transactionWeight(transaction) });
}

/**
 * Returns true if these connected transactions, with the additional ones, are within the limits of
 * count and weight.
 */
export function isWithinLimits(
  graph: MempoolGraph,
  cluster: ReadonlySet<Txid>,
  more: { readonly count: number; readonly weight: number } = { count: 0, weight: 0 },
): boolean {
  let { weight } = more;
  for (const txid of cluster) {
    const entry = graph.entry(txid);
    if (entry !== undefined) weight += adjustedWeight(entry);
  }
  const { clusterCount, clusterSize } = graph.limits;
  return cluster.size + more.count <= clusterCount && weight <= 4 * clusterSize;
}
