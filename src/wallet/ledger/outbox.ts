import type { Txid } from '../../transaction/transaction.ts';
import type { Wallet } from '../wallet.ts';
import { changeLedger, type WalletTransaction } from './ledger.ts';

/** Key and values of the note that records whether a transaction still has to be sent. */
const NOTE = 'outbox';
const WAITING = 'waiting';
const CARRIED_OUT = 'carried out';

export const waitingNotes: ReadonlyMap<string, string> = new Map([[NOTE, WAITING]]);
export const sentElsewhereNotes: ReadonlyMap<string, string> = new Map([[NOTE, CARRIED_OUT]]);

/**
 * Lists transactions to send that are not known to be in a mempool or block, parents before
 * children. The wallet is the only source: files and QR codes are copies of it.
 */
export function outboxOf({ ledger }: Wallet): readonly WalletTransaction[] {
  return [...ledger.transactions.values()]
    .filter(
      ({ state, notes }) =>
        state.kind === 'inactive' && !state.abandoned && notes.get(NOTE) === WAITING,
    )
    .sort((a, b) => a.order - b.order);
}

/** Lists transactions created here that are in a mempool or a block. */
export function takenOf({ ledger }: Wallet): readonly Txid[] {
  return [...ledger.transactions.values()]
    .filter(({ state, notes }) => state.kind !== 'inactive' && notes.has(NOTE))
    .map(({ txid }) => txid);
}

/**
 * Marks transactions that were sent elsewhere, so that the outbox no longer lists them. Others stay
 * unchanged.
 */
export function markSentElsewhere(wallet: Wallet, txids: ReadonlySet<Txid>): Wallet {
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
