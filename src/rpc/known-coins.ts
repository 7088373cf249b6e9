import { coinFinder } from '../chain/find-coins.ts';
import type { Coin, OutPoint } from '../transaction/transaction.ts';
import type { Context } from './context.ts';

/** The unspent coins that the caller's function knows, or else the chain; by `outPointKey`. */
export async function findKnownCoins(
  { findCoins, chain }: Context,
  outPoints: readonly OutPoint[],
): Promise<ReadonlyMap<string, Coin>> {
  const find = findCoins ?? (chain && coinFinder(chain));
  return (await find?.(outPoints)) ?? new Map();
}
