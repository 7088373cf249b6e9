import { MAX_MONEY, type Satoshis } from '../../encoding/amount.ts';
import type { Json } from '../../json/json.ts';
import { isUnspendable } from '../../script/script.ts';
import { hasValidOps } from '../../script/valid-ops.ts';
import {
  boundsOf,
  defaultFeeTiers,
  type FeeTiers,
  perVbyte,
} from '../../transaction/fee-bounds.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import type { Context } from '../context.ts';
import { invalid, verifyError } from '../error.ts';
import { profileRules } from '../profile.ts';
import { amountFromValue } from '../values.ts';

/** Limits on what a signature may cost, and the review that it needs. */
export type SigningLimits = {
  /** Signing is refused above `tooHigh`. */
  readonly fees: FeeTiers;
  /** The fee rate that a snapshot expects, in sat/vB. */
  readonly expectedFeeRate?: number | undefined;
  /** Limit of satoshi in unspendable outputs. */
  readonly maxBurn: Satoshis;
  /** The id that the review must have. */
  readonly reviewed: string | undefined;
};

/** Limits as given by the caller. */
export type SigningLimitArguments = {
  readonly maxfeerate?: Json | undefined;
  readonly maxburnamount?: Json | undefined;
  readonly reviewed?: string | undefined;
};

/**
 * Parses the limits of a call. Returns `undefined` if there are none. `wallet`: `-maxtxfee` always
 * applies.
 */
export function parseSigningLimits(
  { maxfeerate, maxburnamount, reviewed }: SigningLimitArguments,
  context: Context,
  { wallet }: { readonly wallet: boolean },
): SigningLimits | undefined {
  if (!profileRules(context.profile).limitsFees) return undefined;
  const maxBurn = maxburnamount === undefined ? 0n : amountFromValue(maxburnamount);
  const fees = feeTiersOf(context);
  const expectedFeeRate = context.chain?.expectedFeeRate;
  const limits = { fees, expectedFeeRate, maxBurn, reviewed: reviewed?.toLowerCase() };
  if (maxfeerate === undefined) return limits;
  const maxFeeRate = perVbyte(parseMaxFeeRate(maxfeerate));
  // The methods have no argument for the highest fee, so that without a wallet 0 lifts it too.
  const maxFee = maxFeeRate === 0 && !wallet ? MAX_MONEY : undefined;
  const tooHigh = boundsOf({ maxFeeRate, maxFee }, fees.tooHigh);
  return { ...limits, fees: { ...fees, tooHigh } };
}

/** Returns the limits that hold for every call: those of the policy, or the defaults. */
export function feeTiersOf({ policy, wallets }: Context): FeeTiers {
  if (policy?.fees !== undefined) return policy.fees;
  const { tooHigh } = defaultFeeTiers;
  const maxFee = wallets === undefined ? tooHigh.maxFee : BigInt(wallets.options.maxTxFee);
  return { ...defaultFeeTiers, tooHigh: { ...tooHigh, maxFee } };
}

/** Parses a fee rate to satoshi per 1,000 virtual bytes. Core: ParseFeeRate (rpc/util.cpp). */
export function parseMaxFeeRate(value: Json): Satoshis {
  const rate = amountFromValue(value);
  if (rate < 100_000_000n) return rate;
  throw invalid('Fee rates larger than or equal to 1BTC/kvB are not accepted');
}

/** Throws if a transaction puts more than `maxBurn` satoshi into an unspendable output. */
export function refuseBurns({ outputs }: Transaction, maxBurn: Satoshis): void {
  const burns = outputs.some(
    ({ value, scriptPubKey }) =>
      value > maxBurn && (isUnspendable(scriptPubKey) || !hasValidOps(scriptPubKey)),
  );
  if (!burns) return;
  throw verifyError('Unspendable output exceeds maximum configured by user (maxburnamount)');
}
