import type { Limbs } from './limbs.ts';

/** Names of borrowed memory. Each has one user, which releases it when it returns. */
type Use = 'denominators' | 'products' | 'even sums' | 'odd sums';

const spaces = new Map<Use, Limbs>();

/**
 * Returns the same memory for each call, with any contents. Otherwise thousands of additions would
 * leave garbage.
 */
export function borrowLimbs(use: Use, length: number): Limbs {
  let space = spaces.get(use);
  if (space === undefined || space.length < length) {
    space = new Float64Array(length);
    spaces.set(use, space);
  }
  return space.subarray(0, length);
}
