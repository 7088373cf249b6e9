import {
  MAX_BIP125_RBF_SEQUENCE,
  MAX_SEQUENCE_NONFINAL,
  type Transaction,
} from '../../transaction/transaction.ts';
import type { Random } from '../random.ts';

/** Seconds. An older tip says too little about the height of the next block. */
const MOST_TIP_AGE = 8 * 60 * 60;

export type TipOfNow = {
  readonly height: number;
  /** Seconds since 1970, as `now`. */
  readonly time: number;
  readonly now: number;
  readonly initialBlockDownload: boolean;
};

/**
 * Sets the lock time so that only the next block can contain the transaction, which makes
 * reorganizing the last block less profitable. Occasionally sets an earlier height, to hide users
 * whose transactions are delayed. Core: DiscourageFeeSniping (wallet/spend.cpp).
 */
export function discourageFeeSniping(
  transaction: Transaction,
  tip: TipOfNow,
  random: Random,
): Transaction {
  if (tip.initialBlockDownload || tip.time < tip.now - MOST_TIP_AGE) {
    return { ...transaction, locktime: 0 };
  }
  const earlier = random.below(10) === 0 ? random.below(100) : 0;
  return { ...transaction, locktime: Math.max(0, tip.height - earlier) };
}

/** Returns true if the sequences let the lock time take effect and have no other meaning. */
export function canDiscourageFeeSniping({ inputs }: Transaction): boolean {
  return inputs.every(
    ({ sequence }) => sequence === MAX_SEQUENCE_NONFINAL || sequence === MAX_BIP125_RBF_SEQUENCE,
  );
}
