import type { JsonObject } from '../../json/json.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import { waitingNotes } from '../../wallet/ledger/outbox.ts';
import type { Context } from '../context.ts';
import { RpcCode, RpcError } from '../error.ts';
import { psbtHint } from '../explain/psbt-details.ts';
import type { WalletCall } from '../wallet/wallet-call.ts';
import { readTip, withLocktime } from './anti-fee-sniping-lock.ts';
import { fundTransaction } from './fund-transaction.ts';
import type { FundedOrder, FundingOrder } from './funding-order.ts';
import { reviewFunded } from './review-funded.ts';
import { type Signing, signForWallet } from './sign-for-wallet.ts';
import { silentNotes } from './silent-payments.ts';
import { storeAndSend } from './store-and-send.ts';

export type Paying = {
  readonly call: WalletCall;
  /** Options of the call; only `locktime` is read. */
  readonly options: JsonObject;
  readonly context: Context;
};

/**
 * Funds, asks for approval, and calls `finish` to sign. The coins stay reserved, so that the wallet
 * can serve other calls while a signer is busy.
 */
export async function fundAndFinish<T>(
  order: FundingOrder,
  { call, options, context }: Paying,
  finish: (funded: FundedOrder) => Promise<T>,
): Promise<T> {
  const tip = await readTip(context);
  return call.open.reserving(async (reserve) => {
    const then = (found: FundedOrder) => {
      reserve(found.transaction.inputs);
      const transaction = withLocktime(found.transaction, tip, { options, context });
      return { wallet: found.wallet, value: { ...found, transaction } };
    };
    const look = reviewFunded(context);
    const looked = look && { look, again: () => reserve([]) };
    return finish(await fundTransaction(call, order, context, then, looked));
  });
}

/** Signs and sends. Fails unless the transaction is complete. */
export async function signAndSend(
  funded: Signing,
  notes: Iterable<readonly [string, string]>,
  call: WalletCall,
  context: Context,
): Promise<Transaction> {
  const { psbt, complete } = await signForWallet(funded, call, context);
  if (complete === undefined) {
    const hint = psbtHint(psbt, context);
    throw new RpcError(RpcCode.WALLET_INSUFFICIENT_FUNDS, 'Signing transaction failed', hint);
  }
  await storeAndSend(
    complete,
    new Map([...waitingNotes, ...silentNotes(psbt, context), ...notes]),
    call,
    context,
  );
  return complete;
}
