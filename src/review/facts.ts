import type { Satoshis } from '../encoding/amount.ts';
import type { FeeFacts } from '../transaction/fee-bounds.ts';
import { outPointKey } from '../transaction/transaction.ts';
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
export function doubledInputs({
  inputs,
}: Pick<Review, 'inputs'>): readonly (readonly [number, number])[] {
  const first = new Map<string, number>();
  return inputs.flatMap(({ outPoint }, index) => {
    const key = outPointKey(outPoint);
    const before = first.get(key);
    if (before === undefined) first.set(key, index);
    return before === undefined ? [] : [[before, index] as const];
  });
}
