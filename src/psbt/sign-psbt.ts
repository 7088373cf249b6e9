import { type BatchSigner, type Signers, signHere, signWith } from '../signing/batch-signer.ts';
import { createMusigCreator } from '../signing/musig-creator.ts';
import type { Task } from '../signing/task.ts';
import type { PsbtFault } from './input-signing.ts';
import type { SignedPsbt } from './process-psbt.ts';
import { type PsbtJob, signJobTask } from './sign-job.ts';

/**
 * Adds the provider's data to every input and output, and signs what it can. The PSBT must already
 * contain the spent outputs; an input without one is unchanged. Returns an error for the complete
 * PSBT if the inputs' lock times exclude each other, or if an input requires another sighash type.
 * Core: ProcessPSBT (rpc/rawtransaction.cpp).
 */
export function signPsbt(job: PsbtJob): SignedPsbt | { readonly error: PsbtFault } {
  return signHere(job, (signer) => signPsbtTask(job, signer));
}

/**
 * Signs like `signPsbt`, with an external signer and workers. Rejects only if one of them rejects.
 */
export async function signPsbtWith(
  job: PsbtJob,
  signers: Signers,
): Promise<SignedPsbt | { readonly error: PsbtFault }> {
  return signWith(job, signers, (signer) => signPsbtTask(job, signer));
}

export function signPsbtTask(
  job: PsbtJob,
  signer: BatchSigner,
): Task<SignedPsbt | { readonly error: PsbtFault }> {
  return signJobTask({ ...job, musigCreator: createMusigCreator }, signer);
}
