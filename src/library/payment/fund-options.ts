import type { RandomBytes } from '../../wallet/random.ts';
import { checkArgument } from './arguments.ts';
import { wrongArgument } from './error.ts';
import type { FeeLimits } from './fee.ts';
import { noPath } from './funding-problems.ts';
import type { ChangeTarget, PaymentOutput } from './outputs.ts';
import type { AccountCoin, CoinAccount } from './types.ts';

/** What a transaction should be like. */
export type FundOptions = FeeLimits & {
  /** What may be spent, of one account or of several. */
  readonly coins: readonly AccountCoin[];
  /** What is paid. */
  readonly outputs: readonly PaymentOutput[];
  /** Where the rest goes. */
  readonly change: ChangeTarget;
  /** In satoshi per virtual byte; thousandths count. At least 0.1. */
  readonly feeRate: number;
  /**
   * Spend all of `coins`, whether they are needed or not: coin control, and the replacement of an
   * earlier transaction. Throws for a coin that cannot or should not be spent yet: `IMMATURE_COIN`,
   * `UNSAFE_COIN`. Default: false.
   */
  readonly spendAll?: boolean | undefined;
  /**
   * Spend coins that are not `safe` too: unconfirmed coins of others, which whoever paid them can
   * still take back. Default: false.
   */
  readonly includeUnsafe?: boolean | undefined;
  /**
   * Of the inputs, unsigned, 32 bits. Default: 0xfffffffd, which signals that the transaction may
   * be replaced (BIP125). A path with `older(n)` opens with n.
   */
  readonly sequence?: number | undefined;
  /**
   * Unsigned, 32 bits: below 500,000,000 a block's height, else seconds since 1970. Default: 0. A
   * path with `after(n)` opens with n.
   */
  readonly locktime?: number | undefined;
  /**
   * The number of the path, in the list of `spendingPaths`, that the coins are spent by: the fee is
   * that of its size, `sequence` and `locktime` follow from its locks where they are left out, and
   * coins that are too young for it are not chosen. Left out: whichever the keys allow, and the fee
   * is that of the largest one, in taproot of the one that the account's keys can take.
   */
  readonly path?: number | undefined;
  /** Of the PSBT: 0 is what most devices read. Default: 2. */
  readonly psbtVersion?: 0 | 2 | undefined;
  /**
   * So many bytes that nobody can guess, for the order of inputs and outputs and for the choice
   * among coins. Left out, both follow from the arguments, and from what the account for change
   * knows: the same call makes the same transaction, and who knows all coins can tell the change.
   */
  readonly random?: RandomBytes | undefined;
};

/** For callers without types: coins of `account.coins`, and copies of them. */
const isNamed = (account: Partial<CoinAccount> | undefined): boolean =>
  typeof account?.network?.hrp === 'string' &&
  Array.isArray(account.descriptors) &&
  account.descriptors.every((text) => typeof text === 'string');

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** For callers without types. */
export function checkOptions(order: FundOptions): void {
  const { coins, outputs, sequence, locktime, spendAll, includeUnsafe, path, random } =
    checkArgument('order', order, 'object', 'Write fund({ coins, outputs, change, feeRate }).');
  const { psbtVersion = 2 } = order;
  const isCoin = (coin: Partial<AccountCoin> | undefined) =>
    typeof coin?.amount === 'bigint' && isNamed(coin.account);
  if (!Array.isArray(coins) || !coins.every(isCoin)) {
    throw wrongArgument(
      'coins must be what account.coins() answers',
      'Hand the list of a server to account.coins() first.',
    );
  }
  if (!Array.isArray(outputs) || outputs.length === 0 || !outputs.every(isObject)) {
    throw wrongArgument(
      'outputs must be a list with at least one entry',
      'Write [{ address, amount: 60_000n }].',
    );
  }
  for (const [name, value] of Object.entries({ spendAll, includeUnsafe })) {
    if (value !== undefined && typeof value !== 'boolean')
      throw wrongArgument(`${name} must be true or false`, 'Leave it out for false.');
  }
  for (const [name, value] of Object.entries({ sequence, locktime })) {
    const isFree =
      value === undefined || (Number.isInteger(value) && value >= 0 && value <= 0xffffffff);
    if (!isFree)
      throw wrongArgument(
        `${name} must be a whole number of 32 bits`,
        'Leave it out, or count from 0 to 4294967295.',
      );
  }
  if (path !== undefined && !(Number.isInteger(path) && path >= 0)) {
    throw noPath({ error: 'no such path', count: 500 });
  }
  if (psbtVersion !== 0 && psbtVersion !== 2)
    throw wrongArgument('psbtVersion must be 0 or 2', 'Leave it out for 2.');
  if (random !== undefined && typeof random !== 'function') {
    throw wrongArgument(
      'random must be a function',
      'Write (length) => crypto.getRandomValues(new Uint8Array(length)).',
    );
  }
}
