import {
  MAX_BIP125_RBF_SEQUENCE,
  MAX_SEQUENCE_NONFINAL,
  type Transaction,
} from '../../transaction/transaction.ts';
import type { Random } from '../random.ts';

/** Seconds: beyond that the tip is too old to tell what the next block is. */
const MOST_TIP_AGE = 8 * 60 * 60;

export type TipOfNow = {
  readonly height: number;
  /** Seconds since 1970, as `now`. */
  readonly time: number;
  readonly now: number;
  readonly initialBlockDownload: boolean;
};

/**
 * Lets only the next block hold the transaction, so that going back over the last one is worth
 * less; now and then only an earlier one, for those who cannot send at once. Core:
 * DiscourageFeeSniping (wallet/spend.cpp).
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

/** A lock time counts, and means nothing else, with these sequences. */
export function canDiscourageFeeSniping({ inputs }: Transaction): boolean {
  return inputs.every(
    ({ sequence }) => sequence === MAX_SEQUENCE_NONFINAL || sequence === MAX_BIP125_RBF_SEQUENCE,
  );
}
