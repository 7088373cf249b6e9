import { formatBoth, formatMoney, groupDigits } from '../encoding/amount.ts';
import { type FeeFacts, type FeeFault, feeRateOf, perKvb } from './fee-bounds.ts';

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
