import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import type { Json } from '../../../json/json.ts';
import type { RpcError } from '../../../rpc/error.ts';
import { traceOf } from '../../runtime/trace.ts';
import { startThread, type ThreadEntry } from '../../threads/thread-entry.ts';
import type { ActiveCommands } from './active-commands.ts';
import type {
  CallWorkerData,
  OwnedAnswer,
  PoolCall,
  PoolReply,
  RunOwned,
  WorkerChoice,
  WorkerMessage,
} from './call-worker.ts';
import { isLongBody } from './placement.ts';

export type CallPool = {
  /** Returns how many calls exceed the limit of concurrent ones. */
  readonly waiting: () => number;
  readonly execute: (call: PoolCall, runOwned: RunOwned) => Promise<PoolReply>;
  /** Starts a thread, so that the first call need not wait for one. */
  readonly prepare: () => void;
  readonly close: () => Promise<void>;
};

export type PoolDuties = {
  /** The program that calls `runCallWorker` when started as a worker. */
  readonly entry: ThreadEntry;
  readonly choice: WorkerChoice;
  /** Maximum number of concurrent calls. */
  readonly threads: number;
  readonly begin: ActiveCommands['begin'];
  readonly reportBug: (trace: string) => void;
};

/** Long bodies have separate threads of low priority. */
type Priority = 'low' | 'normal';
type Waiting = {
  readonly kind: Priority;
  readonly call: PoolCall;
  readonly runOwned: RunOwned;
  readonly since: number;
  readonly done: (reply: PoolReply) => void;
};

/** Milliseconds that a call waits before it gets a thread beyond the number of processors. */
const THREAD_START_DELAY_MS = 50;

/** Creates a pool of threads for calls, started on demand and kept. */
export function createCallPool(duties: PoolDuties): CallPool {
  const pools = {
    low: createThreadPool('low', duties),
    normal: createThreadPool('normal', duties),
  };
  const queue: Waiting[] = [];
  let busy = 0;
  let lastStart = 0;
  let timer: NodeJS.Timeout | undefined;

  /**
   * Returns true if a thread may be started. That takes longer than a short call, so a burst of
   * them must not start many.
   */
  const mayStart = ({ kind, since }: Waiting): boolean => {
    const now = performance.now();
    const late = now - since >= THREAD_START_DELAY_MS && now - lastStart >= THREAD_START_DELAY_MS;
    if (pools[kind].size() >= availableParallelism() && !late) return false;
    lastStart = now;
    return true;
  };
  const dispatch = (): void => {
    for (const waiting of [...queue]) {
      if (busy >= duties.threads) return;
      const pool = pools[waiting.kind];
      const worker = pool.takeIdle() ?? (mayStart(waiting) ? pool.start() : undefined);
      if (worker === undefined) continue;
      queue.splice(queue.indexOf(waiting), 1);
      busy++;
      runOn(worker, waiting, duties).then((reply) => {
        busy--;
        pool.giveBack(worker);
        waiting.done(reply);
        dispatch();
      });
    }
    clearTimeout(timer);
    if (queue.length > 0) timer = setTimeout(dispatch, THREAD_START_DELAY_MS);
  };
  return {
    waiting: () => Math.max(0, queue.length + busy - duties.threads),
    execute: (call, runOwned) =>
      new Promise((done) => {
        const kind = isLongBody(call.body) ? 'low' : 'normal';
        queue.push({ kind, call, runOwned, since: performance.now(), done });
        dispatch();
      }),
    prepare: () => pools.normal.giveBack(pools.normal.start()),
    close: async () => {
      clearTimeout(timer);
      await Promise.all([pools.low.close(), pools.normal.close()]);
    },
  };
}

/** The threads of one kind. */
type ThreadPool = {
  readonly size: () => number;
  readonly start: () => Worker;
  readonly takeIdle: () => Worker | undefined;
  readonly giveBack: (worker: Worker) => void;
  readonly close: () => Promise<unknown>;
};

function createThreadPool(kind: Priority, { entry, choice, reportBug }: PoolDuties): ThreadPool {
  const all = new Set<Worker>();
  const idle = new Set<Worker>();
  return {
    size: () => all.size,
    start: () => {
      const workerData: CallWorkerData = { ...choice, role: 'calls', lowPriority: kind === 'low' };
      const worker = startThread(entry, { workerData });
      all.add(worker);
      // The thread is gone, for example for lack of memory. Its call is lost, but the server
      // continues.
      worker.on('error', (error) => reportBug(traceOf(error)));
      worker.once('exit', () => {
        all.delete(worker);
        idle.delete(worker);
      });
      return worker;
    },
    takeIdle: () => {
      const [worker] = idle;
      if (worker !== undefined) idle.delete(worker);
      return worker;
    },
    giveBack: (worker) => {
      if (all.has(worker)) idle.add(worker);
    },
    close: () => Promise.all([...all].map((worker) => worker.terminate())),
  };
}

function runOn(
  worker: Worker,
  { call, runOwned }: Waiting,
  { begin, reportBug }: PoolDuties,
): Promise<PoolReply> {
  return new Promise((done) => {
    const ends: (() => void)[] = [];
    const finish = (reply: PoolReply) => {
      for (const end of ends) end();
      worker.removeAllListeners('message');
      worker.removeListener('exit', died);
      done(reply);
    };
    const answerOwned: (...call: Parameters<RunOwned>) => void = async (...call) => {
      worker.postMessage(await ownedAnswer(runOwned(...call)));
    };
    const died = () => finish(undefined);
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'begin') ends.push(begin(message.method));
      else if (message.kind === 'end') ends.shift()?.();
      else if (message.kind === 'bug') reportBug(message.trace);
      else if (message.kind === 'owned') answerOwned(message.method, message.params);
      else finish(message.reply);
    });
    worker.once('exit', died);
    worker.postMessage(call);
  });
}

const ownedAnswer = (running: Promise<Json>): Promise<OwnedAnswer> =>
  running.then(
    (result) => ({ result }),
    // `runMethod` throws no other errors.
    ({ code, message, hint }: RpcError) => ({ code, message, hint }),
  );
