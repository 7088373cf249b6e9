import { checkArguments } from '../arguments/check-arguments.ts';
import { refuseMore } from '../arguments/count-arguments.ts';
import { copyValue } from '../encoding/copy-value.ts';
import { leastFeeFacts } from '../psbt/fee-facts.ts';
import type { PsbtFault } from '../psbt/input-signing.ts';
import type { SignedPsbt } from '../psbt/process-psbt.ts';
import type { PsbtInput } from '../psbt/psbt.ts';
import { psbtKinds } from '../psbt/psbt-kinds.ts';
import type * as job from '../psbt/sign-job.ts';
import * as sign from '../psbt/sign-psbt.ts';
import type { Signers } from '../signing/batch-signer.ts';
import { type FeeLimits, limitsOver } from '../transaction/fee-bounds.ts';
import { type CurveOption, withCurve } from './curve-option.ts';
import { refuseFee } from './fee-guard.ts';
import { checkedRandom } from './payment/arguments.ts';
import { signingKinds } from './signing-kinds.ts';

const jobKinds = {
  ...signingKinds,
  ...psbtKinds,
  PsbtJob: {
    only: {
      psbt: 'Psbt',
      provider: 'SigningProvider',
      providerOf: 'function?',
      sighashType: 'uint32?',
      storedTypes: 'boolean?',
      dropsProofs: 'boolean?',
      finalize: 'boolean?',
      musig: 'MusigSource?',
      silent: 'SilentSigning?',
      onProgress: 'function?',
      secp256k1: 'Curve?',
      maxFeeRate: 'number?',
      maxFee: 'bigint?',
    },
  },
} as const;

/** A PSBT to sign, with the provider of keys. */
export type PsbtJob = CurveOption<job.PsbtJob> & FeeLimits;

/**
 * Adds the provider's data to every input and output, and signs what it can sign. The PSBT must
 * contain spent outputs already; an input without one stays as it is. Returns an error for the
 * complete PSBT if the inputs' lock times exclude each other, or an input asks for another type of
 * signature. Throws `FEE_TOO_HIGH` if the fee is more than `maxFeeRate` allows.
 *
 * @param job - `maxFeeRate` in sat/vB, `maxFee` in satoshi; `finalize` makes complete inputs
 *   final.
 * @throws `ColdsignError`: `FEE_TOO_HIGH`; `WRONG_ARGUMENT` if an argument has another type.
 */
export function signPsbt(job: PsbtJob): SignedPsbt | { readonly error: PsbtFault } {
  refuseMore('signPsbt', arguments, 1, 'Write signPsbt({ psbt, provider, finalize, maxFee }).');
  checkArguments('signPsbt', { job: [job, 'PsbtJob'] }, jobKinds);
  refuseAbsurdFeeOfPsbt('signPsbt', job);
  return withInputs(sign.signPsbt(completed(job)));
}

/**
 * Signs as `signPsbt` does, also with an external signer and workers. Rejects if the signer or a
 * worker rejects, and for the reasons `signPsbt` throws.
 *
 * @param job - As of `signPsbt`.
 * @param signers - `signer` signs digests elsewhere; `workers` share the work.
 * @throws `ColdsignError`: `FEE_TOO_HIGH`; `WRONG_ARGUMENT`; and what a signer or a worker throws.
 */
export async function signPsbtWith(
  job: PsbtJob,
  signers: Signers,
): Promise<SignedPsbt | { readonly error: PsbtFault }> {
  refuseMore(
    'signPsbtWith',
    arguments,
    2,
    'Write signPsbtWith({ psbt, provider, finalize, maxFee }, { signer }).',
  );
  checkArguments(
    'signPsbtWith',
    { job: [job, 'PsbtJob'], signers: [signers, 'Signers'] },
    jobKinds,
  );
  refuseAbsurdFeeOfPsbt('signPsbtWith', job);
  // The caller may change its PSBT before the promise settles.
  const psbt = copyValue(job.psbt);
  const givenOf = new Map(psbt.inputs.map((input, i) => [input, job.psbt.inputs[i]]));
  const { providerOf } = job;
  const copy = {
    ...job,
    psbt,
    ...(providerOf && {
      providerOf: (input: PsbtInput) => providerOf(givenOf.get(input) ?? input),
    }),
  };
  return withInputs(await sign.signPsbtWith(completed(copy), signers));
}

/** A PSBT without inputs is no transaction, so that it is not complete. */
function withInputs<S extends SignedPsbt | { readonly error: PsbtFault }>(signed: S): S {
  if ('error' in signed || signed.psbt.inputs.length > 0) return signed;
  return { ...signed, complete: false };
}

/** Adds the default curve, and checks the bytes that the caller's `musig.random` returns. */
function completed(job: PsbtJob): job.PsbtJob {
  const { musig } = job;
  const checked = musig && { ...musig, random: checkedRandom(musig.random) };
  return { ...withCurve(job), musig: checked };
}

/** Rejects a fee beyond the limits. A missing amount counts as 0. */
function refuseAbsurdFeeOfPsbt(name: string, job: PsbtJob): void {
  const facts = leastFeeFacts(job.psbt, job.provider);
  // Signing has its own message for lock times that exclude each other.
  if (facts !== undefined) refuseFee(name, facts, limitsOver(job, job.psbt.feeLimits));
}
