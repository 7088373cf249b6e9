import type { Satoshis } from '../encoding/amount.ts';
import type { FeeFacts } from '../transaction/fee-bounds.ts';
import { outPointKey, repeatedOutPoints } from '../transaction/transaction.ts';
import type { OutputRole, ReviewedInput, ReviewedOutput, ReviewFacts } from './model.ts';

/** The part of an input by which a fee is judged. */
export type CostInput = Pick<
  ReviewedInput,
  | 'outPoint'
  | 'value'
  | 'certainty'
  | 'scriptPubKey'
  | 'owner'
  | 'claim'
  | 'sighashType'
  | 'signatures'
>;

/** The part of an output by which a fee is judged. */
type CostOutput = Pick<ReviewedOutput, 'value' | 'role' | 'owner' | 'isClaimed' | 'isShared'>;

/** The cost of a transaction and its evidence: all that limits of fees need of a review. */
export type Cost = Pick<ReviewFacts, 'knowsOwners' | 'fee' | 'isWhole' | 'vsize' | 'lifted'> & {
  readonly inputs: readonly CostInput[];
  readonly outputs: readonly CostOutput[];
};

export const sum = (amounts: readonly Satoshis[]): Satoshis =>
  amounts.reduce((total, each) => total + each, 0n);

const total = (outputs: readonly CostOutput[]): Satoshis => sum(outputs.map(({ value }) => value));

/** Roles that are not payments: the money returns, or goes to no one in particular. */
const UNPAID: readonly OutputRole[] = ['change', 'own', 'burned', 'data', 'anyone'];

/**
 * Returns the amounts by which the fee is judged. If other people's inputs are spent too, they are
 * the user's share of fee and payment.
 */
export function feeFacts(facts: Omit<Cost, 'isWhole'>): FeeFacts {
  const { outputs, fee, vsize, lifted } = facts;
  // Without descriptors, the PSBT's own claim of change is the best information available.
  const isPaid = ({ role, isClaimed, isShared }: CostOutput) =>
    !UNPAID.includes(role) && ((facts.knowsOwners && isShared !== true) || !isClaimed);
  const toOthers = total(outputs.filter(isPaid));
  const paid = toOthers > 0n ? toOthers : total(outputs);
  return { fee, vsize, paid, lifted, ...jointShare(facts) };
}

/**
 * Returns the fault of a change label: `unproven` if no open key or wallet can verify it,
 * `false` if the output is not ours. `undefined`: it is ours, or has no such label.
 */
export function claimOf(
  { owner, isClaimed, isForged, isShared }: ReviewedOutput,
  { knowsOwners }: Pick<ReviewFacts, 'knowsOwners'>,
): 'unproven' | 'false' | undefined {
  if (owner !== undefined) return undefined;
  if (isShared === true) return 'unproven';
  if (!isClaimed) return undefined;
  return knowsOwners || isForged === true ? 'false' : 'unproven';
}

/** Returns hundredths of a percent of the payment, or `undefined` if the share has no meaning. */
export function shareOf({ fee, part = fee, paid }: FeeFacts): number | undefined {
  if (paid <= 0n || part < 0n) return undefined;
  return Number((part * 10_000n) / paid);
}

/**
 * Returns, for a payjoin or coinjoin, the user's possible part of the fee and the user's payment.
 */
function jointShare({
  inputs,
  outputs,
  fee,
}: Pick<Cost, 'inputs' | 'outputs' | 'fee'>): Pick<FeeFacts, 'part' | 'paid'> | undefined {
  const own = inputs.filter(({ owner }) => owner !== undefined);
  if (own.length === 0 || own.length === inputs.length) return undefined;
  if (own.some(({ value: amount }) => amount === undefined)) return undefined;
  const returned = total(outputs.filter(({ owner }) => owner !== undefined));
  const spent = broughtBy(own) - returned;
  const left = spent > fee ? spent - fee : 0n;
  return { part: spent < fee ? spent : fee, paid: left > 0n ? left : returned };
}

/** Returns pairs of inputs, counted from 0, that spend the same coin. */
export const doubledInputs = ({ inputs }: Pick<Cost, 'inputs'>) =>
  repeatedOutPoints(inputs.map(({ outPoint }) => outPoint));

/**
 * Returns the sum of the input amounts. A coin that is spent twice counts once, with the amount
 * stated last.
 */
export function broughtBy(inputs: readonly CostInput[]): Satoshis {
  const once =
    doubledInputs({ inputs }).length > 0
      ? new Map(inputs.map((input) => [outPointKey(input.outPoint), input])).values()
      : inputs;
  return sum([...once].map(({ value: amount }) => amount ?? 0n));
}
