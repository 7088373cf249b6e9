import type { FollowedRange } from '../chain/source.ts';
import type { Wallet } from '../wallet/wallet.ts';

/** A wallet's scripts, for chains that are asked script by script. */
export function followedRanges({
  descriptors,
}: Pick<Wallet, 'descriptors'>): readonly FollowedRange[] {
  return [...descriptors].map(([id, { scripts, nextIndex }]) => ({ id, scripts, next: nextIndex }));
}
