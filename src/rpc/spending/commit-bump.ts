import type { Psbt } from '../../psbt/psbt.ts';
import type { Transaction, Txid } from '../../transaction/transaction.ts';
import { transactionId } from '../../transaction/txid.ts';
import { applyUnsent } from '../../wallet/ledger/apply.ts';
import { waitingNotes } from '../../wallet/ledger/outbox.ts';
import { markReplaced } from '../../wallet/ledger/replace.ts';
import type { Context } from '../context.ts';
import { RpcCode, RpcError, verbatimMessage, walletError } from '../error.ts';
import { psbtHint } from '../explain/psbt-details.ts';
import { requireNow, type WalletCall } from '../wallet/wallet-call.ts';
import { broadcast } from './broadcast.ts';
import type { Bump } from './bump-fee.ts';
import { refuseReplacing } from './bumped-coins.ts';
import { type Signing, signForWallet } from './sign-for-wallet.ts';
import { silentNotes } from './silent-payments.ts';

const INCOMPLETE = 'Transaction incomplete. Try psbtbumpfee instead.';

async function signBump(
  funded: Signing,
  call: WalletCall,
  context: Context,
): Promise<{ readonly psbt: Psbt; readonly complete: Transaction }> {
  const { externalSigner } = call.wallet.flags;
  let hint: string | undefined;
  try {
    const { psbt, complete } = await signForWallet(funded, call, context);
    if (complete !== undefined) return { psbt, complete };
    hint = psbtHint(psbt, context);
  } catch (error) {
    const isOfSigner = error instanceof RpcError && error.code === RpcCode.VERIFY_ERROR;
    if (!externalSigner || !isOfSigner) throw error;
    const { message, hint: why } = error;
    throw walletError(INCOMPLETE, why && `${message}: ${why}`);
  }
  const words = externalSigner ? INCOMPLETE : "Can't sign transaction.";
  throw walletError(words, hint);
}

/**
 * Signs the replacement, stores it in addition to the original, and sends it. Core: SignTransaction
 * and CommitTransaction (wallet/feebumper.cpp).
 */
export async function commitBump(
  funded: Signing,
  { source, view }: Bump,
  call: WalletCall,
  context: Context,
): Promise<Txid> {
  const { psbt, complete } = await signBump(funded, call, context);
  const { open, environment } = call;
  const txid = transactionId(complete);
  const now = requireNow(context);
  const kept = [...source.notes].filter(([name]) => name === 'comment' || name === 'to');
  const notes = new Map([
    ...waitingNotes,
    ...silentNotes(psbt, context),
    ...kept,
    ['replaces_txid', source.txid],
  ]);
  await open.update((wallet) => {
    refuseNow(wallet);
    const applied = applyUnsent(wallet, complete, notes, { environment, now });
    return { wallet: markReplaced(applied, source.txid, txid), value: undefined };
  });
  if (call.open.options.broadcasts) await broadcast(call, complete, context);
  return txid;

  /** Throws if the transaction was mined or spent while it was being signed. */
  function refuseNow(wallet: typeof call.wallet): void {
    try {
      refuseReplacing(wallet, source.txid, view, false);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      throw walletError(verbatimMessage(error));
    }
  }
}
