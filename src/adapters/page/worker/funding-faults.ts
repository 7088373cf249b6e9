import type { FundingFeeFault } from '../../../rpc/spending/funding-fee.ts';
import { fundingErrorMessage } from '../../../rpc/spending/funding-messages.ts';
import { describeFault } from '../../../transaction/fee-messages.ts';

/** Describes a fee above the limit without Core's options. */
export function excessMessage({ fault, lifts }: FundingFeeFault): string {
  const fee = `The ${describeFault(fault)}.`;
  return lifts
    ? `${fee} It lifts unconfirmed transactions. Choose confirmed coins.`
    : `${fee} Enter a lower fee rate.`;
}

/** The message for a fee above the limit of one transaction. */
export const ABOVE_MOST = 'The fee is more than 0.1 BTC. Enter a lower fee rate in sat/vB.';

const TOO_LITTLE =
  'Your coins are not enough for this payment. Enter a smaller amount, or choose more coins.';
const TOO_SMALL = 'An amount is too small to send, or to take the fee from. Enter a larger amount.';

/** Advice for errors that have only Core's sentence. */
export const FUNDING_FAULTS: ReadonlyMap<string, string> = new Map([
  ['Amount out of range', TOO_LITTLE],
  ...(['insufficient funds', 'preset too small'] as const).map(
    (error) => [fundingErrorMessage({ error }), TOO_LITTLE] as const,
  ),
  ...(['recipient is dust', 'recipient below fee', 'recipient dust after fee'] as const).map(
    (error) => [fundingErrorMessage({ error }), TOO_SMALL] as const,
  ),
]);
