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
 * Notes for each transaction of the wallet what the mempool (all of it) holds in its place: that
 * spends the same, or what it builds on. Core: transactionAddedToMempool,
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
 * Transactions of the wallet that cannot be in the mempool beside this one. Of version 3 the
 * mempool takes one child for each unconfirmed parent (BIP431).
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
