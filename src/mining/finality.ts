import { SEQUENCE_FINAL, type Transaction } from '../transaction/transaction.ts';

/** script/script.h: a lock time below this is a height, from it on seconds since 1970. */
const LOCKTIME_THRESHOLD = 500_000_000;

/**
 * consensus/tx_verify.cpp, IsFinalTx, for a block of this height; `time` is the cutoff for lock
 * times in seconds.
 */
export function isFinal(transaction: Transaction, height: number, time: number): boolean {
  const { locktime } = transaction;
  if (locktime === 0) return true;
  if (locktime < (locktime < LOCKTIME_THRESHOLD ? height : time)) return true;
  return transaction.inputs.every(({ sequence }) => sequence === SEQUENCE_FINAL);
}
