import type { Random } from '../../random.ts';
import type { FeeRates, SelectableCoin } from './coin-groups.ts';

/** policy/truc_policy.h: the weight of a version 3 child of an unconfirmed parent. */
export const TRUC_CHILD_MAX_WEIGHT = 4000;

/**
 * wallet/coinselection.h, CoinSelectionParams. Amounts in satoshi, sizes in vbytes, weights in
 * weight units.
 */
export type SelectionParams = {
  readonly rates: FeeRates;
  /** Size of the transaction with all recipients, without inputs and change. */
  readonly sizeWithoutInputs: number;
  readonly changeOutputSize: number;
  readonly changeFee: number;
  readonly costOfChange: number;
  /** Target for change, including its fee. */
  readonly minChangeTarget: number;
  readonly minViableChange: number;
  /** True if the recipients pay the fee, so that coins count with their face value. */
  readonly subtractFee: boolean;
  readonly avoidPartialSpends: boolean;
  readonly includeUnsafe: boolean;
  readonly maxTxWeight: number;
  readonly version: number;
  readonly spendZeroConfChange: boolean;
  readonly rejectLongChains: boolean;
  /** Limit on the ancestors and on the cluster of an unconfirmed coin. */
  readonly chainLimit: number;
  readonly random: Random;
  /**
   * Returns the cost to raise the common unconfirmed ancestors of these coins: at most the sum of
   * their own bump fees. Returns `undefined` if the cluster is too large.
   */
  readonly combinedBumpFee: (coins: readonly SelectableCoin[]) => number | undefined;
};
