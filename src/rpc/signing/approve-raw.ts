import { rawCost } from '../../review/raw-cost.ts';
import type { Context } from '../context.ts';
import type { RawSigning } from './approve.ts';
import { contradictions, doubts } from './doubts.ts';
import { checkFee, type SigningLimits } from './fee-limits.ts';

/**
 * Reviews what the signatures would do before any is made. Throws if a limit forbids it or the user
 * declines. Returns the warnings for the result.
 */
export async function approveRaw(
  signing: RawSigning,
  limits: SigningLimits | undefined,
  context: Context,
): Promise<readonly string[]> {
  if (limits === undefined) return [];
  const { transaction, coins, known } = signing;
  const cost = await costOf(signing, limits, context);
  return [...contradictions(transaction, coins, known), ...doubts(cost)];
}

async function costOf(signing: RawSigning, limits: SigningLimits, context: Context) {
  if (asksForReview(signing, limits, context)) {
    // Loaded before any signature. A bundle whose calls ask for no review starts without it.
    const { approveByReview } = await import('./approve.ts');
    return approveByReview(signing, limits, context);
  }
  const { transaction, coins, previous, provider, sighashType, known, signs } = signing;
  const given = { coins, previous, provider, sighashType, secp256k1: context.secp256k1 };
  const cost = rawCost(transaction, given, known);
  if (signs) checkFee(cost, limits);
  return cost;
}

/**
 * Returns whether someone reads the findings or the owners. Without owners, no finding forbids a
 * signature by itself.
 */
const asksForReview = (
  { findOwners, onApproved }: RawSigning,
  { reviewed }: SigningLimits,
  { approve, policy }: Context,
): boolean =>
  [findOwners, onApproved, reviewed, approve, policy].some((each) => each !== undefined);
