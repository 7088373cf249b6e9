import { isCoinbase } from '../../transaction/check.ts';
import type { Txid } from '../../transaction/transaction.ts';
import type { Wallet } from '../wallet.ts';
import { changeLedger, childrenOf, type LedgerDraft } from './ledger.ts';

/**
 * Marks transactions that left the mempool as inactive: as far as the wallet knows, they are in no
 * block either. Core: transactionRemovedFromMempool.
 */
export function dropFromMempool(wallet: Wallet, present: ReadonlySet<Txid>): Wallet {
  const gone = [...wallet.ledger.transactions.values()].filter(
    ({ state, txid }) => state.kind === 'mempool' && !present.has(txid),
  );
  if (gone.length === 0) return wallet;
  const ledger = changeLedger(wallet.ledger, (draft) => {
    for (const known of gone) {
      draft.transactions.set(known.txid, {
        ...known,
        state: { kind: 'inactive', abandoned: false },
      });
    }
  });
  return { ...wallet, ledger };
}

/**
 * Marks transactions of blocks above `height` as unconfirmed, because these blocks left the chain.
 * Core: blockDisconnected.
 */
export function disconnectAbove(wallet: Wallet, height: number): Wallet {
  const lost: Txid[] = [];
  const ledger = changeLedger(wallet.ledger, (draft) => {
    for (const [txid, known] of draft.transactions) {
      const { state } = known;
      if (state.kind === 'mempool' || state.kind === 'inactive' || state.height <= height) continue;
      const abandoned = isCoinbase(known.transaction);
      draft.transactions.set(txid, { ...known, state: { kind: 'inactive', abandoned } });
      if (abandoned) lost.push(txid);
    }
    for (let next = lost.pop(); next !== undefined; next = lost.pop()) {
      lost.push(...giveUpSpenders(draft, next));
    }
  });
  return { ...wallet, ledger };
}

/** Abandons all spenders of a block reward whose block has left the chain. Core: AddToWallet. */
function giveUpSpenders(draft: LedgerDraft, txid: Txid): readonly Txid[] {
  const { transactions } = draft;
  const lost = transactions.get(txid);
  const given = lost ? childrenOf(draft, lost) : [];
  for (const each of given) {
    const known = transactions.get(each);
    if (known !== undefined) {
      transactions.set(each, { ...known, state: { kind: 'inactive', abandoned: true } });
    }
  }
  return given;
}
