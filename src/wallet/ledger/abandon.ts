import { outPointKey, type Txid } from '../../transaction/transaction.ts';
import type { Wallet } from '../wallet.ts';
import { changeLedger } from './ledger.ts';

/**
 * Gives up a transaction that is neither in a block nor in the mempool, and all that builds on it:
 * what they spend can be spent again. `undefined`: it is not one of those. Core:
 * CWallet::AbandonTransaction.
 */
export function abandonTransaction(wallet: Wallet, txid: Txid): Wallet | undefined {
  const { state } = wallet.ledger.transactions.get(txid) ?? {};
  if (state?.kind !== 'inactive') return undefined;
  const ledger = changeLedger(wallet.ledger, ({ transactions, spenders }) => {
    const pending = [txid];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const known = transactions.get(next);
      if (known?.state.kind !== 'inactive' || known.state.abandoned) continue;
      transactions.set(next, { ...known, state: { kind: 'inactive', abandoned: true } });
      for (const vout of known.transaction.outputs.keys()) {
        pending.push(...(spenders.get(outPointKey({ txid: next, vout })) ?? []));
      }
    }
  });
  return { ...wallet, ledger };
}
