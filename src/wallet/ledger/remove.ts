import { outPointKey, type Txid } from '../../transaction/transaction.ts';
import type { Wallet } from '../wallet.ts';
import { changeLedger } from './ledger.ts';

/**
 * Forgets a transaction, what it paid and what it spent. `undefined`: the wallet does not have it.
 * Core: CWallet::RemoveTxs.
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
