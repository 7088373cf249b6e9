import { createMempoolGraph, isWithinLimits, type MempoolGraph } from '../chain/mempool-graph.ts';
import type { MempoolEntry } from '../chain/source.ts';
import { formatMoney, type Satoshis } from '../encoding/amount.ts';
import { chunksOf, entriesAround, isBetterDiagram } from '../mining/diagram.ts';
import {
  compareTxids,
  outPointKey,
  type Transaction,
  type Txid,
} from '../transaction/transaction.ts';
import { transactionId, witnessTransactionId } from '../transaction/txid.ts';
import { transactionWeight } from '../transaction/weight.ts';
import { leastReplacementFee } from '../wallet/funding/replacement-fee.ts';
import {
  type Candidate,
  preCheck,
  type Rejection,
  rejected,
  scriptRejection,
  type Unjudged,
} from './acceptance.ts';
import type { AcceptanceFacts, KnownCoin } from './acceptance-facts.ts';
import { packageTrucFault } from './truc.ts';

/** policy/packages.h. */
const MAX_PACKAGE_WEIGHT = 404_000;

/** Result of judging a transaction against the mempool. */
export type Acceptance = Rejection | Candidate | Unjudged;

/** Results by wtxid. Transactions after the first failure have none. */
export type PackageAcceptance =
  | { readonly error: string }
  | { readonly results: ReadonlyMap<Txid, Acceptance> };

/**
 * Judges transactions as one mempool submission, as far as possible without a mempool. Core:
 * AcceptMultipleTransactions; AcceptSingleTransaction for one transaction.
 */
export function acceptPackage(
  transactions: readonly Transaction[],
  facts: AcceptanceFacts,
): PackageAcceptance {
  const error = transactions.length > 1 ? packageFault(transactions) : undefined;
  if (error !== undefined) return { error };
  const coins = new Map<string, KnownCoin>(facts.coins);
  const candidates: Candidate[] = [];
  for (const transaction of transactions) {
    const found = preCheck(transaction, { ...facts, coins });
    // Core skips the transactions after the first failure.
    if (found.kind !== 'candidate')
      return { results: new Map([[witnessTransactionId(transaction), found]]) };
    candidates.push(found);
    const txid = transactionId(transaction);
    for (const [vout, { value: amount, scriptPubKey }] of transaction.outputs.entries()) {
      coins.set(outPointKey({ txid, vout }), { value: amount, scriptPubKey, height: 'waits' });
    }
  }
  const fault = placeFault(candidates, facts);
  if (fault !== undefined) return fault;
  const results = new Map<Txid, Acceptance>();
  for (const candidate of candidates) {
    const rejection = scriptRejection(candidate, facts);
    results.set(witnessTransactionId(candidate.transaction), rejection ?? candidate);
    if (rejection !== undefined) break;
  }
  return { results };
}

/** Returns conflicts with mempool policy, of the package and its unconfirmed parents. */
function placeFault(
  candidates: readonly Candidate[],
  facts: AcceptanceFacts,
): PackageAcceptance | undefined {
  const [single, ...more] = candidates;
  if (single === undefined) return undefined;
  if (more.length === 0) {
    const fault = single.isWeighable ? mempoolFault(single, facts) : undefined;
    return fault && { results: new Map([[single.entry.wtxid, fault]]) };
  }
  for (const at of candidates.keys()) {
    const fault = packageTrucFault(candidates, at, facts.mempool);
    if (fault !== undefined) return { error: `TRUC-violation, ${fault}` };
  }
  const parents = candidates.flatMap((each) => each.parents);
  const added = candidates.map(({ entry }) => entry);
  const isRoomy = fitLimits([...entriesAround(facts.mempool, parents), ...added], added);
  return isRoomy ? undefined : { error: 'too-large-cluster' };
}

/** policy/packages.cpp, IsWellFormedPackage. */
function packageFault(transactions: readonly Transaction[]): string | undefined {
  const weight = transactions.reduce((sum, each) => sum + transactionWeight(each), 0);
  if (weight > MAX_PACKAGE_WEIGHT) return 'package-too-large';
  const later = new Set(transactions.map(transactionId));
  if (later.size !== transactions.length) return 'package-contains-duplicates';
  for (const transaction of transactions) {
    if (transaction.inputs.some(({ prevout }) => later.has(prevout.txid))) {
      return 'package-not-sorted';
    }
    later.delete(transactionId(transaction));
  }
  return isConsistent(transactions) ? undefined : 'conflict-in-package';
}

/**
 * Returns whether no two transactions spend the same coin. `preCheck` reports a
 * transaction that spends a coin twice.
 */
function isConsistent(transactions: readonly Transaction[]): boolean {
  const seen = new Set<string>();
  return transactions.every(({ inputs }) => {
    const spent = inputs.map(({ prevout }) => outPointKey(prevout));
    const isNew = inputs.length > 0 && !spent.some((key) => seen.has(key));
    for (const key of spent) seen.add(key);
    return isNew;
  });
}

/** policy/rbf.h. */
const MAX_REPLACEMENT_CANDIDATES = 100;

/**
 * Checks a candidate against the mempool: the transactions it would replace, and the size of its
 * cluster. Core: MemPoolAccept::ReplacementChecks and cluster limits.
 */
function mempoolFault(
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
function fitLimits(entries: readonly MempoolEntry[], added: readonly MempoolEntry[]): boolean {
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
  const least = leastReplacementFee(original, incrementalRelayFee, vsize);
  if (fee >= least) return undefined;
  return unpaid('not enough additional fees to relay', fee - original, least - original);
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
