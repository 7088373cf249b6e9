import type { Bytes } from '../../encoding/bytes.ts';
import { loadPart } from '../../encoding/load-part.ts';
import { isOrdinaryPayment } from '../../review/ordinary-payment.ts';
import type { Context } from '../context.ts';
import type { RawSigning } from './approve.ts';
import type { SigningLimits } from './fee-limits.ts';

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
  const isReviewed = asksForReview(signing, limits, context);
  const { fees, expectedFeeRate } = limits;
  const isKey = (xOnly: Bytes) => context.secp256k1.isXOnlyPublicKey(xOnly);
  // Nothing forbids such a payment, and there is nothing to warn of.
  if (!isReviewed && isOrdinaryPayment(signing, isKey, fees.tooHigh, expectedFeeRate)) return [];
  // Loaded before any signature. A bundle whose calls are ordinary payments starts without it.
  const judge = await loadPart(async () => (await import('./judge-cost.ts')).judgeCost);
  if (!isReviewed) return judge(signing, limits, context);
  const approve = await loadPart(async () => (await import('./approve.ts')).approveByReview);
  return judge(signing, limits, context, await approve(signing, limits, context));
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
