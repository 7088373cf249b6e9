import { ComputationFault } from '../crypto/own-signatures.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { LegacyDigestRequest } from '../sighash/legacy-digests.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { askSigner, type VerifyAll } from './external-signer.ts';
import type { SigningJob } from './job.ts';
import { type MadeSignature, type SignMany, signLocally, signLocallyBy } from './sign.ts';
import type { ExternalSigner, SignatureRequest } from './signature-request.ts';
import { runNow, runTask, type Task } from './task.ts';

/** Workers that do in parallel what this thread would do. */
export type SigningWorkers = SignMany & {
  /** Whether all of them hold. */
  readonly verifyAll: VerifyAll;
  /** 65 bytes each. */
  readonly publicKeyMany?: (
    privateKeys: readonly Bytes[],
  ) => Promise<readonly (Bytes | undefined)[]>;
  /** One for each request, 32 bytes. Absent: this thread hashes. */
  readonly legacyDigests?: (
    transaction: Transaction,
    requests: readonly LegacyDigestRequest[],
  ) => Promise<readonly Bytes[]>;
};

/** Who signs beside this thread. */
export type Signers = {
  /** Signs with the keys that the provider has not got. */
  readonly signer?: ExternalSigner | undefined;
  /** Sign and verify lists in parallel. */
  readonly workers?: SigningWorkers | undefined;
};

/** In the order of a list of requests; `undefined` where there is no signature to be had. */
type MadeSignatures = readonly (MadeSignature | undefined)[];

/** Makes, verifies and prepares signatures by the list: this thread alone, or with others. */
export type BatchSigner = {
  /** `keys`: for each request its private key; `undefined`: only an external signer may have it. */
  readonly sign: (
    requests: readonly SignatureRequest[],
    keys: readonly (PrivateKey | undefined)[],
  ) => MadeSignatures | Promise<MadeSignatures>;
  /** Whether all of them hold. */
  readonly verifyAll: VerifyAll;
  /** Absent: nobody makes them sooner than they are asked for. */
  readonly legacyDigests?: SigningWorkers['legacyDigests'];
};

/** What this thread signs with, and whom it tells how far it is. */
export type LocalSigning = Pick<SigningJob, 'secp256k1'> & {
  readonly onProgress?: SigningJob['onProgress'] | undefined;
};

/** Signatures that this thread makes before it tells how far it is. */
const CHUNK = 1024;
/** Signatures that all workers together make before this thread tells how far they are. */
const SHARED_CHUNK = 2048;

/**
 * Signs in this thread. Throws a `ComputationFault` where a signature that was made does not hold.
 */
export function signHere<T>(local: LocalSigning, task: (signer: BatchSigner) => Task<T>): T {
  const { secp256k1 } = local;
  const sign: BatchSigner['sign'] = (requests, keys) => signInThisThread(requests, keys, local);
  return runNow(task({ sign, verifyAll: (checks) => secp256k1.verifyAll(checks) }));
}

function signInThisThread(
  requests: readonly SignatureRequest[],
  keys: readonly (PrivateKey | undefined)[],
  { secp256k1, onProgress }: LocalSigning,
): MadeSignatures {
  const total = requests.length;
  const made: (MadeSignature | undefined)[] = [];
  for (let start = 0; start < total; start += CHUNK) {
    const end = start + CHUNK;
    made.push(...signLocally(requests.slice(start, end), keys.slice(start, end), secp256k1));
    onProgress?.({ step: 'sign', done: made.length, total });
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
  // Whether what workers have signed on the way holds.
  const begun: Promise<boolean>[] = [];
  const signOwn: BatchSigner['sign'] = (requests, keys) =>
    workers
      ? signInWorkers(requests, keys, { local, workers, begun })
      : signInThisThread(requests, keys, local);
  const signAll: BatchSigner['sign'] = async (requests, keys) => {
    if (signer === undefined) return signOwn(requests, keys);
    const own = await signOwn(
      requests.filter((_, i) => keys[i] !== undefined),
      keys.filter((key) => key !== undefined),
    );
    const others = requests.filter((_, i) => keys[i] === undefined);
    const answers =
      others.length > 0 ? await askSigner(signer, others, local.secp256k1, verifyAll) : [];
    const [ofOwn, ofOthers] = [own.values(), answers.values()];
    return keys.map((key) => (key === undefined ? ofOthers : ofOwn).next().value);
  };
  const legacyDigests = workers?.legacyDigests?.bind(workers);
  const help = { sign: signAll, verifyAll, ...(legacyDigests && { legacyDigests }) };
  const result = await runTask(task(help));
  for (const hold of begun) if (!(await hold)) throw new ComputationFault('signature');
  return result;
}

type InWorkers = {
  readonly local: LocalSigning;
  readonly workers: SigningWorkers;
  readonly begun: Promise<boolean>[];
};

async function signInWorkers(
  requests: readonly SignatureRequest[],
  keys: readonly (PrivateKey | undefined)[],
  { local: { secp256k1, onProgress }, workers, begun }: InWorkers,
): Promise<MadeSignatures> {
  const total = requests.length;
  const made: (MadeSignature | undefined)[] = [];
  for (let start = 0; start < total; start += SHARED_CHUNK) {
    const end = start + SHARED_CHUNK;
    const [part, theirs] = [requests.slice(start, end), keys.slice(start, end)];
    const { signatures, hold } = await signLocallyBy(workers, part, theirs, secp256k1);
    // Whoever waits learns of a failure; where something else fails first, nobody does.
    hold.catch(() => undefined);
    begun.push(hold);
    made.push(...signatures);
    onProgress?.({ step: 'sign', done: made.length, total });
  }
  return made;
}
