/** A fee in satoshi over a size. Sizes are positive; fees may be negative. Core: util/feefrac.h. */
export type FeeFrac = { readonly fee: number; readonly size: number };

/** Compares fee rates exactly; negative if `a` pays less per size than `b`. */
export function compareFeeRate(a: FeeFrac, b: FeeFrac): number {
  const left = a.fee * b.size;
  const right = b.fee * a.size;
  if (Math.abs(left) <= Number.MAX_SAFE_INTEGER && Math.abs(right) <= Number.MAX_SAFE_INTEGER) {
    return left - right;
  }
  const difference = BigInt(a.fee) * BigInt(b.size) - BigInt(b.fee) * BigInt(a.size);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
