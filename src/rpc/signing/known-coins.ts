import { coinFinder } from '../../chain/find-coins.ts';
import type { Coin, OutPoint } from '../../transaction/transaction.ts';
import { guard } from '../chain.ts';
import type { Context } from '../context.ts';

/** The unspent coins that the caller's function knows, or else the chain; by `outPointKey`. */
export async function findKnownCoins(
  { findCoins, chain }: Pick<Context, 'findCoins' | 'chain'>,
  outPoints: readonly OutPoint[],
): Promise<ReadonlyMap<string, Coin>> {
  const find = findCoins ?? (chain && coinFinder(chain));
  return find === undefined ? new Map() : guard(find)(outPoints);
}
