import { refuseMore } from '../../arguments/count-arguments.ts';
import { appCurve } from '../../crypto/app-curve.ts';
import type { Curve, Secp256k1 } from '../../crypto/secp256k1.ts';
import { type AbortSignalLike, checkAborted, untilAborted } from '../../encoding/abort.ts';
import { argumentError, ColdsignError } from '../../encoding/coldsign-error.ts';
import { copyValue } from '../../encoding/copy-value.ts';
import { pauseFor } from '../../encoding/next-turn.ts';
import { withCause } from '../../encoding/plain-error.ts';
import type { Psbt, PsbtInput } from '../../psbt/psbt.ts';
import { type PsbtJob, signPsbtWith } from '../../psbt/sign-psbt.ts';
import { askForType, opensSilentPayment } from '../../psbt/signature-types.ts';
import { hasSilentFault } from '../../psbt/silent-payments.ts';
import type { SilentSigning } from '../../psbt/silent-signing.ts';
import type { ExternalKeys } from '../../rpc/context.ts';
import { parseSighashType, type SighashType } from '../../sighash/sighash-type.ts';
import type { SigningWorkers } from '../../signing/batch-signer.ts';
import type { SigningProgress } from '../../signing/job.ts';
import type { MusigSource } from '../../signing/musig-creator.ts';
import { createMusigNonces } from '../../signing/musig-nonces.ts';
import { emptyProvider, type SigningProvider } from '../../signing/provider.ts';
import type { ExternalSigner } from '../../signing/signature-request.ts';
import { type Pause, runTask } from '../../signing/task.ts';
import type { FeeLimits } from '../../transaction/fee-bounds.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import type { RandomBytes } from '../../wallet/random.ts';
import type { SighashName } from '../call.ts';
import { checkArgument, checkedRandom } from './arguments.ts';
import {
  checkOtherParts,
  checkSpending,
  isSamePsbt,
  lockTimes,
  partOf,
  silentFault,
  silentSighash,
} from './encoded.ts';
import { checkFeeTask, limitsOf, withLimits } from './fee.ts';
import { type Finalized, findProblemsTask } from './finalize-payment.ts';
import { type AppKeys, type ApprovedSigner, openAppKeys, type SigningKey } from './keys.ts';
import { noteSigned, requireOneAccount } from './one-account.ts';
import { askDevice, guardThreads, outside, type PsbtDevice } from './outside.ts';
import { checkReviewed, coinsOfOthers, refuseOthers, type ShownReview } from './reviewed.ts';

/** Signers and options of `sign`: keys, a device, a signer, or several of them together. */
export type SignOptions = FeeLimits & {
  /**
   * Private keys. Keys derived from them are wiped; they themselves stay. Without `reviewed` and
   * `approve`, they sign coins of one account only.
   */
  readonly keys?: SigningKey | readonly SigningKey[] | undefined;
  /**
   * Signs the complete PSBT. It shows the payment on its own screen, where its user decides about
   * coins of several accounts. If it has no screen, pass `reviewed`.
   */
  readonly device?: PsbtDevice | undefined;
  /**
   * Signs digests: an external holder of the keys that sees only hashes. Without `reviewed` and
   * `approve`, the coins that it signs must be of one account. The PSBT states the account, which
   * is not proven: only a review shows a coin with a false path.
   */
  readonly signer?: ExternalKeys | ExternalSigner | undefined;
  /** Workers of `createWorkers` (`coldsign/workers`): `keys` sign and verify in several threads. */
  readonly threads?: SigningWorkers | undefined;
  /**
   * Randomness and nonces for keys in musig(): give the same nonces in both rounds. The last signer
   * needs neither and signs in one round, because all other nonces are in the PSBT.
   */
  readonly musig?: MusigSource | undefined;
  /** Makes and spends silent payments: `silentSigning` of `coldsign/descriptor`. */
  readonly silent?: SilentSigning | undefined;
  /**
   * Returns unpredictable bytes of the given length, for keys in musig(). The second round needs
   * the nonces of the first, which `musig` of the result contains.
   */
  readonly random?: RandomBytes | undefined;
  /**
   * Result of `review` for this PSBT, or of `reviewPsbt` of `coldsign/review`. A payment that it
   * refuses is not signed, and neither is a coin that it does not count as yours: if the keys fit
   * such a coin, the error is `REVIEW_REFUSED`.
   */
  readonly reviewed?: ShownReview | undefined;
  /**
   * Called before anything is signed, with the PSBT and the keys of this call. Return the review
   * that was shown to allow what it says, as with `reviewed`; or true to allow all. If it throws,
   * the error is `NOT_APPROVED`, with the thrown value as its `cause`. `reviewFirst` makes such a
   * function.
   */
  readonly approve?:
    | ((psbt: Psbt, signer: ApprovedSigner) => Approval | Promise<Approval>)
    | undefined;
  /**
   * Ends the call, even while a device is signing. Review, keys and verification also stop: after
   * every few inputs, other work runs, which may abort.
   */
  readonly signal?: AbortSignalLike | undefined;
  /**
   * Sighash type of all inputs, which `approve` finds in the PSBT's inputs. Default: DEFAULT for
   * taproot, else ALL.
   */
  readonly sighashType?: SighashName | undefined;
  /** Called during long work. If it throws, the call ends with that error. */
  readonly onProgress?: ((progress: SigningProgress) => void) | undefined;
  /** Default: the curve in pure JavaScript; `coldsign/kernel` has a faster one. */
  readonly secp256k1?: Curve | undefined;
};

/** The answer of `approve`: the review that was approved, or true; false to sign nothing. */
export type Approval = ShownReview | boolean;

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
    const done = device === undefined ? await run(work, true) : await signWith(device, work);
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
      run({ psbt: tried, providers: { provider: emptyProvider, providerOf }, job }, false),
  });
}

type Providers = Pick<PsbtJob, 'provider' | 'providerOf'>;

/**
 * Returns the keys, and the signer that receives digests, for the coins that are not of others.
 * Throws if the keys would sign a coin of others, which a try shows.
 */
async function providersOf(
  psbt: Psbt,
  others: readonly number[],
  options: PassOptions,
  { provider, providerOf }: AppKeys,
): Promise<Providers> {
  const asked = (known: SigningProvider): SigningProvider =>
    options.signer === undefined ? known : { ...known, canSign: () => true };
  if (others.length === 0) {
    return { provider: asked(provider), providerOf: (input) => asked(providerOf(input)) };
  }
  const coins = new Set(others.flatMap((index) => coinOf(psbt.inputs[index])));
  const isOthers = (input: PsbtInput) => coins.has(outPointKey(input.prevout));
  const { secp256k1, threads, sighashType, signal } = options;
  const onlyOthers = (input: PsbtInput) => (isOthers(input) ? providerOf(input) : emptyProvider);
  const trying = {
    psbt,
    providers: { provider, providerOf: onlyOthers },
    job: { secp256k1, threads, sighashType, signal },
  };
  refuseOthers(others, psbt, (await run(trying, false)).psbt, 'The keys would sign');
  return {
    provider: asked(provider),
    providerOf: (input) => (isOthers(input) ? emptyProvider : asked(providerOf(input))),
  };
}

const coinOf = (input: PsbtInput | undefined) => (input ? [outPointKey(input.prevout)] : []);

/** Checks the options of callers without types. */
function checkOptions(given: SignOptions): SignOptions {
  const usage = 'Write sign(psbt, { keys }): keys, device or signer says who signs.';
  const options = checkArgument('options', given, 'SignOptions', usage);
  const { keys, device, signer, threads, musig, sighashType } = options;
  if (sighashType !== undefined && parseSighashType(sighashType) === undefined) {
    throw argumentError(
      'sighashType must be the name of one, such as ALL',
      'Leave it out: DEFAULT for taproot, ALL for the rest.',
    );
  }
  if (device !== undefined && typeof device?.signPsbt !== 'function') {
    throw argumentError(
      'device must have the function signPsbt',
      'It is handed base64 and answers with a PSBT.',
    );
  }
  if (device !== undefined) checkArgument('device', device, 'PsbtDevice');
  if (typeof signer === 'object') checkArgument('signer', signer, 'ExternalKeys');
  if (
    signer !== undefined &&
    typeof (signer as Partial<ExternalKeys> | null)?.sign !== 'function' &&
    typeof signer !== 'function'
  ) {
    throw argumentError(
      'signer must be a function, or have the function sign',
      'It is handed requests, and answers with a signature for each.',
    );
  }
  if (threads !== undefined && typeof threads.verifyAll !== 'function') {
    throw argumentError('threads must be what createWorkers makes', 'It is in coldsign/workers.');
  }
  if ([keys, device, signer, musig].every((each) => (each ?? undefined) === undefined)) {
    throw argumentError(
      'No signer is given',
      'Give keys, device or signer. With keys: [] the call only finalizes what is complete.',
    );
  }
  return options;
}

const typeOf = (name: SighashName | undefined): SighashType | undefined =>
  name === undefined ? undefined : parseSighashType(name);

const signerOf = (signer: ExternalKeys | ExternalSigner): ExternalSigner =>
  typeof signer === 'function' ? signer : (requests) => signer.sign(requests);

/** Adds the signatures of keys and signer, then those of a device that is handed the PSBT. */
async function signWith(
  device: PsbtDevice,
  work: SigningPass & { readonly others: readonly number[] },
) {
  const { psbt, job, others } = work;
  const { secp256k1, signal, keys, signer } = job;
  const hasOwn = keys !== undefined || signer !== undefined;
  const own = hasOwn ? (await run(work, false)).psbt : psbt;
  checkAborted(signal);
  const answered = await untilAborted(signal, askDevice(own, device, secp256k1, signal));
  refuseOthers(others, psbt, answered, 'The device has signed');
  const finishing = { ...job, signer: undefined };
  return run({ psbt: answered, providers: { provider: emptyProvider }, job: finishing }, true);
}

/** Returns a progress function that checks the signal at each step. */
function progressOf({ onProgress, signal }: SignOptions): SignOptions['onProgress'] {
  if (signal === undefined) return onProgress;
  return (progress) => {
    checkAborted(signal);
    onProgress?.(progress);
  };
}

type PassOptions = Omit<SignOptions, 'approve' | 'reviewed'> & { readonly secp256k1: Secp256k1 };

type SigningPass = {
  readonly psbt: Psbt;
  readonly providers: Providers;
  readonly job: PassOptions;
};

async function run({ psbt, providers, job: given }: SigningPass, finalize: boolean) {
  const { secp256k1, signer, threads, musig, silent, sighashType, ...watched } = given;
  const type = typeOf(sighashType);
  // Without `silent` too, where nothing else looks at the payment.
  if (opensSilentPayment(psbt, type)) throw silentSighash();
  const onProgress = progressOf(watched);
  const rounds = { signsLast: true, ...musig };
  const common = { psbt, secp256k1, finalize, musig: rounds, silent };
  const job = { ...providers, ...common, ...(onProgress && { onProgress }) };
  const signers = {
    pause: pauseFor(watched.signal),
    ...(threads && { workers: guardThreads(threads) }),
    ...(signer && { signer: outside('The signer', signerOf(signer)) }),
  };
  const signing = signPsbtWith({ ...job, sighashType: type }, signers);
  const done = await untilAborted(watched.signal, signing);
  if (!('error' in done)) return done;
  if (done.error === 'INVALID_TX') throw lockTimes();
  if (done.error === 'SILENT_PAYMENT') throw silentFault();
  throw new ColdsignError('SIGHASH_MISMATCH', 'An input asks for another type of signature', {
    hint: 'If it is meant, name the type with sighashType. A type other than ALL leaves parts of the transaction open to be changed.',
  });
}
