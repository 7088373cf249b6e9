import { createSha256, type StartSha256 } from '../../crypto/hash.ts';
import {
  ComputationFault,
  checksOf,
  confirmNonces,
  sampleOf,
} from '../../crypto/own-signatures.ts';
import type {
  EcdsaSigning,
  NewSignature,
  SchnorrSigning,
  Secp256k1,
  SignatureCheck,
} from '../../crypto/secp256k1.ts';
import { type Bytes, emptyBytes } from '../../encoding/bytes.ts';
import { type LegacyDigestRequest, legacyDigests } from '../../sighash/legacy-digests.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import {
  packChecks,
  packEcdsa,
  packLegacyDigestRequests,
  packPrivateKeys,
  packSchnorr,
  readDigests,
  readPublicKeys,
  readSignatures,
  readVerdict,
  type Task,
  type TaskReply,
} from './task.ts';
import { createThreadPool, type StartThread } from './thread-pool.ts';

/**
 * Threads that sign and verify parts of lists. They start on demand, stay, and do not keep a
 * process alive.
 */
export type CurvePool = {
  /** See `Secp256k1.publicKeyMany`; 65 bytes each. */
  publicKeyMany(privateKeys: readonly Bytes[]): Promise<(Bytes | undefined)[]>;
  signEcdsaMany(list: readonly EcdsaSigning[]): Promise<(NewSignature | undefined)[]>;
  signSchnorrMany(list: readonly SchnorrSigning[]): Promise<(NewSignature | undefined)[]>;
  /**
   * Returns signatures as soon as they are made, and verifies them on the threads in the meantime.
   * Nothing derived from the signatures may be released before `hold` is true.
   */
  beginEcdsa(list: readonly EcdsaSigning[]): Promise<PendingList>;
  beginSchnorr(list: readonly SchnorrSigning[]): Promise<PendingList>;
  /** See `Secp256k1.verifyAll`. */
  verifyAll(list: readonly SignatureCheck[]): Promise<boolean>;
  /** See `legacyDigests`. */
  legacyDigests(
    transaction: Transaction,
    requests: readonly LegacyDigestRequest[],
  ): Promise<Bytes[]>;
  /** Ends the threads. Unfinished work rejects. */
  close(): Promise<void>;
};

type PendingList = {
  readonly signatures: (NewSignature | undefined)[];
  readonly hold: Promise<boolean>;
};

export type CurvePoolOptions = {
  readonly startThread: StartThread;
  readonly threads: number;
  /** Handles short lists on this thread. */
  readonly curve: Secp256k1;
  /** Length from which lists are sent to threads. Default: 32. */
  readonly shortest?: number;
  /** A faster SHA-256 than ours, if the machine has one. */
  readonly startSha256?: StartSha256;
};

/** Number of the threads' signatures that this thread verifies itself. */
const SAMPLE = 4;

export function createCurvePool(options: CurvePoolOptions): CurvePool {
  const { threads, curve, shortest = 32, startSha256 } = options;
  const pool = createThreadPool(options.startThread, threads);
  const confirmAll = (sample: readonly SignatureCheck[]) =>
    curve.confirmAll?.(sample) ?? sample.every(curve.confirm);
  const share = <T>(
    list: readonly T[],
    pack: (part: readonly T[]) => Task,
    count = threads,
  ): Promise<TaskReply[]> => Promise.all(parts(list, count).map((part) => pool.run(pack(part))));
  const begin = async <T extends EcdsaSigning>(
    kind: SignatureCheck['kind'],
    list: readonly T[],
    pack: (part: readonly T[]) => Task,
  ): Promise<PendingList> => {
    const signatures = (await share(list, pack)).flatMap(readSignatures);
    const derive = (key: Bytes) => curve.publicKey(key, true);
    confirmNonces(list, signatures, { kind, derive, parts: threads });
    const checks = checksOf(kind, list, signatures, derive);
    // Queued after other requests, because no caller waits for this yet. One thread fewer, because
    // this thread is busy.
    const verdicts = share(checks, packChecks, Math.max(1, threads - 1));
    // Independent code verifies a sample when this thread is idle.
    const confirmed = idle().then(() => confirmAll(sampleOf(checks, SAMPLE)));
    const hold = Promise.all([verdicts, confirmed]).then(
      ([replies, isConfirmed]) => isConfirmed && replies.every(readVerdict),
    );
    // The caller that awaits it receives a failure.
    hold.catch(() => undefined);
    return { signatures, hold };
  };
  const atOnce = (signatures: (NewSignature | undefined)[]): PendingList => ({
    signatures,
    hold: Promise.resolve(true),
  });
  const beginEcdsa = async (list: readonly EcdsaSigning[]) =>
    list.length < shortest ? atOnce(curve.signEcdsaMany(list)) : begin('ecdsa', list, packEcdsa);
  const beginSchnorr = async (list: readonly SchnorrSigning[]) =>
    list.length < shortest
      ? atOnce(curve.signSchnorrMany(list))
      : begin('schnorr', list, packSchnorr);
  return {
    async publicKeyMany(list) {
      if (list.length < shortest) return curve.publicKeyMany(list, false);
      return (await share(list, packPrivateKeys)).flatMap(readPublicKeys);
    },
    beginEcdsa,
    beginSchnorr,
    signEcdsaMany: async (list) => finish(await beginEcdsa(list)),
    signSchnorrMany: async (list) => finish(await beginSchnorr(list)),
    async verifyAll(list) {
      if (list.length < shortest) return curve.verifyAll(list);
      return (await share(list, packChecks)).every(readVerdict);
    },
    async legacyDigests(transaction, requests) {
      // A faster hash takes less time than a message to a thread.
      if (requests.length < (startSha256 ? 32 : 1) * shortest) {
        return legacyDigests(transaction, requests, startSha256 ?? createSha256);
      }
      const encoded = encodeTransaction(transaction, { witness: false });
      // Distribute them in turn, because earlier inputs have more to hash.
      const turns = Array.from({ length: threads }, (_, turn) =>
        requests.filter((_request, i) => i % threads === turn),
      );
      const replies = await Promise.all(
        turns.map(async (turn) =>
          readDigests(await pool.run(packLegacyDigestRequests(encoded, turn))),
        ),
      );
      return requests.map((_, i) => replies[i % threads]?.[Math.floor(i / threads)] ?? emptyBytes);
    },
    close: pool.close,
  };
}

/** Resolves after the pending callers have continued. */
const idle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function finish({ signatures, hold }: PendingList): Promise<PendingList['signatures']> {
  if (!(await hold)) throw new ComputationFault('signature');
  return signatures;
}

/** Splits a list into consecutive parts of about equal length. */
function parts<T>(list: readonly T[], count: number): (readonly T[])[] {
  const size = Math.ceil(list.length / count);
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) =>
    list.slice(i * size, (i + 1) * size),
  );
}
