import { findMember } from '../../json/json.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import {
  canDiscourageFeeSniping,
  discourageFeeSniping,
  type TipOfNow,
} from '../../wallet/funding/anti-fee-sniping.ts';
import { requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { randomOf } from '../shuffle.ts';
import { requireNow } from '../wallet/wallet-call.ts';
import type { Finishing } from './finish-transaction.ts';

export async function readTip(context: Context): Promise<TipOfNow | undefined> {
  if (context.chain === undefined) return undefined;
  const chain = requireChain(context, 'A lock time');
  const { height, time } = await chain.tip();
  const peers = await chain.peers?.();
  const initialBlockDownload = peers?.initialBlockDownload ?? false;
  return { height, time, now: requireNow(context), initialBlockDownload };
}

/**
 * Sets a lock time against fee sniping, unless the caller gave one. `tip` is `undefined` if the tip
 * is unknown.
 */
export function withLocktime(
  transaction: Transaction,
  tip: TipOfNow | undefined,
  { options, context }: Pick<Finishing, 'options' | 'context'>,
): Transaction {
  // The chosen path may require a lock time.
  const given = findMember(options, 'locktime') !== undefined || transaction.locktime !== 0;
  if (given || !canDiscourageFeeSniping(transaction)) return transaction;
  if (tip === undefined) return { ...transaction, locktime: 0 };
  return discourageFeeSniping(transaction, tip, randomOf(context.random));
}
