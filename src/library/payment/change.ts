import { outPointKey, type Transaction } from '../../transaction/transaction.ts';
import type { OpenCoin } from './coin-account.ts';
import type { Account } from './types.ts';

/**
 * So many positions in a row may be given to payments that nobody has sent yet: behind more unused
 * ones some wallets, restored from the same descriptor, look no further (Electrum's limit for
 * change is 6).
 */
const WINDOW = 6;

/** What an account knows of its change. */
type ChangeMemory = {
  /** Behind all positions that money is known to have gone to. */
  next: number;
  /**
   * Where payments that were made here have put theirs, the oldest first, with what each spends.
   */
  payments: readonly { readonly index: number; readonly spent: ReadonlySet<string> }[];
};

const memories = new WeakMap<Account, ChangeMemory>();

function memoryOf(account: Account): ChangeMemory {
  const known = memories.get(account) ?? { next: 0, payments: [] };
  memories.set(account, known);
  return known;
}

/** Positions below `next` of the side for change have been paid. */
export function noteChange(account: Account, next: number): void {
  if (!Number.isSafeInteger(next) || next < 0) return;
  const memory = memoryOf(account);
  memory.next = Math.max(memory.next, next);
  memory.payments = memory.payments.filter(({ index }) => index >= memory.next);
}

/** Where change may go, best first. */
export function changePositions(account: Account, coins: readonly OpenCoin[]): readonly number[] {
  const side = account.change === account.receive ? 'receive' : 'change';
  const used = coins.filter((coin) => coin.account === account && coin.side === side);
  const { next, payments } = memoryOf(account);
  const first = used.reduce((most, { index }) => Math.max(most, index + 1), next);
  const fresh = Array.from({ length: WINDOW }, (_, i) => first + i);
  return [...fresh, payments.find(({ index }) => index >= first)?.index ?? first];
}

/**
 * Whether change of this payment may go to the position: to one payment alone, or to several of
 * which the chain can take one alone because they spend the same coin. It is noted then. `anyway`:
 * where there is none better.
 */
export function takeChange(
  account: Account,
  index: number,
  { transaction, anyway }: { readonly transaction: Transaction; readonly anyway: boolean },
): boolean {
  const memory = memoryOf(account);
  const spent = new Set(transaction.inputs.map(({ prevout }) => outPointKey(prevout)));
  const excludes = (other: ReadonlySet<string>) => [...spent].some((key) => other.has(key));
  const there = memory.payments.filter((each) => each.index === index);
  if (!anyway && !there.every((each) => excludes(each.spent))) return false;
  memory.payments = [...memory.payments, { index, spent }].slice(-4 * WINDOW);
  return true;
}
