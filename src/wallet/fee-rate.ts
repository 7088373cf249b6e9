/** A fee rate in satoshi per 1,000 vbytes, as Core's `CFeeRate` (policy/feerate.h). */
export type FeeRate = number;

/** Converts sat/vB, the unit of every rate of the public API, to Core's. */
export const toFeeRate = (feeRate: number): FeeRate => Math.round(feeRate * 1000);

/** Converts a rate in sat/vB if it is known. */
export const rateOf = (feeRate: number | undefined): FeeRate | undefined =>
  feeRate === undefined ? undefined : toFeeRate(feeRate);

/** Returns the fee in satoshi for a size in vbytes, rounded up. */
export function feeFor(rate: FeeRate, vsize: number): number {
  return Math.ceil((rate * vsize) / 1000);
}

/** Formats a rate as in Core's messages: `1.000 sat/vB`. */
export function formatFeeRate(rate: FeeRate): string {
  const thousandths = String(rate % 1000).padStart(3, '0');
  return `${Math.floor(rate / 1000)}.${thousandths} sat/vB`;
}
