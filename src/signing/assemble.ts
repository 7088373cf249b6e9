import type { Transaction } from '../transaction/transaction.ts';
import type { FailedInput, SigningOutcome, Work } from './job.ts';
import { nothingMissing } from './signature-data.ts';
import type { Verdict } from './verify-inputs.ts';

/** The transaction with what came out for each input. Inputs whose coin is unknown stay as they are. */
export function assembleTransaction(
  transaction: Transaction,
  works: readonly (Work | undefined)[],
): Transaction {
  const inputs = transaction.inputs.map((input, i) => {
    const data = works[i]?.data;
    return data ? { ...input, scriptSig: data.scriptSig, witness: data.witness } : input;
  });
  return { ...transaction, inputs };
}

export function toOutcome(
  transaction: Transaction,
  works: readonly (Work | undefined)[],
  verdicts: readonly (Verdict | undefined)[],
): SigningOutcome {
  const errors = verdicts.flatMap((verdict, index): FailedInput[] => {
    if (verdict === undefined) return [];
    const { error, failure } = verdict;
    return [{ index, error, failure, missing: works[index]?.data.missing ?? nothingMissing }];
  });
  return { transaction, complete: errors.length === 0, errors };
}
