import { hash160 } from '../crypto/hash.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { LegacyWish } from '../sighash/legacy-digests.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { askSigner, type VerifyAll } from './external-signer.ts';
import type { SigningJob, SigningOutcome } from './job.ts';
import { type MadeSignature, type SignMany, signLocally, signLocallyBy } from './sign.ts';
import type { ExternalSigner, SignatureRequest } from './signature-request.ts';
import { signingSteps } from './steps.ts';

/** Workers that do in parallel what this thread would do. */
export type SigningWorkers = SignMany & {
  readonly verifyAll: VerifyAll;
  /** 65 bytes each. */
  readonly publicKeyMany?: (
    privateKeys: readonly Bytes[],
  ) => Promise<readonly (Bytes | undefined)[]>;
  readonly legacyDigests?: (
    transaction: Transaction,
    wishes: readonly LegacyWish[],
  ) => Promise<readonly Bytes[]>;
};

/** Other hands than this thread's. */
export type Hands = {
  /** Signs with the keys that the provider has not got. */
  readonly signer?: ExternalSigner | undefined;
  readonly workers?: SigningWorkers | undefined;
};

/** Signatures that this thread makes before it tells how far it is. */
const CHUNK = 256;
/** The same of all workers together. */
const SHARED_CHUNK = 2048;

/**
 * Signs what the provider's keys can sign, keeps what was signed before, and verifies every input. Changes nothing but
 * scriptSigs and witnesses. Core: SignTransaction (script/sign.cpp).
 */
export function signTransaction(job: SigningJob): SigningOutcome {
  const steps = signingSteps(job);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const demand = step.value;
    if (demand.kind === 'sign') demand.give(signInThisThread(job, demand.requests));
    else if (demand.kind === 'verify') demand.give(job.secp256k1.verifyAll(demand.checks));
  }
}

function signInThisThread(
  { provider, secp256k1, onProgress }: SigningJob,
  requests: readonly SignatureRequest[],
): (MadeSignature | undefined)[] {
  const total = requests.length;
  const made: (MadeSignature | undefined)[] = [];
  for (let start = 0; start < total; start += CHUNK) {
    made.push(...signLocally(requests.slice(start, start + CHUNK), provider, secp256k1));
    onProgress?.({ step: 'sign', done: made.length, total });
  }
  return made;
}

/**
 * The same with other hands. What a signer outside returns is verified before it is used: a wrong or missing signature is
 * an error of its input. Rejects only if they do.
 */
export async function signTransactionWith(job: SigningJob, hands: Hands): Promise<SigningOutcome> {
  const verifyAll: VerifyAll = (checks) =>
    hands.workers?.verifyAll(checks) ?? job.secp256k1.verifyAll(checks);
  const steps = signingSteps(job);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const demand = step.value;
    if (demand.kind === 'verify') demand.give(await verifyAll(demand.checks));
    else if (demand.kind === 'sign') {
      demand.give(await signByHands(job, hands, verifyAll, demand.requests));
    } else {
      const digests = await hands.workers?.legacyDigests?.(job.transaction, demand.wishes);
      if (digests) demand.give(digests);
    }
  }
}

/** Keys at hand sign here or in the workers, the signer outside is asked for the rest. */
async function signByHands(
  job: SigningJob,
  hands: Hands,
  verifyAll: VerifyAll,
  requests: readonly SignatureRequest[],
): Promise<readonly (MadeSignature | undefined)[]> {
  const { provider, secp256k1 } = job;
  const { signer } = hands;
  if (signer === undefined) return signWithKeys(job, hands, requests);
  const isOurs = requests.map(
    ({ publicKey }) => provider.getPrivateKey(hash160(publicKey)) !== undefined,
  );
  const ours = requests.filter((_, i) => isOurs[i]);
  const others = requests.filter((_, i) => !isOurs[i]);
  const made = (await signWithKeys(job, hands, ours)).values();
  const asked = others.length > 0 ? await askSigner(signer, others, secp256k1, verifyAll) : [];
  const answers = asked.values();
  return requests.map((_, i) => (isOurs[i] ? made : answers).next().value);
}

async function signWithKeys(
  job: SigningJob,
  { workers }: Hands,
  requests: readonly SignatureRequest[],
): Promise<readonly (MadeSignature | undefined)[]> {
  if (workers === undefined) return signInThisThread(job, requests);
  const total = requests.length;
  const made: (MadeSignature | undefined)[] = [];
  for (let start = 0; start < total; start += SHARED_CHUNK) {
    const part = requests.slice(start, start + SHARED_CHUNK);
    made.push(...(await signLocallyBy(workers, part, job.provider, job.secp256k1)));
    job.onProgress?.({ step: 'sign', done: made.length, total });
  }
  return made;
}
