import { appSecp256k1 } from '../../crypto/app-curve.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { MAX_MONEY, type Satoshis } from '../../encoding/amount.ts';
import { argumentError, ColdsignError } from '../../encoding/coldsign-error.ts';
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
import { feeFactsOf } from './psbt-fee.ts';

/**
 * Limits of a transaction's fee. Give them once, to `fund` or `decodePsbt`: `sign`, `combine` and
 * `extract` apply the same limits, within this program. The bytes of a PSBT never contain limits.
 * Default: 2,000 sat/vB, 0.1 BTC, and 25 % of what is paid (docs/review.md).
 */
export type FeeLimits = {
  /**
   * The highest fee rate in satoshi per virtual byte; `0` means any. If it is given, the fee may be
   * any share of what is paid.
   */
  readonly maxFeeRate?: number | undefined;
  /** The highest fee in satoshi. */
  readonly maxFee?: Satoshis | undefined;
};

/**
 * Converts satoshi per virtual byte to satoshi per 1,000 virtual bytes, so that thousandths count.
 */
export function rateOf(perVbyte: unknown, name: string): number {
  const rate = typeof perVbyte === 'number' ? Math.round(perVbyte * 1000) : Number.NaN;
  if (rate >= 0 && rate <= Number(MAX_MONEY)) return rate;
  throw argumentError(
    `${name} must be a number of satoshi per virtual byte`,
    'For 12.5 sat/vB give 12.5. A rate in BTC per 1,000 virtual bytes is 100,000 times smaller.',
  );
}

function boundsOf({ maxFeeRate, maxFee }: FeeLimits): FeeBounds {
  if (maxFee !== undefined && !(typeof maxFee === 'bigint' && maxFee >= 0n)) {
    throw argumentError('maxFee must be a bigint in satoshi, from 0', 'Write 20_000n.');
  }
  const bounds = { ...defaultFeeBounds, ...(maxFee !== undefined && { maxFee }) };
  if (maxFeeRate === undefined) return bounds;
  rateOf(maxFeeRate, 'maxFeeRate');
  return { ...bounds, maxFeeRate, maxShare: 0n };
}

/** The limits of PSBTs in this program. The bytes of a PSBT cannot set them. */
const stated = new WeakMap<Psbt, FeeLimits>();

/** Attaches the limits to a PSBT. */
export function withLimits(psbt: Psbt, { maxFeeRate, maxFee }: FeeLimits): Psbt {
  boundsOf({ maxFeeRate, maxFee });
  if (maxFeeRate !== undefined || maxFee !== undefined) stated.set(psbt, { maxFeeRate, maxFee });
  return psbt;
}

/** Returns the limits of a PSBT; those of this call come first. */
export function limitsOf(psbt: Psbt, { maxFeeRate, maxFee }: FeeLimits = {}): FeeLimits {
  boundsOf({ maxFeeRate, maxFee });
  const earlier = stated.get(psbt);
  return {
    maxFeeRate: maxFeeRate === undefined ? earlier?.maxFeeRate : maxFeeRate,
    maxFee: maxFee === undefined ? earlier?.maxFee : maxFee,
  };
}

/**
 * Throws `FEE_TOO_HIGH` for a PSBT beyond the limits. If an amount is missing, the fee is unknown
 * and passes.
 */
export function checkFee(
  psbt: Psbt,
  limits: FeeLimits,
  secp256k1: Secp256k1 = appSecp256k1,
  provider: SigningProvider = emptyProvider,
): void {
  const bounds = boundsOf(limits);
  const facts = feeFactsOf(psbt, provider, secp256k1);
  const exceeded = facts && exceededBound(facts, bounds);
  if (facts !== undefined && exceeded !== undefined) throw tooHigh(facts, bounds, exceeded);
}

function tooHigh(facts: FeeFacts, bounds: FeeBounds, exceeded: ExceededBound): ColdsignError {
  const { fee, vsize } = facts;
  const bound = formatBound(facts, bounds, exceeded);
  const rate = formatRate((fee * 1000n) / BigInt(Math.max(1, vsize)));
  return new ColdsignError(
    'FEE_TOO_HIGH',
    `The fee of ${formatBoth(fee)}, about ${rate}, is more than ${bound}`,
    {
      hint:
        exceeded === 'maxFee'
          ? 'If it is meant, give maxFee, in satoshi, to fund or parsePsbt.'
          : 'If it is meant, give maxFeeRate, in satoshi per virtual byte (0: no limit), to fund or parsePsbt.',
    },
  );
}
