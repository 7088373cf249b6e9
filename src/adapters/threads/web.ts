import { refuseUnknown } from '../../arguments/check-arguments.ts';
import { curveOf } from '../../crypto/complete-curve.ts';
import { createSha256 } from '../../crypto/hash.ts';
import { nobleSecp256k1 } from '../../crypto/noble.ts';
import { createCurvePool } from './curve-pool.ts';
import type { WorkersOptions as NodeWorkersOptions, Workers } from './main.ts';
import { runTask } from './run-task.ts';
import type { Task, TaskReply } from './task.ts';
import type { Thread, ThreadEvents } from './thread-pool.ts';

export type { Workers };

/**
 * Number of workers that `createWorkers` starts, the curve for short lists, and how to start a
 * worker.
 */
export type WorkersOptions = NodeWorkersOptions & {
  /**
   * Starts one worker, whose file calls `serveWorker`. Default: the file of the package, by
   * `new Worker(new URL(...), { type: 'module' })`, which Vite, webpack and Parcel understand.
   */
  readonly startWorker?: () => Worker;
};

/** An error as plain data, because messages between workers lose its class. */
type Failure = { readonly failed: { readonly name: string; readonly message: string } };

/**
 * Starts Web Workers that sign and verify for many calls: the option `workers` of a call takes
 * them. They end with the page, or by `close`. They need no SharedArrayBuffer. Keys that are sent
 * to a worker are wiped on both sides after use.
 */
export function createWorkers(options: WorkersOptions = {}): Workers {
  refuseUnknown('createWorkers: options', options, {
    only: { threads: 'any', secp256k1: 'any', startWorker: 'any' },
  });
  const {
    // Some browsers do not report it.
    threads = navigator.hardwareConcurrency || 2,
    secp256k1 = nobleSecp256k1,
    startWorker = startBeside,
  } = options;
  return createCurvePool({
    startThread: (events) => startThread(startWorker(), events),
    threads,
    curve: curveOf(secp256k1),
  });
}

/**
 * Serves the calls of `createWorkers` inside a worker. Call it once, in the file that `startWorker`
 * starts.
 */
export function serveWorker(): void {
  self.onmessage = ({ data }: MessageEvent<Task>) => {
    try {
      const reply = runTask(data, createSha256);
      self.postMessage(reply, { transfer: [reply.packed.buffer] });
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error('unknown');
      const failure: Failure = { failed: { name, message } };
      self.postMessage(failure);
    }
  };
}

// Bundlers look for exactly this form, with the name of the built file.
const startBeside = (): Worker =>
  new Worker(new URL('./web-worker.js', import.meta.url), { type: 'module' });

function startThread(worker: Worker, events: ThreadEvents): Thread {
  const end = async () => {
    worker.terminate();
    events.ended();
  };
  worker.onmessage = ({ data }: MessageEvent<TaskReply | Failure>) => {
    if ('failed' in data) events.failed(Object.assign(new Error(), data.failed));
    else events.replied(data);
  };
  worker.onerror = ({ message }) => {
    const reason = message || 'its file was not found, or the page does not allow it';
    events.failed(new Error(`a worker ended: ${reason}`));
    void end();
  };
  return {
    send: (task) => worker.postMessage(task, [task.packed.buffer]),
    hold: () => undefined,
    end,
  };
}
