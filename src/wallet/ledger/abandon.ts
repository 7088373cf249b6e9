import type { Txid } from '../../transaction/transaction.ts';
import type { Wallet } from '../wallet.ts';
import { changeLedger, childrenOf } from './ledger.ts';

/**
 * Gives up a transaction that is neither in a block nor in the mempool, and all that builds on it:
 * what they spend can be spent again. `undefined`: it is not one of those. Core:
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
