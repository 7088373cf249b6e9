import { createSighashCache, type SighashCache } from '../sighash/cache.ts';
import { isSingle } from '../sighash/sighash-type.ts';
import { outPointKey } from '../transaction/transaction.ts';
import { assembleTransaction, toOutcome } from './assemble.ts';
import { readExistingSignatures } from './existing-signatures.ts';
import type { Intent, SigningJob, SigningOutcome, SigningProgress, Steps, Work } from './job.ts';
import { askForLegacyDigests } from './legacy-wishes.ts';
import { askForSignatures, learnSignature } from './one-input.ts';
import { planInput } from './plan.ts';
import type { SignatureData } from './signature-data.ts';
import type { SignatureRequest } from './signature-request.ts';
import { verifyInputs } from './verify-inputs.ts';

/** Plan, sign, assemble, verify. */
export function* signingSteps(job: SigningJob): Steps<SigningOutcome> {
  const { inputs } = job.transaction;
  const coins = inputs.map(({ prevout }) => job.coins.get(outPointKey(prevout)));
  const cache = createSighashCache(job.transaction, coins);
  const works = openInputs(job, cache);
  yield* askForLegacyDigests({
    cache,
    inputs: works.flatMap((work) => (work?.intent === 'sign' ? [work.index] : [])),
    sighashType: job.sighashType,
    canSign: job.provider.canSign,
  });
  yield* makeSignatures(job, cache, works);
  const transaction = assembleTransaction(job.transaction, works);
  const verdicts = yield* verifyInputs(job, cache, transaction, works);
  return toOutcome(transaction, works, verdicts);
}

function openInputs(job: SigningJob, cache: SighashCache): (Work | undefined)[] {
  return cache.coins.map((coin, index) => {
    if (coin === undefined) return undefined;
    const existing = readExistingSignatures(cache, index, coin.scriptPubKey, job.secp256k1);
    const { facts, data: result, complete } = existing;
    const intent = complete ? 'keep' : intentOf(job, index);
    return { index, existing, intent, answers: new Map(), facts: [...facts], result };
  });
}

/** Core: SIGHASH_SINGLE is signed only where there is a corresponding output. */
function intentOf({ transaction, sighashType }: SigningJob, index: number): Intent {
  const covered = !isSingle(sighashType) || index < transaction.outputs.length;
  return covered ? 'sign' : 'without-output';
}

/** Plans, gets what the plans ask for, and plans again with it, until nothing is asked for. */
function* makeSignatures(
  job: SigningJob,
  cache: SighashCache,
  works: readonly (Work | undefined)[],
): Steps<void> {
  let step: SigningProgress['step'] = 'plan';
  const options = { ...job, cache };
  let open = works.filter((work) => work !== undefined).filter(({ intent }) => intent === 'sign');
  while (open.length > 0) {
    const requests: SignatureRequest[] = [];
    const unfinished: Work[] = [];
    for (const [i, work] of open.entries()) {
      const plan = planInput(options, work.index, work.existing.data, work.answers);
      if (plan.requests.length === 0) work.result = slim(plan.produced.data);
      else unfinished.push(work);
      for (const request of plan.requests) requests.push(request);
      job.onProgress?.({ step, done: i + 1, total: open.length });
    }
    if (requests.length > 0) yield* getSignatures(job, works, requests);
    step = 'assemble';
    open = unfinished;
  }
}

/** Without what only planning needs: there may be thousands of inputs. */
function slim({ scriptSig, witness, missing }: SignatureData): Work['result'] {
  return { scriptSig, witness, missing };
}

function* getSignatures(
  { provider, secp256k1 }: SigningJob,
  works: readonly (Work | undefined)[],
  requests: readonly SignatureRequest[],
): Steps<void> {
  const signatures = yield* askForSignatures(requests, provider);
  for (const [i, request] of requests.entries()) {
    const work = works[request.input];
    if (work) learnSignature(request, signatures[i], work, secp256k1);
  }
}
