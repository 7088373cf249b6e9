import type { JsonObject } from '../../json/json.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import { waitingNotes } from '../../wallet/ledger/outbox.ts';
import type { Context } from '../context.ts';
import { RpcCode, RpcError } from '../error.ts';
import { psbtHint } from '../shape/psbt-details.ts';
import {
  keepAndSend,
  lookBefore,
  readTip,
  signForWallet,
  withLocktime,
} from './finish-transaction.ts';
import { type FundedOrder, type FundingOrder, fundTransaction } from './fund-transaction.ts';
import type { WalletCall } from './wallet-call.ts';

export type Paying = {
  readonly call: WalletCall;
  /** Where `locktime` may be given. */
  readonly options: JsonObject;
  readonly context: Context;
};

/**
 * Funds, shows what was funded to whoever is asked, and lets `finish` sign it. Meanwhile its coins
 * are kept from other calls, which the wallet serves while a signer is waited for.
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
    const look = lookBefore(context);
    const looked = look && { look, again: () => reserve([]) };
    return finish(await fundTransaction(call, order, context, then, looked));
  });
}

/** Where nothing but the whole transaction will do. */
export async function signAndSend(
  { transaction, path }: Pick<FundedOrder, 'transaction' | 'path'>,
  notes: Iterable<readonly [string, string]>,
  call: WalletCall,
  context: Context,
): Promise<Transaction> {
  const { psbt, complete } = await signForWallet(transaction, path, call, context);
  if (complete === undefined) {
    const hint = psbtHint(psbt, context);
    throw new RpcError(RpcCode.WALLET_INSUFFICIENT_FUNDS, 'Signing transaction failed', hint);
  }
  await keepAndSend(complete, new Map([...waitingNotes, ...notes]), call, context);
  return complete;
}
