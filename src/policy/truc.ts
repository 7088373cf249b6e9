import type { MempoolGraph } from '../chain/mempool-graph.ts';
import {
  compareTxids,
  TRUC_VERSION,
  type Transaction,
  type Txid,
} from '../transaction/transaction.ts';
import { transactionId, witnessTransactionId } from '../transaction/txid.ts';
import { TRUC_MAX_VSIZE } from './standard.ts';

/**
 * BIP431: "A TRUC transaction that has an unconfirmed TRUC ancestor cannot have a sigop-adjusted
 * virtual size larger than 1000 vB."
 */
const TRUC_CHILD_MAX_VSIZE = 1000;
/** Counts the transaction itself. Descendants have the same limit. */
const TRUC_ANCESTOR_LIMIT = 2;

/** A transaction, its size, and its unconfirmed parents. */
export type TrucSubject = {
  readonly transaction: Transaction;
  /** Virtual bytes. */
  readonly vsize: number;
  readonly parents: readonly Txid[];
};

/** A violation of BIP431. `sibling` is the transaction whose eviction would resolve it. */
export type TrucError = { readonly error: string; readonly sibling?: Txid };

/** Returns the unconfirmed parents in Core's order (CTxMemPool::GetParents). */
export function mempoolParents({ inputs }: Transaction, mempool: MempoolGraph): readonly Txid[] {
  const spent = new Set(inputs.map(({ prevout }) => prevout.txid));
  return [...spent].filter((txid) => mempool.entry(txid) !== undefined).sort(compareTxids);
}

/** policy/truc_policy.cpp, SingleTRUCChecks. */
export function singleTrucFault(
  subject: TrucSubject,
  mempool: MempoolGraph,
  rivals: ReadonlySet<Txid>,
): TrucError | undefined {
  const { transaction, vsize, parents } = subject;
  for (const parent of parents) {
    const spent = mempool.entry(parent)?.transaction;
    const error = spent && versionFault(transaction, spent);
    if (error !== undefined) return { error };
  }
  if (transaction.version !== TRUC_VERSION) return undefined;
  if (vsize > TRUC_MAX_VSIZE) return { error: sizeFault(transaction, vsize, TRUC_MAX_VSIZE) };
  const [parent, ...others] = parents;
  if (parent === undefined) return undefined;
  if (others.length > 0 || mempool.ancestors(parent).size >= TRUC_ANCESTOR_LIMIT) {
    return { error: ancestorFault(transaction) };
  }
  if (vsize > TRUC_CHILD_MAX_VSIZE) {
    return { error: sizeFault(transaction, vsize, TRUC_CHILD_MAX_VSIZE) };
  }
  return siblingFault(parent, mempool, rivals);
}

function siblingFault(
  parent: Txid,
  mempool: MempoolGraph,
  rivals: ReadonlySet<Txid>,
): TrucError | undefined {
  const entry = mempool.entry(parent);
  const [sibling, ...more] = [...mempool.descendants(parent)].filter((txid) => txid !== parent);
  if (entry === undefined || sibling === undefined) return undefined;
  if ([sibling, ...more].some((txid) => rivals.has(txid))) return undefined;
  const error = `tx ${nameOf(entry.transaction)} would exceed descendant count limit`;
  const canGo = more.length === 0 && mempool.ancestors(sibling).size === TRUC_ANCESTOR_LIMIT;
  return canGo ? { error, sibling } : { error };
}

/** policy/truc_policy.cpp, PackageTRUCChecks, for the transaction at position `at`. */
export function packageTrucFault(
  subjects: readonly TrucSubject[],
  at: number,
  mempool: MempoolGraph,
): string | undefined {
  const subject = subjects[at];
  if (subject === undefined) return undefined;
  const { transaction, parents } = subject;
  const spent = new Set(transaction.inputs.map(({ prevout }) => prevout.txid));
  const inPackage = subjects
    .slice(0, at)
    .map((each) => each.transaction)
    .filter((each) => spent.has(transactionId(each)));
  const waiting = parents.flatMap((txid) => mempool.entry(txid)?.transaction ?? []);
  const all = [...waiting, ...inPackage];
  if (transaction.version !== TRUC_VERSION) {
    const faults = all.map((parent) => versionFault(transaction, parent));
    return faults.filter((fault) => fault !== undefined)[0];
  }
  const [first] = parents;
  const above = first === undefined ? 0 : mempool.ancestors(first).size + inPackage.length;
  if (all.length >= TRUC_ANCESTOR_LIMIT || above >= TRUC_ANCESTOR_LIMIT) {
    return ancestorFault(transaction);
  }
  const [parent] = all;
  return parent && trucChildFault(subject, parent, subjects, mempool);
}

/** Checks a child against its only parent. */
function trucChildFault(
  { transaction, vsize }: TrucSubject,
  parent: Transaction,
  subjects: readonly TrucSubject[],
  mempool: MempoolGraph,
): string | undefined {
  if (vsize > TRUC_CHILD_MAX_VSIZE) return sizeFault(transaction, vsize, TRUC_CHILD_MAX_VSIZE);
  const fault = versionFault(transaction, parent);
  if (fault !== undefined) return fault;
  const [parentId, ownId] = [transactionId(parent), transactionId(transaction)];
  const crowded = `tx ${nameOf(parent)} would exceed descendant count limit`;
  for (const other of subjects) {
    if (other.transaction === transaction) continue;
    for (const { prevout } of other.transaction.inputs) {
      if (prevout.txid === parentId) return crowded;
      if (prevout.txid === ownId) return ancestorFault(other.transaction);
    }
  }
  return mempool.descendants(parentId).size > 1 ? crowded : undefined;
}

function versionFault(transaction: Transaction, parent: Transaction): string | undefined {
  const [own, its] = [transaction, parent].map(({ version }) => version === TRUC_VERSION);
  if (own === its) return undefined;
  const [kind, other] = own ? ['', 'non-'] : ['non-', ''];
  return `${kind}version=3 tx ${nameOf(transaction)} cannot spend from ${other}version=3 tx ${nameOf(parent)}`;
}

function sizeFault(transaction: Transaction, vsize: number, most: number): string {
  const kind = most === TRUC_CHILD_MAX_VSIZE ? 'child ' : '';
  return `version=3 ${kind}tx ${nameOf(transaction)} is too big: ${vsize} > ${most} virtual bytes`;
}

function ancestorFault(transaction: Transaction): string {
  return `tx ${nameOf(transaction)} would have too many ancestors`;
}

function nameOf(transaction: Transaction): string {
  return `${transactionId(transaction)} (wtxid=${witnessTransactionId(transaction)})`;
}
