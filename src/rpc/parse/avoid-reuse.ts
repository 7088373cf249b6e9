import type { Wallet } from '../../wallet/wallet.ts';
import { walletError } from '../error.ts';

/** Core: GetAvoidReuseFlag (wallet/rpc/util.cpp). */
export function parseAvoidReuse(given: boolean | undefined, { flags }: Wallet): boolean {
  const avoids = given ?? flags.avoidReuse;
  if (!avoids || flags.avoidReuse) return avoids;
  throw walletError('wallet does not have the "avoid reuse" feature enabled');
}
