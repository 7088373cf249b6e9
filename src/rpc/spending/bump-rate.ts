import type { ChainSource } from '../../chain/source.ts';
import { formatMoney } from '../../encoding/amount.ts';
import { isAboveMaxFee } from '../../transaction/fee-bounds.ts';
import { type FeeRate, feeFor, rateOf, toFeeRate } from '../../wallet/fee-rate.ts';
import type { FundingView } from '../../wallet/funding/fund-request.ts';
import { leastReplacementFee, rateAbove } from '../../wallet/funding/replacement-fee.ts';
import type { WalletOptions } from '../../wallet/options.ts';
import { invalid, walletError } from '../error.ts';
import { fundingErrorMessage } from './funding-messages.ts';

/**
 * wallet/wallet.h, WALLET_INCREMENTAL_RELAY_FEE: higher than the increase that nodes require now,
 * in case they raise it.
 */
const WALLET_INCREMENTAL_RELAY_FEE: FeeRate = 5000;

/** policy/policy.h, DEFAULT_INCREMENTAL_RELAY_FEE. */
const DEFAULT_INCREMENTAL_RELAY_FEE: FeeRate = 100;

/** Prices that limit the fee of a replacement. */
export type BumpPrices = {
  readonly view: FundingView;
  /** The increase that nodes require, in satoshi per 1,000 vbytes. */
  readonly incremental: FeeRate;
  /** Satoshi. */
  readonly oldFee: bigint;
  readonly options: WalletOptions;
};

export async function incrementalFeeOf(chain: ChainSource | undefined): Promise<FeeRate> {
  return rateOf(await chain?.incrementalRelayFeeRate?.()) ?? DEFAULT_INCREMENTAL_RELAY_FEE;
}

const money = (satoshis: number) => formatMoney(BigInt(satoshis));

/**
 * Throws if a rate is too low or too high. `bumps`: fee for unconfirmed parents. Core: CheckFeeRate
 * (wallet/feebumper.cpp).
 */
export function checkBumpRate(
  rate: FeeRate,
  vsize: number,
  bumps: number | undefined,
  { view, incremental, oldFee, options }: BumpPrices,
): void {
  const { mempoolMinFee, minRelayFee } = view.relay;
  // While the mempool has room, its minimum is the relay minimum, which is checked elsewhere.
  if (mempoolMinFee > minRelayFee && rate < mempoolMinFee) {
    throw walletError(
      `New fee rate (${money(rate)}) is lower than the minimum fee rate (${money(mempoolMinFee)}) to get into the mempool -- `,
    );
  }
  if (bumps === undefined) {
    throw walletError(fundingErrorMessage({ error: 'cluster too large to price' }));
  }
  const total = feeFor(rate, vsize) + bumps;
  const least = leastReplacementFee(oldFee, incremental, vsize);
  if (BigInt(total) < least) {
    throw invalid(
      `Insufficient total fee ${money(total)}, must be at least ${formatMoney(least)} (oldFee ${formatMoney(oldFee)} + incrementalFee ${formatMoney(least - oldFee)})`,
    );
  }
  const required = feeFor(Math.max(toFeeRate(options.minTxFeeRate), minRelayFee), vsize);
  if (total < required) {
    throw invalid(`Insufficient total fee (cannot be less than required fee ${money(required)})`);
  }
  if (isAboveMaxFee(total, options.maxTxFee)) {
    throw walletError(
      `Specified or calculated fee ${money(total)} is too high (cannot be higher than -maxtxfee ${money(options.maxTxFee)})`,
    );
  }
}

/**
 * Returns a rate high enough above the old one to be relayed. `least`: the rate that the wallet
 * would pay now. Core: EstimateFeeRate (wallet/feebumper.cpp).
 */
export function estimateBumpRate(
  vsize: number,
  least: FeeRate,
  { incremental, oldFee }: BumpPrices,
): FeeRate {
  return Math.max(
    rateAbove(oldFee, vsize) + Math.max(incremental, WALLET_INCREMENTAL_RELAY_FEE),
    least,
  );
}
