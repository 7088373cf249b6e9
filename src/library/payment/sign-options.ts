import type { Curve } from '../../crypto/secp256k1.ts';
import type { AbortSignalLike } from '../../encoding/abort.ts';
import { argumentError } from '../../encoding/coldsign-error.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import type { SilentSigning } from '../../psbt/silent-signing.ts';
import type { ExternalKeys } from '../../rpc/signing-context.ts';
import { parseSighashType, type SighashType } from '../../sighash/sighash-type.ts';
import type { SigningWorkers } from '../../signing/batch-signer.ts';
import type { SigningProgress } from '../../signing/job.ts';
import type { MusigSource } from '../../signing/musig-creator.ts';
import type { ExternalSigner } from '../../signing/signature-request.ts';
import type { FeeLimits } from '../../transaction/fee-bounds.ts';
import type { RandomBytes } from '../../wallet/random.ts';
import type { SighashName } from '../call.ts';
import { checkArgument } from './arguments.ts';
import type { ApprovedSigner, SigningKey } from './keys.ts';
import type { PsbtDevice } from './outside.ts';
import { checkPsbtArgument } from './psbt-arguments.ts';
import type { ShownReview } from './reviewed.ts';

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

/** Checks the options of callers without types. */
export function checkOptions(given: SignOptions): SignOptions {
  const usage = 'Write sign(psbt, { keys }): keys, device or signer says who signs.';
  const options = checkPsbtArgument('options', given, 'SignOptions', usage);
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

export const typeOf = (name: SighashName | undefined): SighashType | undefined =>
  name === undefined ? undefined : parseSighashType(name);
