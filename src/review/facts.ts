import type { Satoshis } from '../encoding/amount.ts';
import type { FeeFacts } from '../transaction/fee-bounds.ts';
import { outPointKey, repeatedOutPoints } from '../transaction/transaction.ts';
import type { Review, ReviewedOutput } from './model.ts';

export const sum = (amounts: readonly Satoshis[]): Satoshis =>
  amounts.reduce((total, each) => total + each, 0n);

/** What the fee is held against. */
export function feeFacts({
  outputs,
  fee,
  vsize,
}: Pick<Review, 'outputs' | 'fee' | 'vsize'>): FeeFacts {
  const isOwn = ({ role }: ReviewedOutput) => role === 'change' || role === 'own';
  const toOthers = sum(
    outputs.filter((each) => !isOwn(each) && each.role !== 'burned').map(({ value }) => value),
  );
  return { fee, vsize, paid: toOthers > 0n ? toOthers : sum(outputs.map(({ value }) => value)) };
}

/** The places of inputs that spend the same coin, as they are counted from 0. */
export const doubledInputs = ({ inputs }: Pick<Review, 'inputs'>) =>
  repeatedOutPoints(inputs.map(({ outPoint }) => outPoint));

/** What the inputs are worth: a coin that is spent twice is there once, as it was told last. */
export function broughtBy(inputs: Review['inputs']): Satoshis {
  const once =
    doubledInputs({ inputs }).length > 0
      ? new Map(inputs.map((input) => [outPointKey(input.outPoint), input])).values()
      : inputs;
  return sum([...once].map(({ amount }) => amount ?? 0n));
}
