import type { Account, AccountCoin, AccountOptions, CoinAccount } from './types.ts';

const names = new WeakMap<Account, CoinAccount>();
const accounts = new WeakMap<CoinAccount, Account>();

/** Returns the plain value that stands for an account in all of its coins. */
export function coinAccountOf(account: Account): CoinAccount {
  const { network, descriptors } = account;
  const name = names.get(account) ?? Object.freeze({ network, descriptors });
  names.set(account, name);
  accounts.set(name, account);
  return name;
}

/** A coin with its account opened. */
export type OpenCoin = Omit<AccountCoin, 'account'> & { readonly account: Account };

/**
 * Opens the accounts of coins. Coins that `account.coins` made lead to that account; copies of
 * them (structured clones) to the account for change if it has the same descriptors, else to one
 * that is opened again from its descriptors, which may throw `PaymentError`.
 */
export function openCoins(
  coins: readonly AccountCoin[],
  change: unknown,
  open: (descriptors: CoinAccount['descriptors'], options: AccountOptions) => Account,
): readonly OpenCoin[] {
  const target: Partial<Account & { account: Account }> = Object(change);
  const own = target.account ?? target;
  const byText = new Map<string, Account>();
  if (isAccount(own)) byText.set(textOf(own), own);
  const openFor = (name: CoinAccount): Account => {
    const { network, descriptors } = name;
    const { secp256k1 } = own;
    const opened =
      accounts.get(name) ?? byText.get(textOf(name)) ?? open(descriptors, { network, secp256k1 });
    byText.set(textOf(name), opened);
    return opened;
  };
  return coins.map((coin) => ({ ...coin, account: openFor(coin.account) }));
}

const textOf = ({ network, descriptors }: CoinAccount): string =>
  [network.name, network.hrp, ...descriptors].join(' ');

/** Whether a value is an account; for callers without types. */
export const isAccount = (value: Partial<Account>): value is Account =>
  typeof value.changeAddress === 'function' && typeof value.find === 'function';
