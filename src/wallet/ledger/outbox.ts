import type { Txid } from '../../transaction/transaction.ts';
import type { Wallet } from '../wallet.ts';
import { changeLedger, type WalletTransaction } from './ledger.ts';

/** Of transactions that were made here to be sent: whether the wallet still has to see to it. */
const NOTE = 'outbox';
const WAITING = 'waiting';
const CARRIED_OUT = 'carried out';

export const waitingNotes: ReadonlyMap<string, string> = new Map([[NOTE, WAITING]]);
export const carriedOutNotes: ReadonlyMap<string, string> = new Map([[NOTE, CARRIED_OUT]]);

/**
 * What is to be sent and that no mempool or block is known to have, parents before children. It
 * follows from the wallet alone: files and QR codes are copies of it.
 */
export function outboxOf({ ledger }: Wallet): readonly WalletTransaction[] {
  return [...ledger.transactions.values()]
    .filter(
      ({ state, notes }) =>
        state.kind === 'inactive' && !state.abandoned && notes.get(NOTE) === WAITING,
    )
    .sort((a, b) => a.order - b.order);
}

/** What was made here and that a mempool or a block has. */
export function takenOf({ ledger }: Wallet): readonly Txid[] {
  return [...ledger.transactions.values()]
    .filter(({ state, notes }) => state.kind !== 'inactive' && notes.has(NOTE))
    .map(({ txid }) => txid);
}

/**
 * Takes what somebody has sent in another way out of the outbox. What is not in it stays as it is.
 */
export function markCarriedOut(wallet: Wallet, txids: ReadonlySet<Txid>): Wallet {
  const ledger = changeLedger(wallet.ledger, (draft) => {
    for (const txid of txids) {
      const known = draft.transactions.get(txid);
      if (known?.notes.get(NOTE) !== WAITING) continue;
      const notes = new Map(known.notes).set(NOTE, CARRIED_OUT);
      draft.transactions.set(txid, { ...known, notes });
    }
  });
  return { ...wallet, ledger };
}
