import type { Worker, WorkerOptions } from 'node:worker_threads';
import type { StartThread } from './thread-pool.ts';
import type { CurveWorkerData } from './worker-data.ts';

/**
 * The program of a thread: a file, or the text of a CommonJS script if the program has no file of
 * its own.
 */
export type ThreadEntry = URL | { readonly script: string };

/** The argument that marks a thread. */
const THREAD = '--coldsign-thread';

export function startThread(entry: ThreadEntry, given: WorkerOptions): Worker {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const options = { ...given, argv: [THREAD] };
  if (entry instanceof URL) return new Worker(entry, options);
  return new Worker(entry.script, { ...options, eval: true });
}

/** Returns the data with which this thread was started; `undefined` on the main thread. */
export function thisThread(): typeof import('node:worker_threads') | undefined {
  // Node's threads module loads slowly, and most calls do not need it.
  if (!process.argv.includes(THREAD)) return undefined;
  const threads = process.getBuiltinModule('node:worker_threads');
  return threads.isMainThread ? undefined : threads;
}

/** Starts threads of Node that sign and verify. */
export function curveThreads(entry: ThreadEntry): StartThread {
  const workerData: CurveWorkerData = { role: 'coldsign-curve' };
  // Garbage is short-lived, so a larger young generation would only use more memory.
  const resourceLimits = { maxYoungGenerationSizeMb: 4 };
  return ({ replied, failed, ended }) => {
    const worker = startThread(entry, { workerData, resourceLimits });
    worker.on('message', replied).on('error', failed).once('exit', ended);
    return {
      send: (task) => worker.postMessage(task, [task.packed.buffer]),
      hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
      end: () => worker.terminate(),
    };
  };
}

/** The name under which a binary contains the script that it runs. */
const SCRIPT = 'coldsign.cjs';

/** Returns the running program. `url`: the URL of its file, if it has one. */
export function runningProgram(url: string): ThreadEntry {
  const sea = process.getBuiltinModule('node:sea');
  return sea.isSea() ? { script: sea.getAsset(SCRIPT, 'utf8') } : new URL(url);
}
