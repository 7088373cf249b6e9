import { type OutPoint, outPointKey, type Txid } from '../transaction/transaction.ts';
import { totalOf } from './ancestry.ts';
import { compareFeeRate, type FeeFrac } from './fee-frac.ts';
import type { MempoolGraph } from './mempool-graph.ts';

/**
 * Computes the cost of raising unconfirmed ancestors of outputs to a fee rate, by filling an
 * infinite block at that rate: transactions that fit need no bump. Core: MiniMiner
 * (node/mini_miner.cpp).
 */

/** Returns the fee in satoshi for a size in vbytes. */
export type FeeOf = (vsize: number) => number;

/** Maximum number of connected transactions, as in Core's GatherClusters. */
const MOST_TRANSACTIONS = 500;

/** A transaction with its ancestors that are not in a block yet. */
type Entry = {
  readonly vsize: number;
  readonly fee: number;
  readonly ancestors: ReadonlySet<Txid>;
  ancestorSize: number;
  ancestorFees: number;
};

/**
 * Returns the bump fee of each output by itself, in satoshi, by `outPointKey`; `undefined` if too
 * many transactions are connected.
 */
export function individualBumpFees(
  graph: MempoolGraph,
  outPoints: readonly OutPoint[],
  feeOf: FeeOf,
): ReadonlyMap<string, number> | undefined {
  const left = mine(graph, outPoints, feeOf);
  if (left === undefined) return undefined;
  const fees = new Map<string, number>();
  for (const outPoint of outPoints) {
    const entry = left.get(outPoint.txid);
    fees.set(outPointKey(outPoint), entry === undefined ? 0 : bumpFee(entry, feeOf));
  }
  return fees;
}

/** Returns what transactions of this size and fee lack at a rate; negative if they pay more. */
export const missingFee = (vsize: number, fee: number, feeOf: FeeOf): number => feeOf(vsize) - fee;

/** Returns the bump fee. The transaction must reach the rate both alone and with its ancestors. */
function bumpFee({ vsize, fee, ancestorSize, ancestorFees }: Entry, feeOf: FeeOf): number {
  return Math.max(missingFee(ancestorSize, ancestorFees, feeOf), missingFee(vsize, fee, feeOf));
}

/**
 * Returns the bump fee of all outputs together, in satoshi. Common ancestors count once. Returns
 * `undefined` if too many transactions are connected.
 */
export function combinedBumpFee(
  graph: MempoolGraph,
  outPoints: readonly OutPoint[],
  feeOf: FeeOf,
): number | undefined {
  const left = mine(graph, outPoints, feeOf);
  if (left === undefined) return undefined;
  const needed = new Set<Txid>();
  for (const { txid } of outPoints) {
    const entry = left.get(txid);
    if (entry === undefined) continue;
    for (const ancestor of entry.ancestors) if (left.has(ancestor)) needed.add(ancestor);
  }
  let vsize = 0;
  let fees = 0;
  for (const txid of needed) {
    const entry = left.get(txid);
    if (entry === undefined) continue;
    vsize += entry.vsize;
    fees += entry.fee;
  }
  return missingFee(vsize, fees, feeOf);
}

/**
 * Returns the transactions that the block leaves out. Spenders of the outpoints would be replaced,
 * so they do not count.
 */
function mine(
  graph: MempoolGraph,
  outPoints: readonly OutPoint[],
  feeOf: FeeOf,
): ReadonlyMap<Txid, Entry> | undefined {
  const cluster = new Set<Txid>();
  const replaced = new Set<Txid>();
  for (const outPoint of outPoints) {
    if (graph.entry(outPoint.txid) === undefined) continue;
    const spender = graph.spender(outPointKey(outPoint));
    if (spender !== undefined) {
      for (const txid of graph.descendants(spender)) replaced.add(txid);
    }
    if (cluster.has(outPoint.txid)) continue;
    for (const txid of graph.cluster(outPoint.txid)) cluster.add(txid);
  }
  if (cluster.size > MOST_TRANSACTIONS) return undefined;
  const left = new Map<Txid, Entry>();
  for (const txid of cluster) if (!replaced.has(txid)) left.set(txid, makeEntry(graph, txid));
  fillBlock(graph, left, feeOf);
  return left;
}

function makeEntry(graph: MempoolGraph, txid: Txid): Entry {
  const ancestors = graph.ancestors(txid);
  const { vsize, fees } = totalOf(graph, [txid]);
  const all = totalOf(graph, ancestors);
  return {
    vsize,
    fee: Number(fees),
    ancestors,
    ancestorSize: all.vsize,
    ancestorFees: Number(all.fees),
  };
}

/** Takes the best entry with its ancestors, until the best one does not reach the rate. */
function fillBlock(graph: MempoolGraph, left: Map<Txid, Entry>, feeOf: FeeOf): void {
  for (;;) {
    let best: Entry | undefined;
    for (const entry of left.values()) {
      if (best === undefined || isBetter(entry, best)) best = entry;
    }
    if (best === undefined || best.ancestorFees < feeOf(best.ancestorSize)) return;
    for (const txid of best.ancestors) {
      const mined = left.get(txid);
      if (mined === undefined) continue;
      left.delete(txid);
      for (const descendant of graph.descendants(txid)) {
        const entry = left.get(descendant);
        if (entry === undefined) continue;
        entry.ancestorSize -= mined.vsize;
        entry.ancestorFees -= mined.fee;
      }
    }
  }
}

/** Returns the lower of its own rate and the rate with its ancestors. */
function minerScore({ fee, vsize, ancestorFees, ancestorSize }: Entry): FeeFrac {
  const own = { fee, size: vsize };
  const together = { fee: ancestorFees, size: ancestorSize };
  return compareRates(own, together) < 0 ? own : together;
}

function isBetter(a: Entry, b: Entry): boolean {
  return compareRates(minerScore(a), minerScore(b)) > 0;
}

/**
 * Compares fee rates. Of equal rates, the smaller size is higher (util/feefrac.h, ByRatioNegSize).
 */
function compareRates(a: FeeFrac, b: FeeFrac): number {
  return compareFeeRate(a, b) || b.size - a.size;
}
