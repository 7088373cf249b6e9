import {
  ComputationFault,
  findRepeatedNonces,
  type KnownNonces,
} from '../crypto/own-signatures.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { LegacyDigestRequest } from '../sighash/legacy-digests.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { askSigner, type VerifyAll } from './external-signer.ts';
import type { SigningJob } from './job.ts';
import { type MadeSignature, type SignMany, signLocally, signLocallyBy } from './sign-locally.ts';
import type { ExternalSigner, SignatureRequest } from './signature-request.ts';
import { runNow, runTask, type Task } from './task.ts';

/** Workers that do in parallel what this thread would do. */
export type SigningWorkers = SignMany & {
  /** Returns true if all signatures are valid. */
  readonly verifyAll: VerifyAll;
  /** 65 bytes each. */
  readonly publicKeyMany?: (
    privateKeys: readonly Bytes[],
  ) => Promise<readonly (Bytes | undefined)[]>;
  /** One for each request, 32 bytes. Absent: this thread hashes. */
  readonly legacyDigests?:
    | ((
        transaction: Transaction,
        requests: readonly LegacyDigestRequest[],
      ) => Promise<readonly Bytes[]>)
    | undefined;
};

/** Signers outside this thread. */
export type Signers = {
  /** Signs with the keys that the provider has not got. */
  readonly signer?: ExternalSigner | undefined;
  /** Sign and verify lists in parallel. */
  readonly workers?: SigningWorkers | undefined;
};

/** Signatures in the order of the requests; `undefined` if one is unavailable. */
type MadeSignatures = readonly (MadeSignature | undefined)[];

/** Makes, verifies and prepares signatures by the list: this thread alone, or with others. */
export type BatchSigner = {
  /**
   * Signs the requests. `keys`: the private key for each request; `undefined` if only an external
   * signer may have it. `onMade` receives how many more are done.
   */
  readonly sign: (
    requests: readonly SignatureRequest[],
    keys: readonly (PrivateKey | undefined)[],
    onMade: OnMade,
  ) => MadeSignatures | Promise<MadeSignatures>;
  /**
   * The fewest inputs that are worth signing while others are still planned. Absent: all signatures
   * are asked for at once.
   */
  readonly together?: number;
  /** Returns true if all signatures are valid. */
  readonly verifyAll: VerifyAll;
  /** Computes legacy digests in advance. Absent: they are computed on demand. */
  readonly legacyDigests?: SigningWorkers['legacyDigests'];
  /** Called with the progress. */
  readonly onProgress?: OnProgress;
};

type OnProgress = NonNullable<SigningJob['onProgress']>;
type OnMade = (count: number) => void;

/** The parts of a job that signing on this thread needs. */
type LocalSigning = Pick<SigningJob, 'secp256k1' | 'onProgress'>;

/** Number of signatures made on this thread between progress reports. */
const CHUNK = 1024;
/** Smallest number of inputs per thread that makes a shared inversion worthwhile. */
const SHARED_CHUNK = 512;

/**
 * Signs in this thread. Throws a `ComputationFault` where a signature that was made does not hold.
 */
export function signHere<T>(local: LocalSigning, task: (signer: BatchSigner) => Task<T>): T {
  const { secp256k1, onProgress } = local;
  const known: KnownNonces = new Map();
  const sign: BatchSigner['sign'] = (requests, keys, onMade) =>
    withNewNonces(requests, signInThisThread(requests, keys, { secp256k1, onMade }), known);
  const verifyAll = secp256k1.verifyAll.bind(secp256k1);
  return runNow(task({ sign, verifyAll, ...(onProgress && { onProgress }) }));
}

/** Throws if a signature of this call has the nonce of another that was made for something else. */
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
  for (let start = 0; start < total; start += CHUNK) {
    const end = start + CHUNK;
    made.push(...signLocally(requests.slice(start, end), keys.slice(start, end), secp256k1));
    onMade(Math.min(end, total) - start);
  }
  return made;
}

/**
 * Signs in this thread, in workers and with an external signer. What the signer returns is verified
 * before it is used, what workers have signed before it leaves. Rejects only if they do, or with a
 * `ComputationFault`.
 */
export async function signWith<T>(
  local: LocalSigning,
  { signer, workers }: Signers,
  task: (signer: BatchSigner) => Task<T>,
): Promise<T> {
  const verifyAll: VerifyAll = (checks) =>
    workers?.verifyAll(checks) ?? local.secp256k1.verifyAll(checks);
  // Verification of worker signatures, started while signing goes on.
  const begun: Promise<boolean>[] = [];
  const known: KnownNonces = new Map();
  const signOwn = async (
    requests: readonly SignatureRequest[],
    keys: readonly (PrivateKey | undefined)[],
    onMade: OnMade,
  ) => {
    if (workers === undefined) {
      const made = signInThisThread(requests, keys, { ...local, onMade });
      return withNewNonces(requests, made, known);
    }
    const { signatures, hold } = await signLocallyBy(workers, requests, keys, local.secp256k1);
    // Awaited at the end; if something else fails first, this failure is ignored.
    hold.catch(() => undefined);
    begun.push(hold);
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
      others.length > 0 ? await askSigner(signer, others, local.secp256k1, verifyAll) : [];
    onMade(others.length);
    // Two with one nonce would give the device's key away: both count as missing.
    const repeated = repeatedOf(others, answers, known);
    const usable = answers.map((answer, i) => (repeated.has(i) ? undefined : answer));
    const [ofOwn, ofOthers] = [own.values(), usable.values()];
    return keys.map((key) => (key === undefined ? ofOthers : ofOwn).next().value);
  };
  const sign: BatchSigner['sign'] = (...asked) => {
    const made = Promise.resolve(signAll(...asked));
    // The caller that awaits it receives a failure; if something else fails first, this one is
    // ignored.
    made.catch(() => undefined);
    return made;
  };
  const legacyDigests = workers?.legacyDigests?.bind(workers);
  // An external signer is asked once.
  const together = workers && signer === undefined && { together: SHARED_CHUNK };
  const { onProgress } = local;
  const help = {
    sign,
    verifyAll,
    ...together,
    ...(legacyDigests && { legacyDigests }),
    ...(onProgress && { onProgress }),
  };
  const result = await runTask(task(help));
  for (const hold of begun) if (!(await hold)) throw new ComputationFault('signature');
  return result;
}
