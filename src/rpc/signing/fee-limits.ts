import { MAX_MONEY, type Satoshis } from '../../encoding/amount.ts';
import type { Json } from '../../json/json.ts';
import { formatBoth, formatRate, formatRateInBtc } from '../../review/amounts.ts';
import { feeFacts } from '../../review/facts.ts';
import type { Review } from '../../review/model.ts';
import {
  defaultFeeBounds,
  exceededBound,
  type FeeBounds,
  type FeeFacts,
} from '../../transaction/fee-bounds.ts';
import type { Context } from '../context.ts';
import { RpcCode, RpcError } from '../error.ts';
import { profileRules } from '../profile.ts';
import { amountFromValue } from '../values.ts';

/** What a transaction may cost. */
export type FeeLimits = {
  readonly bounds: FeeBounds;
  /** In an output that nobody can spend. In satoshi. */
  readonly maxBurn: Satoshis;
  /** The id of the review that it must have. */
  readonly reviewed: string | undefined;
};

/** As the caller gave them. */
export type FeeLimitArguments = {
  readonly maxfeerate?: Json | undefined;
  readonly maxburnamount?: Json | undefined;
  readonly reviewed?: string | undefined;
};

/** `undefined`: nothing is too much. `wallet`: `-maxtxfee` is kept too. */
export function parseFeeLimits(
  { maxfeerate, maxburnamount, reviewed }: FeeLimitArguments,
  { profile, wallets }: Context,
  { wallet }: { readonly wallet: boolean },
): FeeLimits | undefined {
  if (!profileRules(profile).limitsFees) return undefined;
  const maxBurn = maxburnamount === undefined ? 0n : amountFromValue(maxburnamount);
  const maxFeeRate = maxfeerate === undefined ? undefined : parseMaxFeeRate(maxfeerate);
  const walletsMost = wallet ? wallets?.options.maxTxFee : undefined;
  const maxFee = walletsMost === undefined ? MAX_MONEY : BigInt(walletsMost);
  const bounds =
    maxFeeRate === undefined ? defaultFeeBounds : { ...defaultFeeBounds, maxFeeRate, maxShare: 0n };
  return { bounds: { ...bounds, maxFee }, maxBurn, reviewed: reviewed?.toLowerCase() };
}

/** node/transaction.h, DEFAULT_MAX_RAW_TX_FEE_RATE: satoshi per 1,000 virtual bytes. */
export const DEFAULT_MAX_FEE_RATE: Satoshis = 10_000_000n;

/** In satoshi per 1,000 virtual bytes. Core: ParseFeeRate (rpc/util.cpp). */
export function parseMaxFeeRate(value: Json): Satoshis {
  const rate = amountFromValue(value);
  if (rate < 100_000_000n) return rate;
  throw new RpcError(
    RpcCode.INVALID_PARAMETER,
    'Fee rates larger than or equal to 1BTC/kvB are not accepted',
  );
}

/**
 * Throws where a signature would give away more than the limits allow. The first words are Core's.
 */
export function checkFee(review: Review, { bounds, maxBurn }: FeeLimits): void {
  const burned = review.outputs.findIndex(
    ({ role, value }) => role === 'burned' && value > maxBurn,
  );
  const output = review.outputs[burned];
  if (output !== undefined) {
    throw tooMuch(
      `Unspendable output exceeds maximum configured by user (maxburnamount): output ${burned} holds ${formatBoth(output.value)}, which nobody could ever spend. Nothing was signed. If it is meant, give maxburnamount.`,
    );
  }
  const facts = feeFacts(review);
  const exceeded = exceededBound(facts, bounds);
  if (exceeded === undefined) return;
  throw tooMuch(
    `${describeExcess(facts, bounds, exceeded)} Nothing was signed. If it is meant, ${cureOf(exceeded)}.`,
  );
}

const tooMuch = (message: string) => new RpcError(RpcCode.VERIFY_ERROR, message);

function cureOf(exceeded: keyof FeeBounds): string {
  return exceeded === 'maxFee' ? 'raise -maxtxfee' : 'give maxfeerate, in BTC/kvB (0: no limit)';
}

/** What the fee is and why that is too much. */
export function describeExcess(
  { fee, vsize, paid }: FeeFacts,
  { maxFeeRate, maxShare, maxFee }: FeeBounds,
  exceeded: keyof FeeBounds,
): string {
  const rate = vsize > 0 ? `, about ${formatRate((fee * 1000n) / BigInt(vsize))}` : '';
  const bound = {
    maxFeeRate: `the highest fee rate of ${formatRate(maxFeeRate)} (${formatRateInBtc(maxFeeRate)})`,
    maxShare:
      maxShare === 100n
        ? `all that it pays, ${formatBoth(paid)}`
        : `${maxShare} % of what it pays, ${formatBoth(paid)}`,
    maxFee: `-maxtxfee, ${formatBoth(maxFee)}`,
  }[exceeded];
  return `Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate): the fee of ${formatBoth(fee)}${rate}, is more than ${bound}.`;
}
