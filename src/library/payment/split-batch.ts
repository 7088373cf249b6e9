import { refuseMore } from '../../arguments/count-arguments.ts';
import { argumentError, ColdsignError, isColdsignError } from '../../encoding/coldsign-error.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import { checkMembers } from './arguments.ts';
import { type FundOptions, fundMembers } from './fund-options.ts';
import { type Funded, fund } from './fund-payment.ts';
import type { PaymentOutput } from './outputs.ts';
import type { Account, AccountCoin, NextPositions } from './types.ts';

/** Options of a batch: those of `fund`, with an account for change. */
export type BatchOptions = Omit<
  FundOptions,
  | 'coins'
  | 'outputs'
  | 'change'
  | 'replaces'
  | 'cancel'
  | 'spendAll'
  | 'descendantFees'
  | 'incrementalFeeRate'
> & {
  /** Coins that may be spent. */
  readonly coins: readonly AccountCoin[];
  /** Account that receives the rest: each transaction pays to a new address of it. */
  readonly change: Account;
};

/** Options of `fund` that a batch does not have: it decides them itself. */
const decided: { readonly [Name in Exclude<keyof FundOptions, keyof BatchOptions>]: undefined } = {
  outputs: undefined,
  replaces: undefined,
  cancel: undefined,
  spendAll: undefined,
  descendantFees: undefined,
  incrementalFeeRate: undefined,
};

/** Returns the options of `fund` that a batch has too, and other members. */
const batchMembers = (others: { readonly [member: string]: string }) => ({
  ...Object.fromEntries(Object.entries(fundMembers).filter(([name]) => !(name in decided))),
  coins: 'AccountCoin[]',
  change: 'Account',
  ...others,
});

/** Limit on the weight of a transaction's outputs. Nodes relay 400,000 weight units. */
const MOST_OUTPUT_WEIGHT = 360_000;

/**
 * Limit on the weight of an output: its amount, the size of its script, and the longest script of
 * an address.
 */
const OUTPUT_WEIGHT = 4 * (8 + 1 + 34);

const MOST_OUTPUTS = Math.floor(MOST_OUTPUT_WEIGHT / OUTPUT_WEIGHT);

/**
 * Pays many at once: as few transactions as nodes relay, each from different coins, so that they
 * can be signed and sent in any order.
 *
 * @param order `outputs` in the order in which they are paid; values in satoshi.
 * @returns the payments; `change.next` of the last one has the positions to keep.
 * @throws `ColdsignError`: those of `fund`. Then there is no payment at all.
 */
export function splitBatch(
  order: BatchOptions & {
    /** All payments. */
    readonly outputs: readonly PaymentOutput[];
  },
): readonly Funded[] {
  refuseMore(
    'splitBatch',
    arguments,
    1,
    'Write splitBatch({ coins, outputs, change: account, feeRate }).',
  );
  const usage = 'Write splitBatch({ coins, outputs, change: account, feeRate }).';
  const splitting = {
    name: 'SplitBatchOptions',
    only: batchMembers({ outputs: 'PaymentOutput[]' }),
  };
  const { outputs, ...rest } = checkMembers('order', order, splitting, usage);
  const paid: Funded[] = [];
  let left = rest.coins;
  let change = rest.change;
  for (let at = 0; at < outputs.length; ) {
    const { funded, count } = fundMost({ ...rest, coins: left, change }, outputs.slice(at));
    paid.push(funded);
    at += count;
    ({ left, change } = behind(funded, left, change));
  }
  return paid;
}

/** Pays as many of the first outputs as one transaction can hold. */
function fundMost(
  order: BatchOptions,
  outputs: readonly PaymentOutput[],
): { readonly funded: Funded; readonly count: number } {
  for (let count = Math.min(outputs.length, MOST_OUTPUTS); ; count = Math.floor(count * 0.9)) {
    try {
      return { funded: fund({ ...order, outputs: outputs.slice(0, count) }), count };
    } catch (error) {
      if (!isColdsignError(error, 'TOO_LARGE') || count === 1) throw error;
    }
  }
}

/** Returns the coins and the position that are left for the next transaction. */
function behind(funded: Funded, coins: readonly AccountCoin[], account: Account) {
  const spent = new Set(funded.psbt.inputs.map(({ prevout }) => outPointKey(prevout)));
  const next: Partial<NextPositions> = funded.change?.next ?? {};
  return {
    left: coins.filter((coin) => !spent.has(outPointKey(coin))),
    change: account.withNext(next),
  };
}

/** Options of `consolidate`. */
export type ConsolidateOptions = BatchOptions & {
  /** Coins that a transaction merges at most. Default: 500, far below the limit of nodes. */
  readonly mostInputs?: number | undefined;
};

/**
 * Merges coins into few: transactions that pay everything to the account's change. Coins that cost
 * more than they hold are not spent, nor are immature or unsafe coins.
 *
 * @param order - `feeRate` in sat/vB; `mostInputs` coins at most in one transaction.
 * @returns the payments, the smallest coins first; empty if there is nothing to merge.
 * @throws `ColdsignError`: those of `fund`.
 */
export function consolidate(order: ConsolidateOptions): readonly Funded[] {
  refuseMore(
    'consolidate',
    arguments,
    1,
    'Write consolidate({ coins, change: account, feeRate }).',
  );
  const usage = 'Write consolidate({ coins, change: account, feeRate }).';
  const merging = { name: 'ConsolidateOptions', only: batchMembers({ mostInputs: 'any' }) };
  const { mostInputs = 500, ...rest } = checkMembers('order', order, merging, usage);
  const { coins, includeUnsafe = false } = rest;
  if (!Number.isInteger(mostInputs) || mostInputs < 2) {
    throw argumentError('mostInputs must be a whole number above 1', 'Leave it out for 500.');
  }
  const ready = coins.filter(({ safe, coinbase, confirmations }) =>
    coinbase ? confirmations > 100 : safe || includeUnsafe,
  );
  const sorted = [...ready].sort((a, b) => (a.value < b.value ? -1 : 1));
  const worth = sorted.filter((coin) => pays(rest, coin));
  const merged: Funded[] = [];
  let change = rest.change;
  for (let at = 0; worth.length - at > 1; at += mostInputs) {
    const chosen = worth.slice(at, at + mostInputs);
    const funded = fund({ ...rest, change, coins: chosen, outputs: [], spendAll: true });
    merged.push(funded);
    ({ change } = behind(funded, chosen, change));
  }
  return merged;
}

/** Checks if a coin may be spent, and holds more than its input costs. */
function pays(options: BatchOptions, coin: AccountCoin): boolean {
  const noLimits = { maxFeeRate: 0, maxFee: undefined };
  const alone = { ...options, ...noLimits, coins: [coin], random: undefined };
  try {
    fund({ ...alone, spendAll: true, includeUnsafe: true });
    return true;
  } catch (error) {
    const codes = ['AMOUNT_TOO_SMALL', 'INSUFFICIENT_FUNDS', 'PREVIOUS_TRANSACTION_MISSING'];
    if (error instanceof ColdsignError && codes.includes(error.code)) return false;
    throw error;
  }
}
