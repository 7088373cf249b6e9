import { MAX_MONEY, type Satoshis } from '../../encoding/amount.ts';
import { formatBoth, formatRate } from '../../review/amounts.ts';
import {
  defaultFeeBounds,
  exceededBound,
  type FeeBounds,
  type FeeFacts,
} from '../../transaction/fee-bounds.ts';
import { PaymentError, wrongArgument } from './error.ts';

/**
 * The most that a transaction may cost. Left out: 10,000 sat/vB, 0.1 BTC, and no more than all that
 * it pays.
 */
export type FeeLimits = {
  /** In satoshi per virtual byte; 0: any. Given, the fee may also be more than what is paid. */
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

export function boundsOf({ maxFeeRate, maxFee }: FeeLimits): FeeBounds {
  if (maxFee !== undefined && typeof maxFee !== 'bigint') {
    throw wrongArgument('maxFee must be a bigint in satoshi', 'Write 20_000n.');
  }
  const bounds = { ...defaultFeeBounds, ...(maxFee !== undefined && { maxFee }) };
  if (maxFeeRate === undefined) return bounds;
  return { ...bounds, maxFeeRate: BigInt(rateOf(maxFeeRate, 'maxFeeRate')), maxShare: 0n };
}

/** Throws for a fee that nobody pays on purpose. */
export function checkFee(facts: FeeFacts, bounds: FeeBounds): void {
  const exceeded = exceededBound(facts, bounds);
  if (exceeded === undefined) return;
  const { fee, vsize, paid } = facts;
  const bound = {
    maxFeeRate: formatRate(bounds.maxFeeRate),
    maxShare: `all that is paid, ${formatBoth(paid)}`,
    maxFee: formatBoth(bounds.maxFee),
  }[exceeded];
  const rate = formatRate((fee * 1000n) / BigInt(Math.max(1, vsize)));
  throw new PaymentError(
    'FEE_TOO_HIGH',
    `The fee of ${formatBoth(fee)}, about ${rate}, is more than ${bound}`,
    {
      hint:
        exceeded === 'maxFee'
          ? 'If it is meant, give maxFee, in satoshi.'
          : 'If it is meant, give maxFeeRate, in satoshi per virtual byte (0: no limit).',
    },
  );
}
