import type { Satoshis } from '../encoding/amount.ts';

/** What a transaction costs, beside what it pays. */
export type FeeFacts = {
  readonly fee: Satoshis;
  /** In virtual bytes, once it is signed. */
  readonly vsize: number;
  /**
   * What others get; where it pays nobody else, as when coins are put together, all that comes out
   * of it.
   */
  readonly paid: Satoshis;
};

/** The most that anybody pays on purpose. */
export type FeeBounds = {
  /** In satoshi per 1,000 virtual bytes; 0: any. */
  readonly maxFeeRate: Satoshis;
  /** In percent of what is paid; 0: any. */
  readonly maxShare: bigint;
  /** In satoshi. */
  readonly maxFee: Satoshis;
};

/**
 * What a rate is held to that somebody named. The rate is Core's DEFAULT_MAX_RAW_TX_FEE_RATE
 * (node/transaction.h), the fee its DEFAULT_TRANSACTION_MAXFEE (wallet/wallet.h): 0.1 BTC both.
 */
export const defaultFeeBounds: FeeBounds = {
  maxFeeRate: 10_000_000n,
  maxShare: 100n,
  maxFee: 10_000_000n,
};

/**
 * What a rate is held to that nobody named, but a node or a snapshot claims. The rate is Core's
 * HIGH_TX_FEE_PER_KB (wallet/wallet.h), 0.01 BTC: above it Core warns who sets one.
 */
export const claimedFeeBounds: FeeBounds = {
  maxFeeRate: 1_000_000n,
  maxShare: 10n,
  maxFee: 10_000_000n,
};

/**
 * In satoshi: no share of anything makes so small a fee absurd. Small payments cost as much as
 * large ones.
 */
const SMALL_FEE: Satoshis = 10_000n;

/** The bound that a fee goes beyond, the first of them; `undefined`: none. */
export function exceededBound(
  { fee, vsize, paid }: FeeFacts,
  { maxFeeRate, maxShare, maxFee }: FeeBounds,
): keyof FeeBounds | undefined {
  if (maxFeeRate > 0n && fee * 1000n > maxFeeRate * BigInt(vsize)) return 'maxFeeRate';
  if (maxShare > 0n && fee > SMALL_FEE && fee * 100n > maxShare * paid) return 'maxShare';
  return fee > maxFee ? 'maxFee' : undefined;
}
