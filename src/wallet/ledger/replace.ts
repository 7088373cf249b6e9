import { outPointKey, type Txid } from '../../transaction/transaction.ts';
import type { Wallet } from '../wallet.ts';
import { changeLedger, depthOf, isSpent } from './ledger.ts';
import { markSentElsewhere } from './outbox.ts';

/** Why a transaction of the wallet cannot be replaced by another one. */
export type NotReplaceable =
  | { readonly error: 'descendants' }
  | { readonly error: 'mined or conflicted' }
  | { readonly error: 'replaced already'; readonly by: Txid }
  | { readonly error: 'inputs of others' };

/**
 * Returns why the transaction cannot be replaced, as far as the wallet knows, or `undefined` if it
 * can. Core: PreconditionChecks (wallet/feebumper.cpp).
 */
export function findNotReplaceable(
  { ledger, lastBlock }: Wallet,
  txid: Txid,
  requireMine: boolean,
): NotReplaceable | undefined {
  const known = ledger.transactions.get(txid);
  if (known === undefined) return undefined;
  const { transaction, notes } = known;
  // Abandoned and conflicted spenders do not count.
  const isBuiltOn = (vout: number) => isSpent(ledger, outPointKey({ txid, vout }));
  if (transaction.outputs.some((_, vout) => isBuiltOn(vout))) return { error: 'descendants' };
  if (depthOf(known, lastBlock?.height ?? 0) !== 0) return { error: 'mined or conflicted' };
  const by = notes.get('replaced_by_txid');
  if (by !== undefined) return { error: 'replaced already', by };
  const isOwn = ({ prevout }: (typeof transaction.inputs)[number]) =>
    ledger.outputs.has(outPointKey(prevout));
  if (requireMine && !transaction.inputs.every(isOwn)) return { error: 'inputs of others' };
  return undefined;
}

/** Marks a transaction as replaced, so that it is not sent again. Core: CWallet::MarkReplaced. */
export function markReplaced(wallet: Wallet, txid: Txid, by: Txid): Wallet {
  const ledger = changeLedger(wallet.ledger, ({ transactions }) => {
    const known = transactions.get(txid);
    if (known === undefined) return;
    const notes = new Map(known.notes).set('replaced_by_txid', by);
    transactions.set(txid, { ...known, notes });
  });
  return markSentElsewhere({ ...wallet, ledger }, new Set([txid]));
}
