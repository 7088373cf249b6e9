import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { checkAborted, untilAborted } from '../../encoding/abort.ts';
import { ColdsignError } from '../../encoding/coldsign-error.ts';
import { pauseFor } from '../../encoding/next-turn.ts';
import type { MusigCreatorOf } from '../../psbt/input-signing.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { signJobTask } from '../../psbt/sign-job.ts';
import { opensSilentPayment } from '../../psbt/signature-types.ts';
import type { ExternalKeys } from '../../rpc/signing-context.ts';
import { signWith } from '../../signing/batch-signer.ts';
import type { SigningProvider } from '../../signing/provider.ts';
import type { ExternalSigner } from '../../signing/signature-request.ts';
import { lockTimes, silentFault, silentSighash } from './checked-psbt.ts';
import type { AppKeys } from './keys.ts';
import type { guardThreads, outside } from './outside.ts';
import { type SignOptions, typeOf } from './sign-options.ts';

export type Providers = Pick<AppKeys, 'provider' | 'providerOf'>;

/** Returns the keys, and asks the signer for every signature that the keys do not make. */
export function providersOf(
  { signer }: Pick<SignOptions, 'signer'>,
  { provider, providerOf }: Pick<AppKeys, 'provider' | 'providerOf'>,
): Providers {
  const asked = (known: SigningProvider): SigningProvider =>
    signer === undefined ? known : { ...known, canSign: () => true };
  return { provider: asked(provider), providerOf: (input) => asked(providerOf(input)) };
}

export const signerOf = (signer: ExternalKeys | ExternalSigner): ExternalSigner =>
  typeof signer === 'function' ? signer : (requests) => signer.sign(requests);

/** Returns a progress function that checks the signal at each step. */
function progressOf({ onProgress, signal }: SignOptions): SignOptions['onProgress'] {
  if (signal === undefined) return onProgress;
  return (progress) => {
    checkAborted(signal);
    onProgress?.(progress);
  };
}

export type PassOptions = Omit<SignOptions, 'approve' | 'reviewed'> & {
  readonly secp256k1: Secp256k1;
};

/** The parts for other signers, threads and MuSig2. */
type PassParts = {
  readonly musigCreator: MusigCreatorOf;
  readonly guardThreads: typeof guardThreads;
  readonly outside: typeof outside;
};

export type SigningPass = {
  readonly psbt: Psbt;
  readonly providers: Providers;
  readonly job: PassOptions;
  /** Absent: single keys sign scripts of one key (`plain-signing.ts`). */
  readonly every: PassParts | undefined;
};

export async function runPass(
  { psbt, providers, job: given, every }: SigningPass,
  finalize: boolean,
) {
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
    ...(threads && every && { workers: every.guardThreads(threads) }),
    ...(signer && every && { signer: every.outside('The signer', signerOf(signer)) }),
  };
  const task = { ...job, sighashType: type, musigCreator: every?.musigCreator };
  const signing = signWith(task, signers, (by) => signJobTask(task, by));
  const done = await untilAborted(watched.signal, signing);
  if (!('error' in done)) return done;
  if (done.error === 'INVALID_TX') throw lockTimes();
  if (done.error === 'SILENT_PAYMENT') throw silentFault();
  throw new ColdsignError('SIGHASH_MISMATCH', 'An input asks for another type of signature', {
    hint: 'If it is meant, name the type with sighashType. A type other than ALL leaves parts of the transaction open to be changed.',
  });
}
