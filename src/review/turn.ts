import type { Review, ReviewedInput } from './model.ts';

/** Returns true for an input that is the user's, and that the user's keys have not signed yet. */
export function isSignable(input: ReviewedInput): boolean {
  return isOurs(input) && input.verdict === undefined && !hasOurs(input);
}

/**
 * Returns true if the user's keys have signed all that they can, and the inputs still wait for
 * signatures of others.
 */
export function waitsForOthers({ inputs }: Pick<Review, 'inputs'>): boolean {
  const ours = inputs.filter(isOurs);
  return ours.some(isHalfSigned) && !ours.some(isSignable);
}

const isOurs = ({ owner, claim }: ReviewedInput): boolean =>
  owner !== undefined || claim === 'key' || claim === 'shared';

const hasOurs = ({ cosigners }: ReviewedInput): boolean =>
  cosigners?.keys.every((key) => !key.isOwn || key.hasSigned) ?? false;

/** Returns true for an input that has a signature of the user, and too few in all. */
function isHalfSigned({ cosigners }: ReviewedInput): boolean {
  const signed = cosigners?.keys.filter(({ hasSigned }) => hasSigned) ?? [];
  return signed.some(({ isOwn }) => isOwn) && signed.length < (cosigners?.required ?? 0);
}
