import { formatBoth, formatMoney, groupDigits } from '../encoding/amount.ts';
import { argumentError } from '../encoding/coldsign-error.ts';
import {
  defaultFeeTiers,
  type FeeBounds,
  type FeeFacts,
  type FeeFault,
  type FeeTiers,
  feeRateOf,
  isRateAbove,
  perKvb,
} from './fee-bounds.ts';

/** Formats satoshi per 1,000 virtual bytes as `908,636.36 sat/vB`. */
export function formatRate(perKvb: bigint): string {
  const hundredths = String((perKvb % 1000n) / 10n).padStart(2, '0');
  return `${groupDigits(perKvb / 1000n)}.${hundredths} sat/vB`;
}

/** Formats a fee rate in BTC per 1,000 virtual bytes, as options for fee rates expect it. */
export function formatRateInBtc(perKvb: bigint): string {
  return `${formatMoney(perKvb)} BTC/kvB`;
}

/** Returns a fee and its rate, such as `0.00000306 BTC (306 sat), about 2.00 sat/vB`. */
export function describeFee({ fee, vsize }: FeeFacts): string {
  const rate = vsize > 0 ? `, about ${formatRate(feeRateOf(fee, vsize))}` : '';
  return `${formatBoth(fee)}${rate}`;
}

/** Returns the limit that a fee exceeds, such as `2,000.00 sat/vB`. */
export function describeLimit({ facts, bounds, exceeded }: FeeFault): string {
  const { paid, expectedFeeRate = 0 } = facts;
  switch (exceeded) {
    case 'maxFeeRate':
      return formatRate(perKvb(bounds.maxFeeRate));
    case 'maxShare':
      return `${bounds.maxShare} % of the payment of ${formatBoth(paid)}`;
    case 'maxFee':
      return formatBoth(bounds.maxFee);
    case 'maxTimesEstimate':
      return `${bounds.maxTimesEstimate} times the estimate of ${formatRate(perKvb(expectedFeeRate))}`;
  }
}

/** Returns a fee and its limit, such as `fee of …, is more than 2,000.00 sat/vB`. */
export const describeFault = (fault: FeeFault): string =>
  `fee of ${describeFee(fault.facts)}, is more than ${describeLimit(fault)}`;

/** Returns why a rate in sat/vB is refused; `undefined` if it is within the bounds. */
export function describeHighRate(rate: number, bounds: FeeBounds): string | undefined {
  if (!isRateAbove(rate, bounds)) return undefined;
  const [asked, limit] = [formatRate(perKvb(rate)), formatRate(perKvb(bounds.maxFeeRate))];
  return `The fee rate is too high. It is ${asked}. The limit is ${limit}.`;
}

/** Rate in sat/vB from which a mistaken unit is likely. */
const UNLIKELY_RATE = 1000;

/** Returns the beginning of a hint for a rate that was probably meant in another unit. */
export const feeRateHint = (feeRate: number | undefined, name = 'feeRate'): string =>
  feeRate === undefined || feeRate < UNLIKELY_RATE
    ? ''
    : `${name === 'feeRate' ? 'A' : 'An'} ${name} of ${feeRate} looks like satoshi per 1,000 virtual bytes (sat/kvB), but it is in satoshi per virtual byte: ${feeRate} sat/kvB is ${feeRate / 1000}. `;

type Expected = Pick<FeeFacts, 'expectedFeeRate'> & { readonly fees?: FeeTiers | undefined };

/**
 * Refuses an expected rate beyond the limit of fees. Compared with it, no fee would be too high.
 *
 * @param at - The options that it is in.
 */
export function checkExpected(
  at: string,
  { expectedFeeRate: rate = 0, fees = defaultFeeTiers }: Expected,
): void {
  if (!isRateAbove(rate, fees.tooHigh)) return;
  throw argumentError(
    `${at}.expectedFeeRate is ${rate} sat/vB, above the limit of ${fees.tooHigh.maxFeeRate} sat/vB`,
    `${feeRateHint(rate, 'expectedFeeRate')}If it is meant, give fees with a higher maxFeeRate.`,
  );
}
