import { outPointKey, type Txid } from '../../transaction/transaction.ts';
import type { Wallet } from '../wallet.ts';
import { changeLedger, childrenOf } from './ledger.ts';

/**
 * Abandons a transaction that is neither in a block nor in the mempool, and all its descendants, so
 * that their coins can be spent again. Returns `undefined` for any other transaction. Core:
 * CWallet::AbandonTransaction.
 */
export function abandonTransaction(wallet: Wallet, txid: Txid): Wallet | undefined {
  const { state } = wallet.ledger.transactions.get(txid) ?? {};
  if (state?.kind !== 'inactive') return undefined;
  const ledger = changeLedger(wallet.ledger, (draft) => {
    const { transactions } = draft;
    const pending = [txid];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const known = transactions.get(next);
      if (known?.state.kind !== 'inactive' || known.state.abandoned) continue;
      transactions.set(next, { ...known, state: { kind: 'inactive', abandoned: true } });
      pending.push(...childrenOf(draft, known));
    }
  });
  return { ...wallet, ledger };
}

/**
 * Removes a transaction, its payments and its spends. Returns `undefined` if the wallet does not
 * have it. Core: CWallet::RemoveTxs.
 */
export function removeTransaction(wallet: Wallet, txid: Txid): Wallet | undefined {
  const known = wallet.ledger.transactions.get(txid);
  if (known === undefined) return undefined;
  const ledger = changeLedger(wallet.ledger, ({ transactions, outputs, spenders }) => {
    transactions.delete(txid);
    for (const { prevout } of known.transaction.inputs) {
      const key = outPointKey(prevout);
      const others = (spenders.get(key) ?? []).filter((spender) => spender !== txid);
      if (others.length > 0) spenders.set(key, others);
      else spenders.delete(key);
    }
    for (const vout of known.transaction.outputs.keys())
      outputs.delete(outPointKey({ txid, vout }));
  });
  return { ...wallet, ledger };
}
