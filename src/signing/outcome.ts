import type { SignatureCheck } from '../crypto/secp256k1.ts';
import { MAX_MONEY } from '../encoding/amount.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { ScriptFailure } from '../script/script-error.ts';
import type { Coin, Transaction } from '../transaction/transaction.ts';
import type { FailedInput, InputError, SigningOutcome } from './job.ts';
import type { MissingData, SignatureData } from './signature-data.ts';

/** The state of one input after an attempt to sign it. */
export type Attempt = {
  readonly index: number;
  readonly coin: Coin | undefined;
  /**
   * `keep`: it is signed, or its coin is unknown. `without-output`: SIGHASH_SINGLE has no output to
   * go with it.
   */
  readonly intent: 'keep' | 'sign' | 'without-output';
  readonly data: SignatureData;
  /** Signatures that were verified. */
  readonly verified: readonly SignatureCheck[];
};

/** Returns an error that is known before any script runs. */
export function coinError({ coin, data }: Attempt): InputError | undefined {
  if (coin === undefined) return { kind: 'coin-not-found' };
  // Core's mark of an unknown amount is MAX_MONEY, so that giving just that is giving none.
  const unknown = (coin.value ?? MAX_MONEY) === MAX_MONEY;
  return unknown && data.witness.length > 0 ? { kind: 'missing-amount' } : undefined;
}

/**
 * The transaction with what came out for each input. `failures`: of scripts, by the input's index.
 */
export function toOutcome(
  transaction: Transaction,
  attempts: readonly Attempt[],
  failures: ReadonlyMap<number, ScriptFailure | undefined>,
): SigningOutcome {
  const inputs = transaction.inputs.map((input, i) => {
    const { scriptSig, witness } = attempts[i]?.data ?? input;
    return { ...input, scriptSig, witness };
  });
  const errors = attempts.flatMap((attempt): FailedInput[] => {
    const { index, intent, data } = attempt;
    const early = coinError(attempt);
    const failure = failures.get(index);
    const error = early ?? (failure && { kind: 'script' as const, error: failure.error });
    if (error === undefined) return [];
    const missing = withoutRepeats(data.missing);
    return [{ index, error, failure, missing, withoutOutput: intent === 'without-output' }];
  });
  return { transaction: { ...transaction, inputs }, complete: errors.length === 0, errors };
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
