import { nobleSecp256k1 } from '../../crypto/noble.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { MAX_MONEY, type Satoshis } from '../../encoding/amount.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { formatBoth, formatBound, formatRate } from '../../review/amounts.ts';
import { emptyProvider, type SigningProvider } from '../../signing/provider.ts';
import {
  defaultFeeBounds,
  type ExceededBound,
  exceededBound,
  type FeeBounds,
  type FeeFacts,
} from '../../transaction/fee-bounds.ts';
import { PaymentError, wrongArgument } from './error.ts';
import { feeFactsOf } from './psbt-fee.ts';

/**
 * The most that a transaction may cost. Say it once, to `fund` or `decodePsbt`: `sign`, `combine`
 * and `extract` hold what they return to the same limits, within this program. The bytes of a PSBT
 * never carry limits. Left out: 2,000 sat/vB, 0.1 BTC, and 25 % of what is paid (docs/review.md).
 */
export type FeeLimits = {
  /** In satoshi per virtual byte; 0: any. If it is given, no share of what is paid is too high. */
  readonly maxFeeRate?: number | undefined;
  /** In satoshi. */
  readonly maxFee?: Satoshis | undefined;
};

/** Satoshi per 1,000 virtual bytes, from satoshi per virtual byte: thousandths are counted. */
export function rateOf(perVbyte: number, name: string): number {
  const rate = typeof perVbyte === 'number' ? Math.round(perVbyte * 1000) : Number.NaN;
  if (rate >= 0 && rate <= Number(MAX_MONEY)) return rate;
  throw wrongArgument(
    `${name} must be a number of satoshi per virtual byte`,
    'For 12.5 sat/vB give 12.5. A rate in BTC per 1,000 virtual bytes is 100,000 times smaller.',
  );
}

function boundsOf({ maxFeeRate, maxFee }: FeeLimits): FeeBounds {
  if (maxFee !== undefined && typeof maxFee !== 'bigint') {
    throw wrongArgument('maxFee must be a bigint in satoshi', 'Write 20_000n.');
  }
  const bounds = { ...defaultFeeBounds, ...(maxFee !== undefined && { maxFee }) };
  if (maxFeeRate === undefined) return bounds;
  return { ...bounds, maxFeeRate: BigInt(rateOf(maxFeeRate, 'maxFeeRate')), maxShare: 0n };
}

/** The limits of PSBTs in this program. Whoever wrote the bytes of a PSBT has no say in them. */
const stated = new WeakMap<Psbt, FeeLimits>();

/** Lets the limits go with a PSBT. */
export function withLimits(psbt: Psbt, { maxFeeRate, maxFee }: FeeLimits): Psbt {
  boundsOf({ maxFeeRate, maxFee });
  if (maxFeeRate !== undefined || maxFee !== undefined) stated.set(psbt, { maxFeeRate, maxFee });
  return psbt;
}

/** Returns the limits of a PSBT, under those of this call. */
export function limitsOf(psbt: Psbt, { maxFeeRate, maxFee }: FeeLimits = {}): FeeLimits {
  const told = stated.get(psbt);
  return { maxFeeRate: maxFeeRate ?? told?.maxFeeRate, maxFee: maxFee ?? told?.maxFee };
}

/**
 * Throws `FEE_TOO_HIGH` for a PSBT beyond the limits; where an amount is missing, the fee is
 * unknown and nothing is judged.
 */
export function checkFee(
  psbt: Psbt,
  limits: FeeLimits,
  secp256k1: Secp256k1 = nobleSecp256k1,
  provider: SigningProvider = emptyProvider,
): void {
  const bounds = boundsOf(limits);
  const facts = feeFactsOf(psbt, provider, secp256k1);
  const exceeded = facts && exceededBound(facts, bounds);
  if (facts !== undefined && exceeded !== undefined) throw tooHigh(facts, bounds, exceeded);
}

function tooHigh(facts: FeeFacts, bounds: FeeBounds, exceeded: ExceededBound): PaymentError {
  const { fee, vsize } = facts;
  const bound = formatBound(facts, bounds, exceeded);
  const rate = formatRate((fee * 1000n) / BigInt(Math.max(1, vsize)));
  return new PaymentError(
    'FEE_TOO_HIGH',
    `The fee of ${formatBoth(fee)}, about ${rate}, is more than ${bound}`,
    {
      hint:
        exceeded === 'maxFee'
          ? 'If it is meant, give maxFee, in satoshi, to fund or decodePsbt.'
          : 'If it is meant, give maxFeeRate, in satoshi per virtual byte (0: no limit), to fund or decodePsbt.',
    },
  );
}
