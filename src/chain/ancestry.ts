import type { Satoshis } from '../encoding/amount.ts';
import type { Txid } from '../transaction/transaction.ts';
import { virtualSize } from '../transaction/weight.ts';
import type { MempoolEntry } from './source.ts';

/** A transaction's place in the mempool. Core: getTransactionAncestry. */
export type Ancestry = {
  /** Unconfirmed ancestors, itself included. */
  readonly ancestors: number;
  /** Of all of them together, in vbytes. */
  readonly ancestorSize: number;
  /** In satoshi. */
  readonly ancestorFees: Satoshis;
  /** All that are connected with it, itself included. */
  readonly clusterCount: number;
};

const notInMempool: Ancestry = { ancestors: 0, ancestorSize: 0, ancestorFees: 0n, clusterCount: 0 };

/** Looks up places in one view of the mempool; each cluster is walked once for each transaction that is asked for. */
export function createAncestryLookup(entries: readonly MempoolEntry[]): (txid: Txid) => Ancestry {
  const byTxid = new Map(entries.map((entry) => [entry.txid, entry]));
  const children = new Map<Txid, Txid[]>();
  for (const { txid, transaction } of entries) {
    for (const { prevout } of transaction.inputs) {
      if (!byTxid.has(prevout.txid)) continue;
      const siblings = children.get(prevout.txid);
      if (siblings === undefined) children.set(prevout.txid, [txid]);
      else siblings.push(txid);
    }
  }
  const parentsOf = (txid: Txid) =>
    (byTxid.get(txid)?.transaction.inputs ?? [])
      .map(({ prevout }) => prevout.txid)
      .filter((parent) => byTxid.has(parent));

  function reach(from: Txid, next: (txid: Txid) => readonly Txid[]): ReadonlySet<Txid> {
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

  return (txid) => {
    if (!byTxid.has(txid)) return notInMempool;
    const ancestors = reach(txid, parentsOf);
    const cluster = reach(txid, (other) => [...parentsOf(other), ...(children.get(other) ?? [])]);
    let ancestorSize = 0;
    let ancestorFees = 0n;
    for (const ancestor of ancestors) {
      const entry = byTxid.get(ancestor);
      ancestorSize += virtualSize(entry?.weight ?? 0);
      ancestorFees += entry?.fee ?? 0n;
    }
    return {
      ancestors: ancestors.size,
      ancestorSize,
      ancestorFees,
      clusterCount: cluster.size,
    };
  };
}
