import type { SignatureCheck } from '../crypto/secp256k1.ts';
import { MAX_MONEY } from '../encoding/amount.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { ScriptFailure } from '../script/script-error.ts';
import { createSighashCache, type SighashCache } from '../sighash/cache.ts';
import { isSingle } from '../sighash/sighash-type.ts';
import { type Coin, outPointKey, type Transaction, type TxIn } from '../transaction/transaction.ts';
import { type BatchSigner, type Signers, signHere, signWith } from './batch-signer.ts';
import { readExistingSignatures } from './existing-signatures.ts';
import type { FailedInput, InputError, SigningJob, SigningOutcome, SigningSession } from './job.ts';
import { signInputs } from './sign-inputs.ts';
import { emptySignatureData, type MissingData, type SignatureData } from './signature-data.ts';
import type { Task } from './task.ts';
import { verifyInputs } from './verify-inputs.ts';

/**
 * Signs with the provider's keys, keeps existing signatures, and verifies every input. Changes only
 * scriptSigs and witnesses. Core: SignTransaction (script/sign.cpp).
 */
export function signTransaction(job: SigningJob): SigningOutcome {
  return signHere(job, (signer) => signTransactionTask(job, signer));
}

/**
 * Signs like `signTransaction`, with an external signer and workers. Verifies what the external
 * signer returns: a wrong or missing signature is an error of its input. Rejects only if one of
 * them rejects.
 */
export async function signTransactionWith(
  job: SigningJob,
  signers: Signers,
): Promise<SigningOutcome> {
  return signWith(job, signers, (signer) => signTransactionTask(job, signer));
}

/** Plans, signs and assembles inputs (`signInputs`), then verifies them. */
export function* signTransactionTask(job: SigningJob, signer: BatchSigner): Task<SigningOutcome> {
  const { transaction, secp256k1 } = job;
  const coins = transaction.inputs.map(({ prevout }) => job.coins.get(outPointKey(prevout)));
  const cache = createSighashCache(transaction, coins);
  const session = { cache, secp256k1 };
  const { onProgress } = signer;
  const opened = transaction.inputs.map((input, index) => openInput(input, index, job, cache));
  const signed = yield* signOpen(opened, job, session, signer);
  const toVerify = signed.filter((each) => each.intent !== 'keep' && !coinError(each));
  const failures = yield* verifyInputs(toVerify, session, signer, onProgress);
  const total = signed.length;
  if (toVerify.length === 0 && total > 0) onProgress?.({ step: 'verify', done: total, total });
  return toOutcome(
    transaction,
    signed,
    new Map(toVerify.map(({ index }, i) => [index, failures[i]])),
  );
}

/** Opens an input. As in Core, SIGHASH_SINGLE signs only if there is a corresponding output. */
function openInput(
  { scriptSig, witness }: TxIn,
  index: number,
  { transaction, sighashType, secp256k1 }: SigningJob,
  cache: SighashCache,
): Attempt {
  const coin = cache.coins[index];
  if (coin === undefined) {
    const data = { ...emptySignatureData, scriptSig, witness };
    return { index, coin, intent: 'keep', data, verified: [] };
  }
  const existing = readExistingSignatures(cache, index, coin.scriptPubKey, secp256k1);
  const { complete, data, verified } = existing;
  const hasOutput = !isSingle(sighashType) || index < transaction.outputs.length;
  const intent = complete ? 'keep' : hasOutput ? 'sign' : 'without-output';
  return { index, coin, intent, data, verified };
}

/** Signs the open inputs and returns all attempts. */
function* signOpen(
  attempts: readonly Attempt[],
  { provider, sighashType }: SigningJob,
  session: SigningSession,
  signer: BatchSigner,
): Task<readonly Attempt[]> {
  const inputs = attempts.flatMap(({ intent, index, data: known }) =>
    intent === 'sign' ? [{ index, known, provider, sighashType }] : [],
  );
  const signed = yield* signInputs(inputs, session, signer);
  const byIndex = new Map(signed.map((each) => [each.index, each]));
  return attempts.map((attempt) => {
    const made = byIndex.get(attempt.index);
    if (made === undefined) return attempt;
    return { ...attempt, data: made.data, verified: [...attempt.verified, ...made.verified] };
  });
}

/** The state of one input after an attempt to sign it. */
type Attempt = {
  readonly index: number;
  readonly coin: Coin | undefined;
  /**
   * `keep`: it is signed, or its coin is unknown. `without-output`: SIGHASH_SINGLE has no output
   * for it.
   */
  readonly intent: 'keep' | 'sign' | 'without-output';
  readonly data: SignatureData;
  /** Signatures that were verified. */
  readonly verified: readonly SignatureCheck[];
};

/** Returns errors that are known before any script runs. */
function coinError({ coin, data }: Attempt): InputError | undefined {
  if (coin === undefined) return { kind: 'coin-not-found' };
  // Core marks an unknown amount by MAX_MONEY, so an amount of MAX_MONEY counts as unknown.
  const unknown = (coin.value ?? MAX_MONEY) === MAX_MONEY;
  return unknown && data.witness.length > 0 ? { kind: 'missing-amount' } : undefined;
}

/** Makes the outcome of all inputs. `failures`: script failures by input index. */
function toOutcome(
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

/** Removes repeated keys, which both the template and miniscript may look up. */
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
