import { formatAmount, formatMoney, type Satoshis } from '../encoding/amount.ts';
import {
  type ExceededBound,
  type FeeBounds,
  type FeeFacts,
  perKvb,
} from '../transaction/fee-bounds.ts';

/** Formats as `99,950,000`. */
function groupDigits(number: bigint): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Formats as `0.99950000 BTC (99,950,000 sat)`. */
export function formatBoth(amount: Satoshis): string {
  return `${formatAmount(amount)} BTC (${groupDigits(amount)} sat)`;
}

/** Formats satoshi per 1,000 virtual bytes as `908,636.36 sat/vB`. */
export function formatRate(perKvb: bigint): string {
  const hundredths = String((perKvb % 1000n) / 10n).padStart(2, '0');
  return `${groupDigits(perKvb / 1000n)}.${hundredths} sat/vB`;
}

/** Formats a fee rate in BTC per 1,000 virtual bytes, as options for fee rates expect it. */
export function formatRateInBtc(perKvb: bigint): string {
  return `${formatMoney(perKvb)} BTC/kvB`;
}

/** Returns the bound that a fee exceeds, such as `2,000.00 sat/vB`. */
export function formatBound(
  { paid, expectedFeeRate = 0 }: FeeFacts,
  { maxFeeRate, maxShare, maxFee, maxTimesEstimate }: FeeBounds,
  exceeded: ExceededBound,
): string {
  switch (exceeded) {
    case 'maxFeeRate':
      return formatRate(perKvb(maxFeeRate));
    case 'maxShare':
      return `${maxShare} % of the payment of ${formatBoth(paid)}`;
    case 'maxFee':
      return formatBoth(maxFee);
    case 'maxTimesEstimate':
      return `${maxTimesEstimate} times the estimate of ${formatRate(perKvb(expectedFeeRate))}`;
  }
}

/** Formats as `bcrt 1qw5 08d6`. */
export function groupsOfFour(text: string): string {
  return text.replace(/(.{4})(?=.)/g, '$1 ');
}
