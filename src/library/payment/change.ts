import type { OpenCoin } from './coin-account.ts';
import type { Account } from './types.ts';

/**
 * Returns the position for change of an account: after the positions that the account was opened
 * with, and after every given coin.
 */
export function changeIndex(account: Account, coins: readonly OpenCoin[]): number {
  const side = account.change === account.receive ? 'receive' : 'change';
  return coins
    .filter((coin) => coin.account === account && coin.side === side)
    .reduce((most, { index }) => Math.max(most, index + 1), account.next.change);
}
