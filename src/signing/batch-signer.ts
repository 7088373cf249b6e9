import {
  ComputationFault,
  findRepeatedNonces,
  type KnownNonces,
} from '../crypto/own-signatures.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import type { SignatureCheck } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { LegacyDigestRequest } from '../sighash/legacy-digests.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { askSigner, type VerifyAll } from './external-signer.ts';
import type { SigningJob } from './job.ts';
import {
  type MadeSignature,
  type SignMany,
  signLocally,
  signLocallyBy,
  verifyFew,
} from './sign-locally.ts';
import type { ExternalSigner, SignatureRequest } from './signature-request.ts';
import { type Pause, runNow, runTask, type Task } from './task.ts';

/** Workers that do in parallel what this thread would do. */
export type SigningWorkers = SignMany & {
  /** Returns true if all signatures are valid. */
  readonly verifyAll: VerifyAll;
  /** Returns public keys of 65 bytes each. */
  readonly publicKeyMany?: (
    privateKeys: readonly Bytes[],
  ) => Promise<readonly (Bytes | undefined)[]>;
  /** Returns a digest of 32 bytes for each request. If absent, this thread hashes. */
  readonly legacyDigests?:
    | ((
        transaction: Transaction,
        requests: readonly LegacyDigestRequest[],
      ) => Promise<readonly Bytes[]>)
    | undefined;
};

/** Signers outside this thread. */
export type Signers = {
  /** Signs with keys that the provider does not have. */
  readonly signer?: ExternalSigner | undefined;
  /** Sign and verify lists in parallel. */
  readonly workers?: SigningWorkers | undefined;
  /**
   * Awaited after every few inputs, so that other work can run. If it rejects, the call ends with
   * that error.
   */
  readonly pause?: (() => Promise<void>) | undefined;
};

/** Signatures in the order of the requests; `undefined` if one is unavailable. */
type MadeSignatures = readonly (MadeSignature | undefined)[];

/** Makes, verifies and prepares signatures in lists, in this thread or with workers. */
export type BatchSigner = {
  /**
   * Signs the requests. `keys` has the private key for each request; if it is `undefined`, only an
   * external signer may have it. `onMade` receives the number of further signatures done.
   */
  readonly sign: (
    requests: readonly SignatureRequest[],
    keys: readonly (PrivateKey | undefined)[],
    onMade: OnMade,
  ) => MadeSignatures | Promise<MadeSignatures>;
  /**
   * Minimum number of inputs to sign while others are still being planned. If absent, all
   * signatures are requested at once.
   */
  readonly together?: number;
  /** Returns true if all signatures are valid. */
  readonly verifyAll: VerifyAll;
  /** Computes legacy digests in advance. If absent, they are computed on demand. */
  readonly legacyDigests?: SigningWorkers['legacyDigests'];
  /** Called with the progress. */
  readonly onProgress?: OnProgress | undefined;
  /** Awaited after every few inputs. If absent, the work is done in one piece. */
  readonly pause?: Pause | undefined;
  /** Number of inputs whose signatures are verified together. Default: 1,024. */
  readonly verifiesTogether?: number | undefined;
};

type OnProgress = NonNullable<SigningJob['onProgress']>;
type OnMade = (count: number) => void;

/** The parts of a job that signing on this thread needs. */
type LocalSigning = Pick<SigningJob, 'secp256k1' | 'onProgress'>;

/** Number of signatures made on this thread between progress reports. */
const BATCH = 1024;
/** Number of signatures made or verified on this thread between pauses. */
const PAUSED_CHUNK = 16;
/** Smallest number of inputs per thread that makes a shared inversion worthwhile. */
const SHARED_BATCH = 512;

/** Signs in this thread. Throws a `ComputationFault` if a new signature is not valid. */
export function signHere<T>(local: LocalSigning, task: (signer: BatchSigner) => Task<T>): T {
  return runNow(task(localSigner(local)));
}

/** Returns a signer of this thread that lets other work run if there is a pause. */
export const pausingSigner = (local: LocalSigning, pause: Pause | undefined): BatchSigner => ({
  ...localSigner(local),
  pause,
  verifiesTogether: pause && PAUSED_CHUNK,
});

function localSigner({ secp256k1, onProgress }: LocalSigning): BatchSigner {
  const known: KnownNonces = new Map();
  const sign: BatchSigner['sign'] = (requests, keys, onMade) =>
    withNewNonces(requests, signInThisThread(requests, keys, { secp256k1, onMade }), known);
  const verifyAll = secp256k1.verifyAll.bind(secp256k1);
  return { sign, verifyAll, onProgress };
}

/** Throws if a signature of this call reuses a nonce for another message. */
function withNewNonces(
  requests: readonly SignatureRequest[],
  made: MadeSignatures,
  known: KnownNonces,
): MadeSignatures {
  if (repeatedOf(requests, made, known).size > 0) throw new ComputationFault('nonce');
  return made;
}

const repeatedOf = (
  requests: readonly SignatureRequest[],
  made: MadeSignatures,
  known: KnownNonces,
): ReadonlySet<number> =>
  findRepeatedNonces(
    requests.map(({ digest }, i) => {
      const signature = made[i]?.signature;
      return signature && { signature, digest };
    }),
    known,
  );

function signInThisThread(
  requests: readonly SignatureRequest[],
  keys: readonly (PrivateKey | undefined)[],
  { secp256k1, onMade }: LocalSigning & { readonly onMade: OnMade },
): MadeSignatures {
  const total = requests.length;
  const made: (MadeSignature | undefined)[] = [];
  for (let start = 0; start < total; start += BATCH) {
    const end = start + BATCH;
    made.push(...signLocally(requests.slice(start, end), keys.slice(start, end), secp256k1));
    onMade(Math.min(end, total) - start);
  }
  return made;
}

/**
 * Signs in this thread, in workers and with an external signer. Verifies the external signer's
 * signatures before use, and those of workers before returning. Rejects only if a signer or worker
 * rejects, or with a `ComputationFault`.
 */
export async function signWith<T>(
  local: LocalSigning,
  { signer, workers, pause }: Signers,
  task: (signer: BatchSigner) => Task<T>,
): Promise<T> {
  const verifyAll: VerifyAll = (checks) =>
    workers?.verifyAll(checks) ?? local.secp256k1.verifyAll(checks);
  const check = {
    pause,
    verifyAll: (checks: readonly SignatureCheck[]) =>
      workers ? verifyAll(checks) : verifyFew(checks, local.secp256k1, pause),
  };
  // Verification of worker signatures, started while signing goes on.
  const pending: Promise<boolean>[] = [];
  const known: KnownNonces = new Map();
  const signOwn = async (
    requests: readonly SignatureRequest[],
    keys: readonly (PrivateKey | undefined)[],
    onMade: OnMade,
  ) => {
    if (workers === undefined) {
      const made: (MadeSignature | undefined)[] = [];
      const size = pause ? PAUSED_CHUNK : requests.length;
      for (let from = 0; from < requests.length; from += size) {
        if (from > 0) await pause?.();
        const end = from + size;
        const own = { ...local, onMade };
        made.push(...signInThisThread(requests.slice(from, end), keys.slice(from, end), own));
      }
      return withNewNonces(requests, made, known);
    }
    const { signatures, hold } = await signLocallyBy(
      workers,
      requests,
      keys,
      local.secp256k1,
      pause,
    );
    // Awaited at the end; if something else fails first, this failure is ignored.
    hold.catch(() => undefined);
    pending.push(hold);
    onMade(requests.length);
    return withNewNonces(requests, signatures, known);
  };
  const signAll: BatchSigner['sign'] = async (requests, keys, onMade) => {
    if (signer === undefined) return signOwn(requests, keys, onMade);
    const own = await signOwn(
      requests.filter((_, i) => keys[i] !== undefined),
      keys.filter((key) => key !== undefined),
      onMade,
    );
    const others = requests.filter((_, i) => keys[i] === undefined);
    const answers =
      others.length > 0 ? await askSigner(signer, others, local.secp256k1, check) : [];
    onMade(others.length);
    // Two signatures with one nonce would reveal the device's key, so both count as missing.
    const repeated = repeatedOf(others, answers, known);
    const usable = answers.map((answer, i) => (repeated.has(i) ? undefined : answer));
    const [ofOwn, ofOthers] = [own.values(), usable.values()];
    return keys.map((key) => (key === undefined ? ofOthers : ofOwn).next().value);
  };
  const sign: BatchSigner['sign'] = (...asked) => {
    const made = Promise.resolve(signAll(...asked));
    // The caller that awaits it gets the failure; it is ignored if another part fails first.
    made.catch(() => undefined);
    return made;
  };
  const legacyDigests = workers?.legacyDigests?.bind(workers);
  // An external signer is asked only once, so everything is planned first.
  const together = workers && signer === undefined && { together: SHARED_BATCH };
  const { onProgress } = local;
  const help = {
    sign,
    verifyAll,
    ...together,
    legacyDigests,
    onProgress,
    pause,
    verifiesTogether: workers ? undefined : pause && PAUSED_CHUNK,
  };
  const result = await runTask(task(help));
  for (const hold of pending) if (!(await hold)) throw new ComputationFault('signature');
  return result;
}
