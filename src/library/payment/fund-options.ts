import type { Satoshis } from '../../encoding/amount.ts';
import { argumentError, ColdsignError } from '../../encoding/coldsign-error.ts';
import type { SilentSigning } from '../../psbt/silent-signing.ts';
import type { FeeLimits } from '../../transaction/fee-bounds.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import type { RandomBytes } from '../../wallet/random.ts';
import { checkArgument, checkMembers, checkNames } from './arguments.ts';
import { rateOf } from './fee.ts';
import { noPath } from './funding-problems.ts';
import type { ChangeTarget, PaymentOutput } from './outputs.ts';
import { checkPsbtArgument } from './psbt-arguments.ts';
import type { Replaced } from './replace.ts';
import type { AccountCoin, CoinAccount } from './types.ts';

/** Options of `fund`. */
export type FundOptions = FeeLimits & {
  /**
   * Coins that may be spent, of one account or of several. A replacement spends the coins of the
   * replaced transaction in any case, and of these coins only confirmed ones.
   */
  readonly coins?: readonly AccountCoin[] | undefined;
  /**
   * Coins that are not spent, as `txid:vout`, which is the `ref` of a label with `spendable: false`
   * (BIP329). Names of coins that are not in `coins` have no effect. A replacement cannot leave out
   * a coin of the replaced transaction.
   */
  readonly frozen?: readonly string[] | undefined;
  /**
   * Payments. If absent, a replacement pays what the replaced transaction paid, and with `spendAll`
   * everything goes to `change`. An empty list is an error, except with `spendAll` alone.
   */
  readonly outputs?: readonly PaymentOutput[] | undefined;
  /** Destination of the rest. A replacement puts it where the replaced transaction did. */
  readonly change: ChangeTarget;
  /**
   * Fee rate in satoshi per virtual byte, at least 0.1; thousandths count. Default for a
   * replacement: the lowest rate that nodes accept.
   */
  readonly feeRate?: number | undefined;
  /**
   * Fee rate, in satoshi per virtual byte, of this transaction together with the unconfirmed ones
   * that it builds on (CPFP). Replaces `feeRate`. Each unconfirmed coin needs its `ancestors`.
   */
  readonly packageFeeRate?: number | undefined;
  /**
   * The transaction that this one replaces (RBF): its PSBT, or the result of `fund`, `sign` or
   * `extract`. All its inputs are spent again, and the fee obeys the rules of BIP125 and of the
   * mempool.
   */
  readonly replaces?: Replaced | undefined;
  /**
   * Cancels the payment that `replaces` names: pays no one, and everything goes to `change`.
   * Default: false.
   */
  readonly cancel?: boolean | undefined;
  /** The fees, in satoshi, of unconfirmed transactions that spend from the replaced one. */
  readonly descendantFees?: Satoshis | undefined;
  /**
   * Additional rate in satoshi per virtual byte that a replacement pays for its own size. Default:
   * 1, as nodes before Bitcoin Core 30 ask for; 0.1 is enough for later ones.
   */
  readonly incrementalFeeRate?: number | undefined;
  /**
   * Spend all of `coins`, even if fewer are enough: coin control, and consolidation. Throws for a
   * coin that cannot or should not be spent yet: `IMMATURE_COIN`, `UNSAFE_COIN`. Default: false.
   */
  readonly spendAll?: boolean | undefined;
  /**
   * Spend coins that are not `safe` too: unconfirmed coins of others, which their sender can still
   * take back. Default: false.
   */
  readonly includeUnsafe?: boolean | undefined;
  /**
   * Sequence of the inputs, an unsigned 32-bit number. Default: 0xfffffffd, which signals that the
   * transaction may be replaced (BIP125). A path with `older(n)` opens with n.
   */
  readonly sequence?: number | undefined;
  /**
   * Lock time, an unsigned 32-bit number: below 500,000,000 a block height, else seconds since
   * 1970. Default: 0. A path with `after(n)` opens with n.
   */
  readonly locktime?: number | undefined;
  /**
   * Number of the path, in the list of `spendingPaths`, that the coins are spent by. The fee is
   * that of its size. `sequence` and `locktime` follow from its locks: a longer or later one may be
   * given, and any other that would keep the path closed is an error. Coins that are too young for
   * it are not chosen. If absent, any path that the keys allow is used, and the fee is that of the
   * largest path, or in taproot of the path that the account's keys can take. If its private keys
   * open only paths with locks without others, the smallest of these is chosen, as by `send`.
   */
  readonly path?: number | undefined;
  /** Pays silent payment addresses: `silentSigning` of `coldsign/descriptor`, for `sign` too. */
  readonly silent?: SilentSigning | undefined;
  /** Version of the PSBT: 0 is what most devices read. Default: 2. */
  readonly psbtVersion?: 0 | 2 | undefined;
  /**
   * Returns unpredictable bytes of the given length, for the order of inputs and outputs and for
   * coin selection. If absent, both follow from the arguments: the same call makes the same
   * transaction, and an observer who knows all coins can identify the change.
   */
  readonly random?: RandomBytes | undefined;
};

/** Checks one option of callers without types, and what it needs of the others. */
type Check = (order: FundOptions) => void;

/** Checked where it is used. */
const later: Check = () => undefined;

const isYesOrNo =
  (name: 'spendAll' | 'includeUnsafe' | 'cancel'): Check =>
  ({ [name]: value }) => {
    if (value === undefined || typeof value === 'boolean') return;
    throw argumentError(`${name} must be true or false`, 'Leave it out for false.');
  };

const isUint32 =
  (name: 'sequence' | 'locktime'): Check =>
  ({ [name]: value }) => {
    if (value === undefined || (Number.isInteger(value) && value >= 0 && value <= 0xffffffff)) {
      return;
    }
    throw argumentError(
      `${name} must be a whole number of 32 bits`,
      name === 'locktime' && (Object(value) instanceof Date || Number(value) > 0xffffffff)
        ? 'A time is in seconds since 1970: divide the milliseconds of a Date by 1000, and round down.'
        : 'Leave it out, or count from 0 to 4294967295.',
    );
  };

/** A final sequence of all inputs turns the lock time off. */
function checkLocktime(order: FundOptions): void {
  isUint32('locktime')(order);
  const { locktime = 0, sequence } = order;
  if (locktime === 0 || sequence !== 0xffffffff) return;
  throw argumentError(
    `locktime ${locktime} has no effect, because sequence is 0xffffffff`,
    'Leave sequence out, or give 0xfffffffe if the payment is not to be replaceable.',
  );
}

/** Options that go to the choice of coins as they are. */
const passedOn = {
  sequence: isUint32('sequence'),
} as const satisfies { readonly [Name in keyof FundOptions]?: Check };

/**
 * The options of `fund`, `splitBatch` and `consolidate`, with their checks in this order. Their
 * accepted names follow from these rows. docs/architecture.md lists what a new option needs.
 */
const rows: { readonly [Name in keyof FundOptions]-?: Check } = {
  coins: checkCoins,
  silent: ({ silent }) => checkPsbtArgument('silent', silent, 'SilentSigning?'),
  change: ({ change }) => checkChange(change),
  frozen: checkFrozen,
  outputs: checkOutputs,
  packageFeeRate: checkPackage,
  feeRate: checkFeeRate,
  incrementalFeeRate: ({ incrementalFeeRate: rate }) =>
    rate === undefined || rateOf(rate, 'incrementalFeeRate'),
  descendantFees: checkDescendantFees,
  spendAll: isYesOrNo('spendAll'),
  includeUnsafe: isYesOrNo('includeUnsafe'),
  cancel: isYesOrNo('cancel'),
  locktime: checkLocktime,
  path: checkPath,
  psbtVersion: checkVersion,
  random: checkRandom,
  replaces: later,
  maxFeeRate: later,
  maxFee: later,
  ...passedOn,
};

/** The kinds of the members of `fund`'s options, which `rows` check. */
export const fundMembers = Object.fromEntries(
  Object.keys(rows).map((name) => [name, 'any'] as const),
);

/** Checks the options of callers without types, and returns a copy of them. */
export function checkOptions(order: FundOptions): FundOptions {
  const usage = 'Write fund({ coins, outputs, change, feeRate }).';
  const given = checkMembers('order', order, { name: 'FundOptions', only: fundMembers }, usage);
  for (const check of Object.values(rows)) check(given);
  return given;
}

/** Returns the options that go to the choice of coins as they are. */
export function passedOptions(order: FundOptions): Pick<FundOptions, keyof typeof passedOn> {
  return Object.fromEntries(Object.keys(passedOn).map((name) => [name, Reflect.get(order, name)]));
}

/** Checks coins of `account.coins`, and copies of them, for callers without types. */
const isNamed = (account: Partial<CoinAccount> | undefined): boolean =>
  typeof account?.network?.hrp === 'string' &&
  Array.isArray(account.descriptors) &&
  account.descriptors.every((text) => typeof text === 'string');

function checkCoins({ coins = [] }: FundOptions): void {
  checkNames('coins', coins, 'AccountCoin[]');
  const isCoin = (coin: Partial<AccountCoin> | undefined) =>
    typeof coin?.value === 'bigint' && isNamed(coin.account);
  if (!Array.isArray(coins) || !coins.every(isCoin)) {
    throw argumentError(
      'coins must be what account.coins() answers',
      'Hand the list of a server to account.coins() first.',
    );
  }
  checkArgument('coins', coins, 'AccountCoin[]');
}

/** Checks the members of an account for change. Anything else is refused later. */
function checkChange(change: unknown): void {
  const { account, index }: Partial<{ account: unknown; index: unknown }> = Object(change);
  if (account !== undefined || index !== undefined) {
    checkArgument('change', change, 'ChangePosition');
  } else if (typeof change === 'object') checkNames('change', change, 'Account');
}

/** Checks the names of frozen coins. A misspelt name would let its coin be spent. */
function checkFrozen({ frozen = [] }: FundOptions): void {
  const isOutPoint = (text: unknown) =>
    typeof text === 'string' && /^[0-9a-f]{64}:(0|[1-9]\d{0,9})$/i.test(text);
  const isList = Array.isArray(frozen);
  // `every` passes over the holes of a list.
  if (isList && [...frozen].every(isOutPoint)) return;
  throw argumentError(
    'frozen must be a list of coins as txid:vout',
    'Write the txid, a colon and the number of the output, as the ref of a BIP329 label.',
  );
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

function checkOutputs(order: FundOptions): void {
  checkPayees(order);
  const { outputs = [] } = order;
  const isFree = order.replaces !== undefined || order.spendAll === true;
  const isEmpty = !isFree && order.outputs?.length === 0;
  // `every` passes over the holes of a list.
  if (!Array.isArray(outputs) || isEmpty || ![...outputs].every(isObject)) {
    throw argumentError(
      'outputs must be a list with at least one entry',
      'Write [{ address, value: 60_000n }].',
    );
  }
  checkArgument('outputs', outputs, 'PaymentOutput[]');
}

/** A list of payees that became empty must not cancel a payment. */
function checkPayees({ outputs, replaces, cancel }: FundOptions): void {
  if (cancel === true && replaces === undefined) {
    throw argumentError(
      'cancel needs replaces',
      'Give the PSBT of the payment to cancel as replaces.',
    );
  }
  if (cancel === true && outputs !== undefined) {
    throw argumentError(
      'cancel is given together with outputs',
      'A cancelled payment pays no one: leave outputs out.',
    );
  }
  if (replaces === undefined || outputs?.length !== 0) return;
  throw argumentError(
    'outputs is empty, so the replacement would pay no one',
    'Leave outputs out to pay the same payees again, or set cancel: true to send everything to change.',
  );
}

/** A package also needs the ancestors of its coins. */
function checkPackage({ packageFeeRate, feeRate, replaces, coins = [] }: FundOptions): void {
  if (packageFeeRate === undefined) return;
  if (feeRate !== undefined || replaces !== undefined) {
    throw argumentError(
      'packageFeeRate is given together with feeRate or replaces',
      'A package is built on unconfirmed coins, a replacement on the coins of the replaced transaction: give one of them.',
    );
  }
  rateOf(packageFeeRate, 'packageFeeRate');
  const first = coins.find(
    ({ confirmations, ancestors }) => !(confirmations > 0) && ancestors === undefined,
  );
  if (first === undefined) return;
  throw new ColdsignError(
    'ANCESTORS_MISSING',
    `The unconfirmed coin ${outPointKey(first)} has no ancestors, so the rate of its package is unknown`,
    {
      hint: 'Give account.coins(utxos, { ancestors: { [txid]: { vsize, fee } } }): size and fee of its transaction with all unconfirmed ones below it.',
    },
  );
}

/** A rate is required, except for a replacement, which may use the lowest. */
function checkFeeRate({ feeRate, packageFeeRate, replaces }: FundOptions): void {
  if (feeRate !== undefined) rateOf(feeRate, 'feeRate');
  else if (packageFeeRate === undefined && replaces === undefined) {
    throw argumentError('There is no feeRate', 'Give it in satoshi per virtual byte, as 12.5.');
  }
}

function checkDescendantFees({ descendantFees: fees }: FundOptions): void {
  if (fees === undefined || (typeof fees === 'bigint' && fees >= 0n)) return;
  throw argumentError('descendantFees must be a bigint in satoshi, from 0', 'Write 1_000n.');
}

function checkPath({ path }: FundOptions): void {
  if (path === undefined || (Number.isInteger(path) && path >= 0)) return;
  throw noPath({ error: 'no such path', count: 500 });
}

function checkVersion({ psbtVersion = 2 }: FundOptions): void {
  if (psbtVersion === 0 || psbtVersion === 2) return;
  throw argumentError('psbtVersion must be 0 or 2', 'Leave it out for 2.');
}

function checkRandom({ random }: FundOptions): void {
  if (random === undefined || typeof random === 'function') return;
  throw argumentError(
    'random must be a function',
    'Write (length) => crypto.getRandomValues(new Uint8Array(length)).',
  );
}
