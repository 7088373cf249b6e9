import { type Hands, runSteps, runStepsWith } from './hands.ts';
import type { SigningJob, SigningOutcome } from './job.ts';
import { signingSteps } from './steps.ts';

/**
 * Signs what the provider's keys can sign, keeps what was signed before, and verifies every input. Changes nothing but
 * scriptSigs and witnesses. Core: SignTransaction (script/sign.cpp).
 */
export function signTransaction(job: SigningJob): SigningOutcome {
  return runSteps(signingSteps(job), job);
}

/**
 * The same with other hands. What an external signer returns is verified before it is used: a wrong or missing signature is
 * an error of its input. Rejects only if they do.
 */
export async function signTransactionWith(job: SigningJob, hands: Hands): Promise<SigningOutcome> {
  return runStepsWith(signingSteps(job), job, hands);
}
