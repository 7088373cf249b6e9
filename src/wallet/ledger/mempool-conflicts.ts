import {
  outPointKey,
  TRUC_VERSION,
  type Transaction,
  type Txid,
} from '../../transaction/transaction.ts';
import type { Wallet } from '../wallet.ts';
import { changeLedger, childrenOf, type Ledger } from './ledger.ts';

type InMempool = { readonly txid: Txid; readonly transaction: Transaction };

/**
 * Records for each transaction of the wallet the mempool transactions that conflict with it or with
 * an ancestor. `mempool` must be complete. Core: transactionAddedToMempool,
 * transactionRemovedFromMempool.
 */
export function markMempoolConflicts(wallet: Wallet, mempool: readonly InMempool[]): Wallet {
  const conflicts = findConflicts(wallet.ledger, mempool);
  const changed = [...wallet.ledger.transactions.values()].filter(
    ({ txid, mempoolConflicts }) => !sameSet(mempoolConflicts, conflicts.get(txid)),
  );
  if (changed.length === 0) return wallet;
  const ledger = changeLedger(wallet.ledger, ({ transactions }) => {
    for (const { mempoolConflicts: _, ...known } of changed) {
      const found = conflicts.get(known.txid);
      transactions.set(known.txid, {
        ...known,
        ...(found !== undefined && { mempoolConflicts: found }),
      });
    }
  });
  return { ...wallet, ledger };
}

function findConflicts(
  ledger: Ledger,
  mempool: readonly InMempool[],
): ReadonlyMap<Txid, ReadonlySet<Txid>> {
  const conflicts = new Map<Txid, Set<Txid>>();
  if (ledger.spenders.size === 0) return conflicts;
  for (const { txid, transaction } of mempool) {
    for (const rival of rivalsOf(ledger, transaction)) {
      if (rival !== txid) markWithDescendants(ledger, conflicts, rival, txid);
    }
  }
  return conflicts;
}

/**
 * Yields transactions of the wallet that cannot be in the mempool together with this one. For
 * version 3, the mempool accepts one child of each unconfirmed parent (BIP431).
 */
function* rivalsOf(ledger: Ledger, { version, inputs }: Transaction): Iterable<Txid> {
  for (const { prevout } of inputs) {
    yield* ledger.spenders.get(outPointKey(prevout)) ?? [];
    if (version === TRUC_VERSION) yield* otherChildren(ledger, prevout.txid);
  }
}

function otherChildren(ledger: Ledger, txid: Txid): readonly Txid[] {
  const parent = ledger.transactions.get(txid);
  const waits =
    parent?.state.kind === 'mempool' ||
    (parent?.state.kind === 'inactive' && !parent.state.abandoned);
  return parent !== undefined && waits ? childrenOf(ledger, parent) : [];
}

function markWithDescendants(
  ledger: Ledger,
  conflicts: Map<Txid, Set<Txid>>,
  rival: Txid,
  txid: Txid,
): void {
  const pending = [rival];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const known = ledger.transactions.get(next);
    const found = conflicts.get(next) ?? new Set();
    if (known === undefined || found.has(txid)) continue;
    conflicts.set(next, found.add(txid));
    pending.push(...childrenOf(ledger, known));
  }
}

function sameSet(a: ReadonlySet<Txid> = new Set(), b: ReadonlySet<Txid> = new Set()): boolean {
  return a.size === b.size && [...a].every((each) => b.has(each));
}
