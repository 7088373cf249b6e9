import type { Network } from '../../encoding/network.ts';
import type { Account, AccountCoin, AccountOptions, CoinAccount } from './types.ts';

// A copy of an account, such as { ...account }, has the same functions.
const names = new WeakMap<Account['withNext'], CoinAccount>();
const accounts = new WeakMap<CoinAccount, Account>();

/** Remembers the plain value that represents an account, at any position, in all of its coins. */
export function nameAccount(account: Account, name: CoinAccount): void {
  names.set(account.withNext, name);
  if (!accounts.has(name)) accounts.set(name, account);
}

/** Returns the plain value that represents an account in all of its coins. */
export const coinAccountOf = (account: Account): CoinAccount =>
  names.get(account.withNext) ?? { network: account.network, descriptors: account.descriptors };

/** Returns true for one network with one kind of addresses. */
export const isSameNetwork = (a: Network, b: Network): boolean =>
  a.name === b.name && a.hrp === b.hrp;

/** A coin with its account opened. */
export type OpenCoin = Omit<AccountCoin, 'account'> & { readonly account: Account };

/**
 * Opens the accounts of coins. Coins that `account.coins` made lead to that account. Copies of them
 * (structured clones) lead to the account for change if it has the same descriptors, else to an
 * account that is opened again from its descriptors, which may throw `ColdsignError`.
 */
export function openCoins(
  coins: readonly AccountCoin[],
  change: unknown,
  open: (descriptors: CoinAccount['descriptors'], options: AccountOptions) => Account,
): readonly OpenCoin[] {
  const own = accountOf(change);
  const byText = new Map<string, Account>(own && [[textOf(own), own]]);
  const openFor = (name: CoinAccount): Account => {
    const { network, descriptors } = name;
    const live = own && names.get(own.withNext) === name ? own : accounts.get(name);
    const options = { network, secp256k1: own?.secp256k1 };
    const opened = live ?? byText.get(textOf(name)) ?? open(descriptors, options);
    byText.set(textOf(name), opened);
    return opened;
  };
  return coins.map((coin) => ({ ...coin, account: openFor(coin.account) }));
}

const textOf = ({ network, descriptors }: CoinAccount): string =>
  [network.name, network.hrp, ...descriptors].join(' ');

/** Returns the account that change goes to, also for callers without types. */
export function accountOf(change: unknown): Account | undefined {
  const target: Partial<Account & { account: Account }> = Object(change);
  const account = target.account ?? target;
  return isAccount(account) ? account : undefined;
}

const isAccount = (value: Partial<Account>): value is Account =>
  typeof value.changeAddress === 'function' && typeof value.find === 'function';
