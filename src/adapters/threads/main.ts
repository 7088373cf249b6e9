import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { refuseUnknown } from '../../arguments/check-arguments.ts';
import { curveOf } from '../../crypto/complete-curve.ts';
import { nobleSecp256k1 } from '../../crypto/noble.ts';
import type { Curve } from '../../crypto/secp256k1.ts';
import { argumentError } from '../../encoding/coldsign-error.ts';
import type { SigningWorkers } from '../../signing/batch-signer.ts';
import { createCurvePool } from './curve-pool.ts';
import { runCurveWorker } from './curve-worker.ts';
import { startNativeSha256 } from './native-sha256.ts';
import { curveThreads } from './thread-entry.ts';
import { hasRole } from './worker-data.ts';

/** Number of workers that `createWorkers` starts, and the curve for short lists. */
export type WorkersOptions = {
  /** Number of workers. Default: as many as the machine can run at once. */
  readonly threads?: number | undefined;
  /** The backend for short lists, which the calling thread signs itself. Default: noble's. */
  readonly secp256k1?: Curve | undefined;
};

/** Workers that sign and verify long lists, each worker a part of the list. */
export type Workers = SigningWorkers & {
  /** Ends the workers. Calls that wait for them are rejected. */
  close(): Promise<void>;
};

/**
 * Starts workers that sign and verify for many calls: the option `workers` of a call takes them. In
 * Node.js they are worker threads, in browsers Web Workers. They end with the process or the page,
 * or by `close`.
 *
 * @param options - `threads`; default: one less than the processor's cores.
 * @throws Never.
 */
export function createWorkers(options: WorkersOptions = {}): Workers {
  checkOptions(options);
  const { threads = availableParallelism(), secp256k1 = nobleSecp256k1 } = options;
  return createCurvePool({
    startThread: curveThreads(new URL(import.meta.url)),
    startSha256: startNativeSha256,
    threads,
    curve: curveOf(secp256k1),
  });
}

// Threads run this same file.
if (!isMainThread && parentPort !== null && hasRole(workerData, 'coldsign-curve')) {
  runCurveWorker(parentPort);
}

/** Checks options of untyped callers. */
function checkOptions(options: WorkersOptions): void {
  refuseUnknown('createWorkers: options', options, {
    only: { threads: 'any', secp256k1: 'any' },
  });
  const { threads = 1, secp256k1 = nobleSecp256k1 }: WorkersOptions = Object(options);
  const fault =
    typeof options !== 'object' || options === null
      ? 'options must be an object'
      : !Number.isInteger(threads) || threads < 0
        ? 'options.threads must be a whole number'
        : typeof secp256k1?.confirm !== 'function' &&
          'options.secp256k1 must be a curve such as kernelSecp256k1';
  if (fault) throw argumentError(`createWorkers: ${fault}`, 'Leave the options out for all cores.');
}
