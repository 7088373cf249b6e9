import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { nobleSecp256k1 } from '../../crypto/noble.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import type { SigningWorkers } from '../../signing/batch-signer.ts';
import { createCurvePool } from './curve-pool.ts';
import { isCurveWorkerData, runCurveWorker } from './curve-worker.ts';
import { startNativeSha256 } from './native-sha256.ts';
import { curveThreads } from './thread-entry.ts';

/** How many threads, and which curve. */
export type WorkersOptions = {
  /** Default: as many as the machine can run at once. */
  readonly threads?: number;
  /** The backend for short lists, which this thread does itself. Default: noble's. */
  readonly secp256k1?: Secp256k1;
};

/** Threads that sign and verify lists, each a part. */
export type Workers = SigningWorkers & {
  /** Ends the threads; work that they have is rejected. */
  close(): Promise<void>;
};

/**
 * Threads of Node that sign and verify for many calls: the `workers` of a call's options. They end
 * with the process, or by `close`.
 */
export function createWorkers(options: WorkersOptions = {}): Workers {
  const { threads = availableParallelism(), secp256k1 = nobleSecp256k1 } = options;
  return createCurvePool({
    startThread: curveThreads(new URL(import.meta.url)),
    startSha256: startNativeSha256,
    threads,
    curve: secp256k1,
  });
}

// The same file is what the threads run.
if (!isMainThread && parentPort !== null && isCurveWorkerData(workerData)) {
  runCurveWorker(parentPort);
}
