import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { checkAborted, untilAborted } from '../../encoding/abort.ts';
import { ColdsignError } from '../../encoding/coldsign-error.ts';
import { pauseFor } from '../../encoding/next-turn.ts';
import type { Psbt, PsbtInput } from '../../psbt/psbt.ts';
import { type PsbtJob, signPsbtWith } from '../../psbt/sign-psbt.ts';
import { opensSilentPayment } from '../../psbt/signature-types.ts';
import type { ExternalKeys } from '../../rpc/signing-context.ts';
import { emptyProvider } from '../../signing/miniscript-provider.ts';
import type { SigningProvider } from '../../signing/provider.ts';
import type { ExternalSigner } from '../../signing/signature-request.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import { lockTimes, silentFault, silentSighash } from './encoded.ts';
import type { AppKeys } from './keys.ts';
import { askDevice, guardThreads, outside, type PsbtDevice } from './outside.ts';
import { refuseOthers } from './reviewed.ts';
import { type SignOptions, typeOf } from './sign-options.ts';

type Providers = Pick<PsbtJob, 'provider' | 'providerOf'>;

/**
 * Returns the keys, and the signer that receives digests, for the coins that are not of others.
 * Throws if the keys would sign a coin of others, which a try shows.
 */
export async function providersOf(
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
  refuseOthers(others, psbt, (await runPass(trying, false)).psbt, 'The keys would sign');
  return {
    provider: asked(provider),
    providerOf: (input) => (isOthers(input) ? emptyProvider : asked(providerOf(input))),
  };
}

const coinOf = (input: PsbtInput | undefined) => (input ? [outPointKey(input.prevout)] : []);

export const signerOf = (signer: ExternalKeys | ExternalSigner): ExternalSigner =>
  typeof signer === 'function' ? signer : (requests) => signer.sign(requests);

/** Adds the signatures of keys and signer, then those of a device that is handed the PSBT. */
export async function signWith(
  device: PsbtDevice,
  work: SigningPass & { readonly others: readonly number[] },
) {
  const { psbt, job, others } = work;
  const { secp256k1, signal, keys, signer } = job;
  const hasOwn = keys !== undefined || signer !== undefined;
  const own = hasOwn ? (await runPass(work, false)).psbt : psbt;
  checkAborted(signal);
  const answered = await untilAborted(signal, askDevice(own, device, secp256k1, signal));
  refuseOthers(others, psbt, answered, 'The device has signed');
  const finishing = { ...job, signer: undefined };
  return runPass({ psbt: answered, providers: { provider: emptyProvider }, job: finishing }, true);
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

export async function runPass({ psbt, providers, job: given }: SigningPass, finalize: boolean) {
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
