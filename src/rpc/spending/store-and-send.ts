import { outPointKey, type Transaction } from '../../transaction/transaction.ts';
import { withOwnPayments } from '../../wallet/keys/silent-owner.ts';
import { applyUnsent } from '../../wallet/ledger/apply.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import { requireNow, type WalletCall } from '../wallet/wallet-call.ts';
import { broadcast } from './broadcast.ts';

/**
 * Stores a transaction and sends it. `notes`: notes of the outbox, and others to store with it.
 * Core: CommitTransaction.
 */
export async function storeAndSend(
  transaction: Transaction,
  notes: ReadonlyMap<string, string>,
  call: WalletCall,
  context: Context,
): Promise<void> {
  const { open, environment } = call;
  await open.update((wallet) => {
    const apply = { environment, now: requireNow(context) };
    const scripts = scriptsOf(transaction, wallet);
    const receiving = withOwnPayments(wallet, transaction, scripts, context.secp256k1);
    return { wallet: applyUnsent(receiving, transaction, notes, apply), value: undefined };
  });
  if (open.options.broadcasts) await broadcast(call, transaction, context);
}

/** Returns the scripts of the wallet's coins that a transaction spends. */
export const scriptsOf = ({ inputs }: Transaction, { ledger }: Wallet) =>
  inputs.flatMap(
    ({ prevout }) => ledger.outputs.get(outPointKey(prevout))?.output.scriptPubKey ?? [],
  );
