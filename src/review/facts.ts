import type { Satoshis } from '../encoding/amount.ts';
import type { FeeFacts } from '../transaction/fee-bounds.ts';
import { outPointKey, repeatedOutPoints } from '../transaction/transaction.ts';
import type { OutputRole, ReviewedOutput, ReviewFacts } from './model.ts';

export const sum = (amounts: readonly Satoshis[]): Satoshis =>
  amounts.reduce((total, each) => total + each, 0n);

const total = (outputs: readonly ReviewedOutput[]): Satoshis =>
  sum(outputs.map(({ value }) => value));

/** What is no payment: it returns, or pays no one in particular. */
const UNPAID: readonly OutputRole[] = ['change', 'own', 'burned', 'data', 'anyone'];

/**
 * Returns what the fee is measured by. Where the user signs beside others, the share is that of the
 * user: what leaves, less the fee.
 */
export function feeFacts(
  facts: Pick<ReviewFacts, 'inputs' | 'outputs' | 'knowsOwners' | 'fee' | 'vsize' | 'lifted'>,
): FeeFacts {
  const { outputs, fee, vsize, lifted } = facts;
  // Change says whose keys it is of; without descriptors there is no better answer.
  const isPaid = ({ role, isClaimed, isShared }: ReviewedOutput) =>
    !UNPAID.includes(role) && ((facts.knowsOwners && isShared !== true) || !isClaimed);
  const toOthers = total(outputs.filter(isPaid));
  const paid = toOthers > 0n ? toOthers : total(outputs);
  return { fee, vsize, paid, lifted, ...jointShare(facts) };
}

/** Returns hundredths of a percent of what is paid, or `undefined` where that says nothing. */
export function shareOf({ fee, part = fee, paid }: FeeFacts): number | undefined {
  if (paid <= 0n || part < 0n) return undefined;
  return Number((part * 10_000n) / paid);
}

/** Of a payjoin or coinjoin: the fee that can be the user's, and what the user pays beside it. */
function jointShare({
  inputs,
  outputs,
  fee,
}: Pick<ReviewFacts, 'inputs' | 'outputs' | 'fee'>): Pick<FeeFacts, 'part' | 'paid'> | undefined {
  const own = inputs.filter(({ owner }) => owner !== undefined);
  if (own.length === 0 || own.length === inputs.length) return undefined;
  if (own.some(({ amount }) => amount === undefined)) return undefined;
  const returned = total(outputs.filter(({ owner }) => owner !== undefined));
  const spent = broughtBy(own) - returned;
  const left = spent > fee ? spent - fee : 0n;
  return { part: spent < fee ? spent : fee, paid: left > 0n ? left : returned };
}

/** The places of inputs that spend the same coin, as they are counted from 0. */
export const doubledInputs = ({ inputs }: Pick<ReviewFacts, 'inputs'>) =>
  repeatedOutPoints(inputs.map(({ outPoint }) => outPoint));

/** What the inputs are worth: a coin that is spent twice is there once, as it was told last. */
export function broughtBy(inputs: ReviewFacts['inputs']): Satoshis {
  const once =
    doubledInputs({ inputs }).length > 0
      ? new Map(inputs.map((input) => [outPointKey(input.outPoint), input])).values()
      : inputs;
  return sum([...once].map(({ amount }) => amount ?? 0n));
}
