import type { Satoshis } from '../../encoding/amount.ts';
import { feeRateOf } from '../../transaction/fee-bounds.ts';
import { type FeeRate, feeFor } from '../fee-rate.ts';

/**
 * Returns the lowest fee, in satoshi, that nodes accept for a replacement of this size (BIP125,
 * rules 3 and 4): the fees of all transactions that it removes, and its own size at the incremental
 * rate. Core: PaysForRBF (policy/rbf.cpp).
 */
export const leastReplacementFee = (
  removedFees: Satoshis,
  incremental: FeeRate,
  vsize: number,
): Satoshis => removedFees + BigInt(feeFor(incremental, vsize));

/** Returns the lowest rate above that of a transaction, whose own rate is rounded down. */
export const rateAbove = (fee: Satoshis, vsize: number): FeeRate =>
  Number(feeRateOf(fee, vsize)) + 1;
