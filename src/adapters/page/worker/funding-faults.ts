import type { FundingFeeFault } from '../../../rpc/spending/funding-fee.ts';
import { fundingErrorMessage } from '../../../rpc/spending/funding-messages.ts';
import { defaultFeeTiers } from '../../../transaction/fee-bounds.ts';
import { describeFault, describeHighRate } from '../../../transaction/fee-messages.ts';

/** Describes a fee above the limit without Core's options. */
export function excessMessage({ fault, lifts }: FundingFeeFault): string {
  const fee = `The ${describeFault(fault)}.`;
  return lifts
    ? `${fee} It lifts unconfirmed transactions. Choose confirmed coins.`
    : `${fee} Enter a lower fee rate.`;
}

/** The message for a fee above the limit of one transaction. */
export const ABOVE_MOST = 'The fee is more than 0.1 BTC. Enter a lower fee rate in sat/vB.';

/** Errors of coins or amounts that do not pay the fee. */
const UNPAID_FEE: ReadonlySet<string> = new Set(
  (['recipient below fee', 'recipient dust after fee'] as const).map((error) =>
    fundingErrorMessage({ error }),
  ),
);

/** Describes a fee rate in sat/vB above the limit, if it makes every payment impossible. */
export function rateMessage(error: string, rate: number): string | undefined {
  const isFee = UNPAID_FEE.has(error) || /transaction fee is included/.test(error);
  const high = isFee ? describeHighRate(rate, defaultFeeTiers.tooHigh) : undefined;
  if (high !== undefined) return `${high} Enter a lower fee rate.`;
  return UNPAID_FEE.has(error) ? FEE_TAKES_ALL : undefined;
}

const FEE_TAKES_ALL =
  'The fee is more than an amount that pays it. Enter a lower fee rate, or a larger amount.';
const TOO_LITTLE =
  'Your coins are not enough for this payment. Enter a smaller amount, or choose more coins.';
const TOO_SMALL = 'An amount is too small to send. Enter a larger amount.';

/** Core's sentence for a balance that covers the payment, and not its fee. */
const OVER_BALANCE = /^The total exceeds your balance when the (\S+) transaction fee is included/;

/** Returns what to do about an error that has only Core's sentence. */
export function fundingAdvice(error: string): string | undefined {
  const [, fee] = OVER_BALANCE.exec(error) ?? [];
  return fee === undefined
    ? FUNDING_FAULTS.get(error)
    : `Your balance does not cover the payment and its fee of ${fee} BTC. Enter a smaller amount or a lower fee rate.`;
}

/** Advice for errors without facts. */
const FUNDING_FAULTS: ReadonlyMap<string, string> = new Map([
  ['Amount out of range', TOO_LITTLE],
  ...(['insufficient funds', 'preset too small'] as const).map(
    (error) => [fundingErrorMessage({ error }), TOO_LITTLE] as const,
  ),
  [fundingErrorMessage({ error: 'recipient is dust' }), TOO_SMALL],
]);
