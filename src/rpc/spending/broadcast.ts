import type { BroadcastResult } from '../../chain/node-answers.ts';
import type { ChainSource } from '../../chain/source.ts';
import { noteAnswer, putIntoMempool } from '../../sync/rebroadcast.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import { requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { RpcError } from '../error.ts';
import { requireNow, type WalletCall } from '../wallet/wallet-call.ts';

/**
 * Broadcasts a transaction that the wallet has stored. As in Core, a failure is not an error: the
 * transaction waits in the wallet.
 */
export async function broadcast(
  call: WalletCall,
  transaction: Transaction,
  context: Context,
): Promise<BroadcastResult> {
  if (context.chain === undefined) {
    return { offline: true, message: 'There is no node' };
  }
  const result = await atAnyRate(requireChain(context, 'Sending'), transaction);
  noteAnswer(call.open, transaction, result);
  if ('txid' in result) await putIntoMempool({ ...call, now: requireNow(context) }, transaction);
  return result;
}

/** Broadcasts at any fee rate, because the wallet limits fees itself. */
async function atAnyRate(chain: ChainSource, transaction: Transaction): Promise<BroadcastResult> {
  try {
    return await chain.broadcast(transaction, { maxFeeRate: 0 });
  } catch (error) {
    // The connection was lost. Whether the node has it shows when it can be reached again.
    if (error instanceof RpcError) return { code: error.code, message: error.message };
    throw error;
  }
}
