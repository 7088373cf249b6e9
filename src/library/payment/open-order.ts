import { curveOf } from '../../crypto/complete-curve.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import type { Satoshis } from '../../encoding/amount.ts';
import { argumentError } from '../../encoding/coldsign-error.ts';
import { outPointKey, parseOutPointKey, totalValue } from '../../transaction/transaction.ts';
import {
  chooseBranch,
  depthToOpen,
  openLocktime,
  openSequence,
} from '../../wallet/funding/branch-locks.ts';
import { usualRequest } from '../../wallet/funding/fund-request.ts';
import { openAccount } from './account.ts';
import { accountOf, isSameNetwork, type OpenCoin, openCoins } from './coin-account.ts';
import { distinctCoins } from './coins.ts';
import type { FundOptions } from './fund-options.ts';
import { heldPath } from './funding-coins.ts';
import { checkNamedCoins, insufficient, noPath } from './funding-problems.ts';
import { coinsBeside, type Replacement, readReplaced } from './replace.ts';

/** The options of `fund`, with the coins that may be spent and their accounts. */
export type OpenOptions = Omit<FundOptions, 'coins'> & {
  readonly coins: readonly OpenCoin[];
  /** The frozen coins, which are not among `coins`, in satoshi. */
  readonly frozenValue: Satoshis;
  readonly replaced?: Replacement | undefined;
  readonly secp256k1: Secp256k1;
};

/** Finds the coins that may be spent, and the locks that they are spent by. */
export function openOrder(order: FundOptions): OpenOptions {
  const opened = openCoins(order.coins ?? [], order.change, openAccount);
  const replaced =
    order.replaces === undefined
      ? undefined
      : readReplaced(order.replaces, opened, accountOf(order.change));
  const known = replaced ? coinsBeside(replaced, opened) : opened;
  const given = { ...order, ...withoutFrozen(known, replaced, order.frozen), replaced };
  const [first] = given.coins;
  if (first === undefined) {
    throw insufficient(known.length > 0 ? 'All coins are frozen' : 'There are no coins', given);
  }
  const { network } = first.account;
  const secp256k1 = curveOf(first.account.secp256k1);
  const options = alongPath({ ...given, coins: distinctCoins(given.coins), secp256k1 });
  if (options.spendAll) checkNamedCoins(options);
  if (options.coins.some(({ account }) => !isSameNetwork(account.network, network))) {
    throw argumentError('The coins are of several networks', 'Spend those of one network.');
  }
  const { network: rest = network } = accountOf(order.change) ?? {};
  if (isSameNetwork(rest, network)) return options;
  throw argumentError(
    `The coins are of ${network.name}, but change is an account of ${rest.name}`,
    'Open the account for change on the network of the coins.',
  );
}

/** Leaves out the frozen coins. */
function withoutFrozen(
  coins: readonly OpenCoin[],
  replaced: Replacement | undefined,
  frozen: readonly string[] = [],
): Pick<OpenOptions, 'coins' | 'frozenValue'> {
  const names = new Set(frozen.map((name) => outPointKey(parseOutPointKey(name.toLowerCase()))));
  const isFrozen = (coin: OpenCoin) => names.has(outPointKey(coin));
  const needed = replaced?.coins.find(isFrozen);
  if (needed === undefined) {
    const left = coins.filter((coin) => !isFrozen(coin));
    return { coins: left, frozenValue: totalValue(coins.filter(isFrozen)) };
  }
  throw argumentError(
    `The coin ${outPointKey(needed)} is frozen, but the replaced transaction spends it`,
    'A replacement spends the same coins again. Take the coin out of frozen.',
  );
}

/** Applies the locks and the age of the path that is chosen, or that follows from the keys. */
function alongPath(options: OpenOptions): OpenOptions {
  const { coins, path = heldPath(coins), replaced } = options;
  if (path === undefined) return options;
  const asked = chooseBranch([...new Set(coins.map(({ account, side }) => account[side]))], path);
  if ('error' in asked) throw noPath(asked);
  const sequence = openSequence(asked, options.sequence, usualRequest.version);
  if (typeof sequence === 'object') throw noPath(sequence);
  const locktime = openLocktime(asked, options.locktime ?? 0);
  if (typeof locktime === 'object') throw noPath(locktime);
  const old = coins.filter(
    ({ confirmations }) => confirmations >= depthToOpen(asked.older && sequence),
  );
  if (old.length === 0) {
    throw insufficient(`No coin is old enough for the path: older(${sequence})`, options);
  }
  // A replacement keeps a later lock time of the same kind.
  const kept = replaced && openLocktime({ after: locktime }, replaced.locktime);
  return {
    ...options,
    path,
    coins: old,
    sequence,
    locktime: typeof kept === 'number' ? kept : locktime,
  };
}
