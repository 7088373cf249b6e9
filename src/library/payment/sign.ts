import { refuseMore } from '../../arguments/count-arguments.ts';
import { checkAborted } from '../../encoding/abort.ts';
import { copyValue } from '../../encoding/copy-value.ts';
import { loadPart } from '../../encoding/load-part.ts';
import { pauseFor } from '../../encoding/next-turn.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import type { MusigSource } from '../../signing/musig-creator.ts';
import { runTask } from '../../signing/task.ts';
import type { FeeLimits } from '../../transaction/fee-bounds.ts';
import { curveForInputs, startingCurve } from '../signing-curve.ts';
import { checkOtherParts, checkSpending, partOf, silentFault } from './checked-psbt.ts';
import type { EverySigner } from './every-signer.ts';
import { checkFeeTask, limitsOf, withLimits } from './fee.ts';
import type { Finalized } from './finalize-payment.ts';
import { completes, isPlain, openPlainKeys } from './plain-signing.ts';
import { checkOptions, type SignOptions } from './sign-options.ts';
import { providersOf, runPass, signerOf } from './signing-pass.ts';

/** The result of signing. A plain value, except `musig`. */
export type Signed = Finalized & {
  /**
   * The secret nonces of this round, for `musig` of the next one. Keep them in memory: a stored
   * copy could reveal the private key. Absent if `random` was not given.
   */
  readonly musig?: MusigSource | undefined;
};

/**
 * Signs what can be signed, and finalizes what is complete. Every returned signature has been
 * verified, also those of a device or signer. Rejects with `ColdsignError`, before anything is
 * signed, if the fee is beyond its limits, or if the keys open coins of several accounts and no
 * review was passed; a missing signature is not an error. A device or signer
 * that fails has a code (`DEVICE_REFUSED` and others), and what it threw is the error's `cause`.
 *
 * @param psbt - Amounts and scripts of the coins must be in it, as `fund` writes them.
 * @param options - Who signs, `approve`, `signal` to end the call, `onProgress`, and limits of the
 *   fee.
 * @throws `ColdsignError`: `FEE_TOO_HIGH`, `NOT_APPROVED`, `REVIEW_REFUSED`, `SIGHASH_MISMATCH`,
 *   `LOCK_TIMES`, `SILENT_PAYMENT`, `OTHER_TRANSACTION`, `BAD_SIGNATURE`, `SIGNER_FAILED`,
 *   `ABORTED`, `INVALID_KEY`, `WRONG_ARGUMENT`, and codes that begin with `DEVICE_`.
 */
export async function sign(psbt: Psbt, options: SignOptions): Promise<Signed> {
  refuseMore('sign', arguments, 2, 'Write sign(psbt, { keys, approve, maxFee }).');
  checkSpending(partOf(psbt));
  const { keys, ...others } = checkOptions(options);
  const limits = limitsOf(psbt, others);
  // The caller may change what it passed before the promise settles.
  const kept = { ...others, keys: Array.isArray(keys) ? [...keys] : keys };
  return signCopy(copyValue(psbt), kept, { shown: psbt, limits });
}

/** Number of inputs from which the steps before and after signing take noticeable time. */
const MANY = 8;

type ShownPsbt = { readonly shown: Psbt; readonly limits: FeeLimits };

async function signCopy(
  psbt: Psbt,
  options: SignOptions,
  { shown, limits }: ShownPsbt,
): Promise<Signed> {
  const { approve, device, keys = [], random, reviewed, signal } = options;
  const given = startingCurve(options.secp256k1);
  const secp256k1 = await curveForInputs(given, psbt.inputs.length);
  const pause = psbt.inputs.length < MANY ? async () => checkAborted(signal) : pauseFor(signal);
  await pause();
  await runTask(checkOtherParts(psbt, pause));
  const every = isPlain(psbt, options) ? undefined : await loadEverySigner();
  const musig = every?.musigOf(options);
  // With the option, `prepare` finds the same faults.
  if (options.silent === undefined && every?.hasSilentFault(psbt, secp256k1)) throw silentFault();
  await pause();
  const isReviewed = approve !== undefined || reviewed !== undefined;
  const approval = isReviewed ? await loadApproval() : undefined;
  const others = (await approval?.askApproval(psbt, shown, options, pause)) ?? [];
  await pause();
  const opening = { psbt, secp256k1, pause };
  const open = await runTask(every ? every.openKeys(keys, opening) : openPlainKeys(keys, opening));
  try {
    await pause();
    await runTask(checkFeeTask(psbt, limits, { secp256k1, provider: open.provider, pause }));
    await pause();
    const ofKeys = isReviewed
      ? []
      : ((await every?.requireOneAccountOf(psbt, open, options)) ?? []);
    const noted = options.signer && every?.noteSigned(psbt, signerOf(options.signer));
    const job = { ...options, signer: noted?.signer, musig, secp256k1 };
    const providers = approval
      ? await approval.withoutOthers(psbt, others, open, { ...options, secp256k1, every })
      : providersOf(options, open);
    // An input that these keys do not complete needs an explanation.
    const explain =
      every?.findProblems ?? (completes(psbt, open, options) ? undefined : await loadProblems());
    const work = { psbt, providers, others, job, every };
    const done = device && every ? await every.signWith(device, work) : await runPass(work, true);
    if (!isReviewed) noted?.requireOneAccount(ofKeys);
    await pause();
    const findProblems = done.complete ? undefined : (explain ?? (await loadProblems()));
    const problems = findProblems ? await runTask(findProblems(done.psbt, secp256k1, pause)) : [];
    const kept = random === undefined || musig === undefined ? {} : { musig };
    return { ...done, psbt: withLimits(done.psbt, limits), problems, ...kept };
  } finally {
    open.wipe();
  }
}

// Everything is loaded before a signature is made, and only if this PSBT or these options need it.

const loadEverySigner = (): Promise<EverySigner> =>
  loadPart(async () => (await import('./every-signer.ts')).everySigner);

const loadApproval = () => loadPart(async () => await import('./approval.ts'));

const loadProblems = () =>
  loadPart(async () => (await import('./finalize-payment.ts')).findProblemsTask);
