import { createSighashCache, type SighashCache } from '../sighash/cache.ts';
import { isSingle } from '../sighash/sighash-type.ts';
import { outPointKey, type TxIn } from '../transaction/transaction.ts';
import { type BatchSigner, type Signers, signHere, signWith } from './batch-signer.ts';
import { readExistingSignatures } from './existing-signatures.ts';
import type { SigningJob, SigningOutcome, SigningSession } from './job.ts';
import { type Attempt, coinError, toOutcome } from './outcome.ts';
import { signInputs } from './sign-inputs.ts';
import { emptySignatureData } from './signature-data.ts';
import type { Task } from './task.ts';
import { verifyInputs } from './verify-inputs.ts';

/**
 * Signs what the provider's keys can sign, keeps what was signed before, and verifies every input.
 * Changes nothing but scriptSigs and witnesses. Core: SignTransaction (script/sign.cpp).
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

/** Plan, sign and assemble (`signInputs`), then verify. */
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

/** Core: SIGHASH_SINGLE is signed only where there is a corresponding output. */
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
