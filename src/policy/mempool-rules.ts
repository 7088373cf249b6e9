import { createMempoolGraph, isWithinLimits, type MempoolGraph } from '../chain/mempool-graph.ts';
import type { MempoolEntry } from '../chain/source.ts';
import { formatMoney, type Satoshis } from '../encoding/amount.ts';
import { chunksOf, entriesAround, isBetterDiagram } from '../mining/diagram.ts';
import { compareTxids, type Txid } from '../transaction/transaction.ts';
import { feeFor } from '../wallet/fee-rate.ts';
import { type Candidate, type Rejection, rejected } from './acceptance.ts';
import type { AcceptanceFacts } from './acceptance-facts.ts';

/** policy/rbf.h. */
const MAX_REPLACEMENT_CANDIDATES = 100;

/**
 * Checks a candidate against the mempool: the transactions it would replace, and the size of its
 * cluster. Core: MemPoolAccept::ReplacementChecks and cluster limits.
 */
export function mempoolFault(
  candidate: Candidate,
  facts: Pick<AcceptanceFacts, 'mempool' | 'incrementalRelayFee'>,
): Rejection | undefined {
  const { mempool } = facts;
  const { rivals, entry, parents } = candidate;
  const removed = new Set([...rivals].flatMap((txid) => [...mempool.descendants(txid)]));
  const unpaid = rivals.size > 0 ? unpaidReplacement(candidate, removed, facts) : undefined;
  if (unpaid !== undefined) return unpaid;
  const before = entriesAround(mempool, [...removed, ...parents]);
  const after = [...before.filter(({ txid }) => !removed.has(txid)), entry];
  if (!fitLimits(after, [entry])) return rejected('too-large-cluster');
  return rivals.size > 0 ? replacementFault(candidate, before, after, mempool) : undefined;
}

/**
 * Returns whether the clusters of the added transactions, which are among `entries`, fit the
 * mempool's limits.
 */
export function fitLimits(
  entries: readonly MempoolEntry[],
  added: readonly MempoolEntry[],
): boolean {
  const graph = createMempoolGraph(entries);
  return added.every(({ txid }) => isWithinLimits(graph, graph.cluster(txid)));
}

/** policy/rbf.cpp, GetEntriesForConflicts and PaysForRBF. */
function unpaidReplacement(
  { rivals, isEviction, entry, fee, vsize }: Candidate,
  removed: ReadonlySet<Txid>,
  { mempool, incrementalRelayFee }: Pick<AcceptanceFacts, 'mempool' | 'incrementalRelayFee'>,
): Rejection | undefined {
  const way = isEviction ? ' (including sibling eviction)' : '';
  const clusters = countClusters(rivals, mempool);
  if (clusters > MAX_REPLACEMENT_CANDIDATES) {
    const many = `too many conflicting clusters (${clusters} > ${MAX_REPLACEMENT_CANDIDATES})`;
    return rejected(
      `too many potential replacements${way}`,
      `rejecting replacement ${entry.txid}; ${many}`,
    );
  }
  const original = feesOf([...removed].flatMap((txid) => mempool.entry(txid) ?? []));
  const unpaid = (what: string, paid: Satoshis, least: Satoshis) =>
    rejected(
      `insufficient fee${way}`,
      `rejecting replacement ${entry.txid}, ${what}; ${formatMoney(paid)} < ${formatMoney(least)}`,
    );
  if (fee < original) return unpaid('less fees than conflicting txs', fee, original);
  const least = BigInt(feeFor(incrementalRelayFee, vsize));
  if (fee - original >= least) return undefined;
  return unpaid('not enough additional fees to relay', fee - original, least);
}

function countClusters(txids: Iterable<Txid>, mempool: MempoolGraph): number {
  const seen = new Set<Txid>();
  let count = 0;
  for (const txid of txids) {
    if (seen.has(txid)) continue;
    for (const other of mempool.cluster(txid)) seen.add(other);
    count++;
  }
  return count;
}

/** Sums fees with their deltas (prioritisetransaction). */
function feesOf(entries: readonly MempoolEntry[]): Satoshis {
  return entries.reduce((sum, { fee = 0n, feeDelta = 0n }) => sum + fee + feeDelta, 0n);
}

/** policy/rbf.cpp, ImprovesFeerateDiagram and EntriesAndTxidsDisjoint. */
function replacementFault(
  { rivals, entry, parents }: Candidate,
  before: readonly MempoolEntry[],
  after: readonly MempoolEntry[],
  mempool: MempoolGraph,
): Rejection | undefined {
  if (!isBetterDiagram(chunksOf(after) ?? [], chunksOf(before) ?? [])) {
    return rejected('replacement-failed', 'insufficient feerate: does not improve feerate diagram');
  }
  const ancestors = new Set(parents.flatMap((txid) => [...mempool.ancestors(txid)]));
  const [spent] = [...ancestors].filter((txid) => rivals.has(txid)).sort(compareTxids);
  if (spent === undefined) return undefined;
  return rejected(
    'bad-txns-spends-conflicting-tx',
    `${entry.txid} spends conflicting transaction ${spent}`,
  );
}
