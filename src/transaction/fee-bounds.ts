import { MAX_MONEY, type Satoshis } from '../encoding/amount.ts';

/** Converts sat/vB to satoshi per 1,000 virtual bytes, Core's unit. */
export const perKvb = (feeRate: number): Satoshis => BigInt(Math.round(feeRate * 1000));

/** Converts satoshi per 1,000 virtual bytes to sat/vB; exact for every rate below `MAX_MONEY`. */
export const perVbyte = (rate: Satoshis | number): number => Number(rate) / 1000;

/** Returns satoshi per 1,000 virtual bytes, rounded down. Core: CFeeRate. */
export function feeRateOf(fee: Satoshis, vsize: number): Satoshis {
  const [total, size] = [fee * 1000n, BigInt(vsize)];
  return total / size - (total % size < 0n ? 1n : 0n);
}

/** Fee and size of a transaction. */
export type FeeFacts = {
  readonly fee: Satoshis;
  /** Maximum part of it that the signer pays if others pay too. Default: all. */
  readonly part?: Satoshis | undefined;
  /** Virtual bytes of the signed transaction. */
  readonly vsize: number;
  /** Amount paid to others. If no other is paid, as in a consolidation, the sum of all outputs. */
  readonly paid: Satoshis;
  /** Virtual bytes of unconfirmed transactions whose fee it also raises. Default: 0. */
  readonly lifted?: number | undefined;
  /** Rate in sat/vB that a snapshot or a node expects; absent if unknown. */
  readonly expectedFeeRate?: number | undefined;
};

/** Bounds for a fee. */
export type FeeBounds = {
  /** Limit in sat/vB; 0 means no limit. */
  readonly maxFeeRate: number;
  /** Limit in percent of the paid amount; 0 means no limit. */
  readonly maxShare: bigint;
  /** Limit in satoshi. */
  readonly maxFee: Satoshis;
  /** Limit as a multiple of the rate that a snapshot expects, if known; 0 means no limit. */
  readonly maxTimesEstimate: bigint;
  /**
   * Fee in satoshi up to which share and estimate are ignored, because small payments cost as much
   * as large ones.
   */
  readonly smallFee: Satoshis;
  /**
   * Fee in satoshi up to which, at rates up to `ORDINARY_RATE`, only a share above 100 % counts. So
   * an ordinary payment passes while blocks are full.
   */
  readonly ordinaryFee: Satoshis;
};

/** Fees from which a review reports them, in three tiers. */
export type FeeTiers = {
  /** A warning. */
  readonly high: FeeBounds;
  /** A warning that a strict policy refuses. */
  readonly veryHigh: FeeBounds;
  /** A stop: without a policy, nothing is signed. */
  readonly tooHigh: FeeBounds;
};

/** Rate in sat/vB above which a fee is a reason for a warning. */
const ORDINARY_RATE = 300;

/** Limit of a child's rate for its parents, as a multiple of its own highest rate. */
const MOST_LIFTED = 5n;

/** 0.1 BTC in satoshi, Core's DEFAULT_TRANSACTION_MAXFEE (wallet/wallet.h). */
export const DEFAULT_MAX_FEE: Satoshis = 10_000_000n;

/**
 * Limit of Core for transactions that are sent or tested, in satoshi per 1,000 virtual bytes
 * (node/transaction.h, DEFAULT_MAX_RAW_TX_FEE_RATE).
 */
export const DEFAULT_MAX_SENT_FEE_RATE: Satoshis = 10_000_000n;

/** The numbers of docs/review.md. 5 and 10 % are Coldcard's. */
export const defaultFeeTiers: FeeTiers = {
  high: {
    maxFeeRate: ORDINARY_RATE,
    maxShare: 5n,
    maxFee: MAX_MONEY,
    maxTimesEstimate: 10n,
    smallFee: 5_000n,
    ordinaryFee: 5_000n,
  },
  veryHigh: {
    maxFeeRate: 0,
    maxShare: 10n,
    maxFee: MAX_MONEY,
    maxTimesEstimate: 0n,
    smallFee: 10_000n,
    ordinaryFee: 10_000n,
  },
  tooHigh: {
    maxFeeRate: 2000,
    maxShare: 25n,
    maxFee: DEFAULT_MAX_FEE,
    maxTimesEstimate: 0n,
    smallFee: 10_000n,
    ordinaryFee: 100_000n,
  },
};

/** Default bounds above which coldsign does not sign. */
const defaultFeeBounds: FeeBounds = defaultFeeTiers.tooHigh;

/**
 * Limits of a transaction's fee. Default: 2,000 sat/vB, 0.1 BTC, and a share of what is paid: 25 %
 * above 300 sat/vB or 100,000 satoshi, 100 % above 10,000 satoshi (docs/fees.md).
 */
export type FeeLimits = {
  /**
   * The highest fee rate in satoshi per virtual byte; `0` means any. If it is given, the fee may be
   * any share of what is paid. The limit of `maxFee` stays.
   */
  readonly maxFeeRate?: number | undefined;
  /** The highest fee in satoshi. Default: 0.1 BTC, also if `maxFeeRate` is 0. */
  readonly maxFee?: Satoshis | undefined;
};

/** Returns the bounds that limits describe. Default of each bound: that of `usual`. */
export const boundsOf = (
  { maxFeeRate, maxFee }: FeeLimits,
  usual: FeeBounds = defaultFeeBounds,
): FeeBounds => ({
  ...usual,
  ...(maxFee !== undefined && { maxFee }),
  ...(maxFeeRate !== undefined && { maxFeeRate, maxShare: 0n }),
});

/** Returns the limits of a call, and the earlier ones where the call has none. */
export const limitsOver = (given: FeeLimits, earlier: FeeLimits = {}): FeeLimits => ({
  maxFeeRate: given.maxFeeRate ?? earlier.maxFeeRate,
  maxFee: given.maxFee ?? earlier.maxFee,
});

/** Returns the lower of each limit, or `undefined` if there are none. */
export function lowestLimits(all: readonly (FeeLimits | undefined)[]): FeeLimits | undefined {
  const rates = all.flatMap((each) => each?.maxFeeRate ?? []);
  const fees = all.flatMap((each) => each?.maxFee ?? []);
  if (rates.length + fees.length === 0) return undefined;
  // A rate of 0 is no limit.
  const limited = rates.filter((rate) => rate > 0);
  return {
    maxFeeRate: limited.length > 0 ? Math.min(...limited) : rates[0],
    maxFee: fees.length > 0 ? fees.reduce((least, fee) => (fee < least ? fee : least)) : undefined,
  };
}

/**
 * Bounds for a rate that a node or a snapshot claims. The maximum rate is Core's HIGH_TX_FEE_PER_KB
 * (wallet/wallet.h), 0.01 BTC, above which Core warns users.
 */
export const claimedFeeBounds: FeeBounds = {
  ...defaultFeeTiers.veryHigh,
  maxFeeRate: 1000,
  maxFee: DEFAULT_MAX_FEE,
};

/** No bounds. */
export const noFeeBounds: FeeBounds = {
  maxFeeRate: 0,
  maxShare: 0n,
  maxFee: MAX_MONEY,
  maxTimesEstimate: 0n,
  smallFee: 0n,
  ordinaryFee: 0n,
};

/** The part of `FeeBounds` that a fee exceeds. */
type ExceededBound = 'maxFeeRate' | 'maxShare' | 'maxFee' | 'maxTimesEstimate';

/** A fee that exceeds a bound. */
export type FeeFault = {
  readonly facts: FeeFacts;
  readonly bounds: FeeBounds;
  /** The first bound that the fee exceeds. */
  readonly exceeded: ExceededBound;
};

/**
 * Judges a fee, and returns the bound that it exceeds, or `undefined`. Every limit of a fee is
 * applied here.
 */
export function findFeeFault(facts: FeeFacts, bounds: FeeBounds): FeeFault | undefined {
  const exceeded = exceededBound(facts, bounds);
  return exceeded && { facts, bounds, exceeded };
}

/** Returns the option of the library that allows the fee. */
export const optionFor = ({ exceeded }: FeeFault): 'maxFee' | 'maxFeeRate' =>
  exceeded === 'maxFee' ? 'maxFee' : 'maxFeeRate';

/** Returns true if a fee is above the highest fee of a wallet, `-maxtxfee`. Both in satoshi. */
export const isAboveMaxFee = (fee: number, maxFee: number): boolean =>
  findFeeFault(
    { fee: BigInt(fee), vsize: 0, paid: 0n },
    { ...noFeeBounds, maxFee: BigInt(maxFee) },
  ) !== undefined;

function exceededBound(facts: FeeFacts, bounds: FeeBounds): ExceededBound | undefined {
  if (exceedsRate(facts, bounds.maxFeeRate)) return 'maxFeeRate';
  if (exceedsShare(facts, bounds)) return 'maxShare';
  if (partOf(facts) > bounds.maxFee) return 'maxFee';
  return exceedsEstimate(facts, bounds) ? 'maxTimesEstimate' : undefined;
}

const partOf = ({ fee, part = fee }: FeeFacts): Satoshis => part;

function exceedsRate({ fee, vsize, lifted = 0 }: FeeFacts, feeRate: number): boolean {
  // A rate that rounds to 0 is a limit: only 0 itself means none.
  if (feeRate === 0) return false;
  const maxFeeRate = perKvb(feeRate);
  const isAbove = (rate: Satoshis, size: number) => fee * 1000n > rate * BigInt(size);
  return isAbove(maxFeeRate, vsize + lifted) || isAbove(maxFeeRate * MOST_LIFTED, vsize);
}

function exceedsShare(facts: FeeFacts, { maxShare, smallFee, ordinaryFee }: FeeBounds): boolean {
  const { fee, vsize, paid, lifted = 0 } = facts;
  const part = partOf(facts);
  if (maxShare === 0n || part <= smallFee || part * 100n <= maxShare * paid) return false;
  const isOrdinary = part <= ordinaryFee && fee <= BigInt(ORDINARY_RATE * (vsize + lifted));
  return !isOrdinary || part > paid;
}

/** Returns true if a rate in sat/vB is above the limit of rates. 0 is no limit. */
export const isRateAbove = (rate: number, { maxFeeRate }: FeeBounds): boolean =>
  maxFeeRate > 0 && rate > maxFeeRate;

function exceedsEstimate(
  { fee, vsize, expectedFeeRate = 0 }: FeeFacts,
  { maxTimesEstimate, smallFee }: FeeBounds,
): boolean {
  const most = maxTimesEstimate * perKvb(expectedFeeRate) * BigInt(vsize);
  return most > 0n && fee > smallFee && fee * 1000n > most;
}

/** A fee that exceeds a bound of a tier. */
export type FeeExcess = FeeFault & {
  readonly tier: keyof FeeTiers;
};

/** Judges a fee by all tiers. Returns the fault of the worst; `undefined` if no tier applies. */
export function judgeFee(facts: FeeFacts, tiers: FeeTiers): FeeExcess | undefined {
  for (const tier of ['tooHigh', 'veryHigh', 'high'] as const) {
    const judged = tier === 'tooHigh' ? facts : { ...facts, lifted: 0 };
    const fault = findFeeFault(judged, tiers[tier]);
    if (fault !== undefined) return { ...fault, tier };
  }
  return undefined;
}
