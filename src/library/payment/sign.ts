import { refuseMore } from '../../arguments/count-arguments.ts';
import { appCurve } from '../../crypto/app-curve.ts';
import { checkAborted, untilAborted } from '../../encoding/abort.ts';
import { ColdsignError } from '../../encoding/coldsign-error.ts';
import { copyValue } from '../../encoding/copy-value.ts';
import { pauseFor } from '../../encoding/next-turn.ts';
import { withCause } from '../../encoding/plain-error.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { askForType } from '../../psbt/signature-types.ts';
import { hasSilentFault } from '../../psbt/silent-payments.ts';
import { createMusigNonces } from '../../signing/memory-nonces.ts';
import { emptyProvider } from '../../signing/miniscript-provider.ts';
import type { MusigSource } from '../../signing/musig-creator.ts';
import { type Pause, runTask } from '../../signing/task.ts';
import type { FeeLimits } from '../../transaction/fee-bounds.ts';
import { checkArgument, checkedRandom } from './arguments.ts';
import { checkOtherParts, checkSpending, isSamePsbt, partOf, silentFault } from './encoded.ts';
import { checkFeeTask, limitsOf, withLimits } from './fee.ts';
import { type Finalized, findProblemsTask } from './finalize-payment.ts';
import { type AppKeys, type ApprovedSigner, openAppKeys } from './keys.ts';
import { noteSigned, requireOneAccount } from './one-account.ts';
import { checkReviewed, coinsOfOthers, type ShownReview } from './reviewed.ts';
import { type Approval, checkOptions, type SignOptions, typeOf } from './sign-options.ts';
import { providersOf, runPass, signerOf, signWith } from './signing-pass.ts';

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
  const { device, random, signal } = options;
  const secp256k1 = appCurve(options.secp256k1);
  const given = options.musig ?? (random && { random, nonces: createMusigNonces() });
  const musig = given && { ...given, random: checkedRandom(given.random) };
  const pause = psbt.inputs.length < MANY ? async () => checkAborted(signal) : pauseFor(signal);
  await pause();
  await runTask(checkOtherParts(psbt, pause));
  // With the option, `prepare` finds the same faults.
  if (options.silent === undefined && hasSilentFault(psbt, secp256k1)) throw silentFault();
  await pause();
  const review = (await askApproval(psbt, shown, options, pause)) ?? options.reviewed;
  const others = coinsOfOthers(review);
  await pause();
  const open = await runTask(openAppKeys(options.keys ?? [], { psbt, secp256k1, pause }));
  try {
    await pause();
    await runTask(checkFeeTask(psbt, limits, { secp256k1, provider: open.provider, pause }));
    await pause();
    const isReviewed = options.approve !== undefined || options.reviewed !== undefined;
    const ofKeys = isReviewed ? [] : await requireOneAccountOf(psbt, open, options);
    const noted = options.signer && noteSigned(psbt, signerOf(options.signer));
    const providers = await providersOf(psbt, others, { ...options, secp256k1 }, open);
    const job = { ...options, signer: noted?.signer, musig, secp256k1 };
    const work = { psbt, providers, others, job };
    const done = device === undefined ? await runPass(work, true) : await signWith(device, work);
    if (!isReviewed) noted?.requireOneAccount(ofKeys);
    await pause();
    const problems = done.complete
      ? []
      : await runTask(findProblemsTask(done.psbt, secp256k1, pause));
    const kept = random === undefined || musig === undefined ? {} : { musig };
    return { ...done, psbt: withLimits(done.psbt, limits), problems, ...kept };
  } finally {
    open.wipe();
  }
}

/**
 * Shows the caller's PSBT for approval, which must still equal the copy when it is approved. Its
 * inputs ask for the type that they will be signed with. Returns the approved review, if there is
 * one.
 */
async function askApproval(
  copy: Psbt,
  shown: Psbt,
  { approve, keys, reviewed, signal, sighashType }: SignOptions,
  pause: Pause,
): Promise<ShownReview | undefined> {
  checkAborted(signal);
  const psbt = askForType(copy, typeOf(sighashType));
  if (reviewed !== undefined) checkReviewed(psbt, reviewed);
  if (approve === undefined) return undefined;
  await pause();
  const asked = askForType(shown, typeOf(sighashType));
  const answer = await untilAborted(signal, askApp(approve, asked, { keys, signal }));
  await pause();
  const isSame =
    (await runTask(isSamePsbt(psbt, asked, pause))) &&
    (asked === shown || (await runTask(isSamePsbt(copy, shown, pause))));
  const review = typeof answer === 'object' ? answer : undefined;
  if (isSame && review !== undefined) {
    checkArgument('The answer of approve', review, 'Review');
    await pause();
    checkReviewed(psbt, review);
    return review;
  }
  if (isSame && answer === true) return undefined;
  const what = isSame ? 'was not approved' : 'was changed while it waited for approval';
  throw new ColdsignError('NOT_APPROVED', `The payment ${what}`, {
    hint: 'Nothing was signed. Ask again when the person agrees.',
  });
}

/** Runs `approve` of the app. Its failure is no approval. */
async function askApp(
  approve: NonNullable<SignOptions['approve']>,
  psbt: Psbt,
  signer: ApprovedSigner,
): Promise<Approval> {
  try {
    return await approve(psbt, signer);
  } catch (error) {
    if (error instanceof ColdsignError) throw error;
    const hint = 'Nothing was signed. The cause of this error is what approve threw.';
    throw withCause(
      new ColdsignError('NOT_APPROVED', 'The option approve failed', { hint }),
      error,
    );
  }
}

/**
 * Throws if the keys would sign coins of several accounts, which only a review may allow. Returns
 * their coins if a signer signs too.
 */
async function requireOneAccountOf(psbt: Psbt, open: AppKeys, options: SignOptions) {
  const { threads, sighashType, signal, keys, signer } = options;
  const job = { secp256k1: appCurve(options.secp256k1), threads, sighashType, signal };
  return requireOneAccount(psbt, open, {
    hasSigner: keys !== undefined && signer !== undefined,
    attempt: ({ psbt: tried, providerOf }) =>
      runPass({ psbt: tried, providers: { provider: emptyProvider, providerOf }, job }, false),
  });
}
