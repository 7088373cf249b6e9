import { entriesAround } from '../mining/diagram.ts';
import { outPointKey, type Transaction, type Txid } from '../transaction/transaction.ts';
import { transactionId, witnessTransactionId } from '../transaction/txid.ts';
import { transactionWeight } from '../transaction/weight.ts';
import {
  type Candidate,
  preCheck,
  type Rejection,
  scriptRejection,
  type Unjudged,
} from './acceptance.ts';
import type { AcceptanceFacts, ToldCoin } from './acceptance-facts.ts';
import { fitLimits, mempoolFault } from './mempool-rules.ts';
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
  const coins = new Map<string, ToldCoin>(facts.coins);
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
