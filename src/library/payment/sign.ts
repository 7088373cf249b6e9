import { nobleSecp256k1 } from '../../crypto/noble.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import type { Psbt, PsbtInput } from '../../psbt/psbt.ts';
import { type PsbtJob, signPsbtWith } from '../../psbt/sign-psbt.ts';
import type { ExternalKeys } from '../../rpc/context.ts';
import { parseSighashType } from '../../sighash/sighash-type.ts';
import type { SigningWorkers } from '../../signing/batch-signer.ts';
import type { SigningProgress } from '../../signing/job.ts';
import type { MusigSource } from '../../signing/musig-creator.ts';
import { emptyProvider, type SigningProvider } from '../../signing/provider.ts';
import type { ExternalSigner } from '../../signing/signature-request.ts';
import type { SighashName } from '../call.ts';
import { checkArgument } from './arguments.ts';
import { checkPsbt, lockTimes } from './encoded.ts';
import { type InputProblem, PaymentError, wrongArgument } from './error.ts';
import { checkFee, type FeeLimits, limitsOf, withLimits } from './fee.ts';
import { type OpenKeys, openKeys, type SigningKey } from './keys.ts';
import { askDevice, guardThreads, outside, type PsbtDevice } from './outside.ts';
import { findProblems } from './problems.ts';

/** Who signs, and how: keys, a device, a signer, or several of them together. */
export type SignOptions = FeeLimits & {
  /** Private keys. What is derived of them is wiped; they themselves stay. */
  readonly keys?: SigningKey | readonly SigningKey[] | undefined;
  /** Is handed the whole PSBT. */
  readonly device?: PsbtDevice | undefined;
  /** Is handed digests: whoever has the keys and signs nothing but hashes. */
  readonly signer?: ExternalKeys | ExternalSigner | undefined;
  /**
   * As `createWorkers` of `coldsign/workers` makes them: `keys` sign and verify in several threads.
   */
  readonly threads?: SigningWorkers | undefined;
  /** For keys in musig(): randomness, and the same nonces in both rounds. */
  readonly musig?: MusigSource | undefined;
  /** For all inputs. Left out: DEFAULT for taproot, ALL for the rest. */
  readonly sighashType?: SighashName | undefined;
  /** Called during long work. What it throws ends the call and is thrown unchanged. */
  readonly onProgress?: ((progress: SigningProgress) => void) | undefined;
  /** Default: the curve in pure JavaScript; `coldsign/kernel` has a faster one. */
  readonly secp256k1?: Secp256k1 | undefined;
};

/** What came of signing. A plain value. */
export type Signed = {
  /** With the signatures that were made. What is complete is final. */
  readonly psbt: Psbt;
  /** Every input is final, and its scripts hold. */
  readonly complete: boolean;
  /** Why inputs are not complete: cause and fix of each; empty when `complete`. */
  readonly problems: readonly InputProblem[];
};

/**
 * Signs what can be signed, and finalizes what is complete. No signature comes out that was not
 * verified, whoever made it. Rejects with `PaymentError`, before anything is signed where the fee
 * is beyond its bounds; what is only missing is no error. A device or signer that fails has a code
 * (`DEVICE_REFUSED` and others), and what it threw is the error's `cause`.
 */
export async function sign(psbt: Psbt, options: SignOptions): Promise<Signed> {
  checkPsbt(psbt);
  checkOptions(options);
  const { secp256k1 = nobleSecp256k1, device } = options;
  const keys = openKeys(options.keys ?? [], psbt, secp256k1);
  try {
    const limits = limitsOf(psbt, options);
    checkFee(psbt, limits, secp256k1, keys.provider);
    const own = await addSignatures(psbt, options, keys);
    const known = device === undefined ? own : await askDevice(own, device, secp256k1);
    const done = await run(known, { ...options, secp256k1 }, { provider: emptyProvider }, true);
    const problems = done.complete ? [] : findProblems(done.psbt, secp256k1);
    return { ...done, psbt: withLimits(done.psbt, limits), problems };
  } finally {
    keys.wipe();
  }
}

/** For callers without types. */
function checkOptions(options: SignOptions): void {
  const { keys, device, signer, threads, musig, sighashType } = checkArgument(
    'options',
    options,
    'SignOptions',
    'Write sign(psbt, { keys }): keys, device or signer says who signs.',
  );
  if (sighashType !== undefined && parseSighashType(sighashType) === undefined) {
    throw wrongArgument(
      'sighashType must be the name of one, such as ALL',
      'Leave it out: DEFAULT for taproot, ALL for the rest.',
    );
  }
  if (device !== undefined && typeof device?.signPsbt !== 'function') {
    throw wrongArgument(
      'device must have the function signPsbt',
      'It is handed base64 and answers with a PSBT.',
    );
  }
  if (
    signer !== undefined &&
    typeof (signer as Partial<ExternalKeys> | null)?.sign !== 'function' &&
    typeof signer !== 'function'
  ) {
    throw wrongArgument(
      'signer must be a function, or have the function sign',
      'It is handed requests, and answers with a signature for each.',
    );
  }
  if (threads !== undefined && typeof threads.verifyAll !== 'function') {
    throw wrongArgument('threads must be what createWorkers makes', 'It is in coldsign/workers.');
  }
  if ([keys, device, signer, musig].every((each) => each === undefined)) {
    throw wrongArgument(
      'Nobody is named who signs',
      'Give keys, device or signer. With keys: [] the call only finalizes what is complete.',
    );
  }
}

function signerOf(signer: ExternalKeys | ExternalSigner): ExternalSigner {
  return typeof signer === 'function' ? signer : (requests) => signer.sign(requests);
}

/** Of the keys, and of the signer that is handed digests. */
async function addSignatures(
  psbt: Psbt,
  options: SignOptions,
  { provider, providerOf }: OpenKeys,
): Promise<Psbt> {
  const { secp256k1 = nobleSecp256k1, signer } = options;
  if (options.keys === undefined && signer === undefined) return psbt;
  const asked = (known: SigningProvider): SigningProvider =>
    signer === undefined ? known : { ...known, canSign: () => true };
  const providers = {
    provider: asked(provider),
    providerOf: (input: PsbtInput) => asked(providerOf(input)),
  };
  return (await run(psbt, { ...options, secp256k1 }, providers, false)).psbt;
}

type Running = SignOptions & { readonly secp256k1: Secp256k1 };

async function run(
  psbt: Psbt,
  { secp256k1, signer, threads, musig, sighashType, onProgress }: Running,
  providers: Pick<PsbtJob, 'provider' | 'providerOf'>,
  finalize: boolean,
) {
  const type = sighashType === undefined ? undefined : parseSighashType(sighashType);
  const job = { ...providers, psbt, secp256k1, finalize, musig, ...(onProgress && { onProgress }) };
  const asked = signer && !finalize ? signerOf(signer) : undefined;
  const signers = {
    ...(threads && { workers: guardThreads(threads) }),
    ...(asked && { signer: outside('The signer', asked) }),
  };
  const done = await signPsbtWith({ ...job, sighashType: type }, signers);
  if (!('error' in done)) return done;
  if (done.error === 'INVALID_TX') throw lockTimes();
  throw new PaymentError('SIGHASH_MISMATCH', 'An input asks for another type of signature', {
    hint: 'If it is meant, name the type with sighashType. A type other than ALL leaves parts of the transaction open to be changed.',
  });
}
