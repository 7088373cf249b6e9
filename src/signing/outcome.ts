import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Transaction } from '../transaction/transaction.ts';
import type { FailedInput, SigningOutcome, Work } from './job.ts';
import { type MissingData, nothingMissing } from './signature-data.ts';
import type { Verdict } from './verify-inputs.ts';

/** The transaction with what came out for each input. Inputs whose coin is unknown stay as they are. */
export function assembleTransaction(
  transaction: Transaction,
  works: readonly (Work | undefined)[],
): Transaction {
  const inputs = transaction.inputs.map((input, i) => {
    const result = works[i]?.result;
    return result ? { ...input, scriptSig: result.scriptSig, witness: result.witness } : input;
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
    const work = works[index];
    const missing = withoutRepeats(work?.result.missing ?? nothingMissing);
    const withoutOutput = work?.intent === 'without-output';
    return [{ index, error, failure, missing, withoutOutput }];
  });
  return { transaction, complete: errors.length === 0, errors };
}

/** A key may be looked for twice: by the template, then by miniscript. */
function withoutRepeats(missing: MissingData): MissingData {
  return {
    ...missing,
    publicKeys: uniqueBytes(missing.publicKeys),
    signatures: uniqueBytes(missing.signatures),
  };
}

function uniqueBytes(list: readonly Bytes[]): readonly Bytes[] {
  return [...new Map(list.map((bytes) => [encodeHex(bytes), bytes])).values()];
}
