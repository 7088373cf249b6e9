import { MAX_MONEY, type Satoshis } from '../../encoding/amount.ts';
import type { Json } from '../../json/json.ts';
import { formatBoth, formatBound, formatRate, formatRateInBtc } from '../../review/amounts.ts';
import { feeFacts } from '../../review/facts.ts';
import type { Review } from '../../review/model.ts';
import { isUnspendable } from '../../script/script.ts';
import { hasValidOps } from '../../script/valid-ops.ts';
import {
  boundsOf,
  defaultFeeTiers,
  type ExceededBound,
  exceededBound,
  type FeeBounds,
  type FeeFacts,
  type FeeTiers,
  feeRateOf,
  perKvb,
  perVbyte,
} from '../../transaction/fee-bounds.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import type { Context } from '../context.ts';
import { invalid, verifyError } from '../error.ts';
import { profileRules } from '../profile.ts';
import { amountFromValue } from '../values.ts';

/** Limits on what a transaction may cost. */
export type FeeLimits = {
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
export type FeeLimitArguments = {
  readonly maxfeerate?: Json | undefined;
  readonly maxburnamount?: Json | undefined;
  readonly reviewed?: string | undefined;
};

/**
 * Parses the limits of a call. Returns `undefined` if there are none. `wallet`: `-maxtxfee` always
 * applies.
 */
export function parseFeeLimits(
  { maxfeerate, maxburnamount, reviewed }: FeeLimitArguments,
  context: Context,
  { wallet }: { readonly wallet: boolean },
): FeeLimits | undefined {
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

/** node/transaction.h, DEFAULT_MAX_RAW_TX_FEE_RATE: satoshi per 1,000 virtual bytes. */
export const DEFAULT_MAX_FEE_RATE: Satoshis = 10_000_000n;

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

/**
 * Throws if a signature would give away more than the limits allow. The message begins with Core's.
 */
export function checkFee(review: Review, { fees, maxBurn, expectedFeeRate }: FeeLimits): void {
  const { tooHigh: bounds } = fees;
  const burned = review.outputs.findIndex(
    ({ role, value }) => role === 'burned' && value > maxBurn,
  );
  const output = review.outputs[burned];
  if (output !== undefined) {
    throw verifyError(
      `Unspendable output exceeds maximum configured by user (maxburnamount): output ${burned} holds ${formatBoth(output.value)}, which could never be spent. Nothing was signed. To burn it on purpose, set maxburnamount.`,
    );
  }
  const facts = { ...feeFacts(review), expectedFeeRate };
  const exceeded = exceededBound(facts, bounds);
  if (exceeded === undefined) return;
  throw verifyError(
    `${describeExcess(facts, bounds, exceeded)} Nothing was signed. If it is meant, ${cureOf(exceeded)}.`,
  );
}

function cureOf(exceeded: ExceededBound): string {
  return exceeded === 'maxFee'
    ? 'raise -maxtxfee, or give maxfeerate 0 where no wallet signs'
    : 'give maxfeerate, in BTC/kvB (0: no limit)';
}

/** Describes the fee and why it is too high. */
export function describeExcess(
  facts: FeeFacts,
  bounds: FeeBounds,
  exceeded: ExceededBound,
): string {
  const { fee, vsize } = facts;
  const words = formatBound(facts, bounds, exceeded);
  const rate = vsize > 0 ? `, about ${formatRate(feeRateOf(fee, vsize))}` : '';
  const bound = {
    maxFeeRate: `the highest fee rate of ${words} (${formatRateInBtc(perKvb(bounds.maxFeeRate))})`,
    maxShare: words,
    maxFee: `-maxtxfee, ${words}`,
    maxTimesEstimate: words,
  }[exceeded];
  return `Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate): the fee of ${formatBoth(fee)}${rate}, is more than ${bound}.`;
}
