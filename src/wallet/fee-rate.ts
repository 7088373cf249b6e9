/** A fee rate in satoshi per 1,000 vbytes, as Core's `CFeeRate` (policy/feerate.h). */
export type FeeRate = number;

/** The fee in satoshi for so many vbytes, rounded up. */
export function feeFor(rate: FeeRate, vsize: number): number {
  return Math.ceil((rate * vsize) / 1000);
}

/** `1.000 sat/vB`, as in Core's messages. */
export function formatFeeRate(rate: FeeRate): string {
  const thousandths = String(rate % 1000).padStart(3, '0');
  return `${Math.floor(rate / 1000)}.${thousandths} sat/vB`;
}
