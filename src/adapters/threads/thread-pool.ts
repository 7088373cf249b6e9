import { Worker } from 'node:worker_threads';
import { ComputationFault } from '../../crypto/own-signatures.ts';
import type { CurveWorkerData } from './curve-worker.ts';
import type { Task, TaskReply } from './task.ts';
import { startThread, type ThreadEntry } from './thread-entry.ts';

/** Threads with one task at a time each. They start when they are needed. */
export type ThreadPool = {
  run(task: Task): Answers;
  /** Ends the threads; tasks that they have are rejected. */
  close(): Promise<void>;
};

/**
 * The same answer of tasks that have but one. Both reject when the thread ends before it gives
 * them.
 */
type Answers = { readonly first: Promise<TaskReply>; readonly last: Promise<TaskReply> };

type Waiting = { readonly done: (worker: Worker) => void; readonly fail: (error: Error) => void };

export function createThreadPool(entry: ThreadEntry, threads: number): ThreadPool {
  const workerData: CurveWorkerData = { role: 'coldsign-curve' };
  // What a list leaves behind is short-lived: more room for it would only be more memory.
  const resourceLimits = { maxYoungGenerationSizeMb: 4 };
  const all = new Set<Worker>();
  const idle: Worker[] = [];
  const queue: Waiting[] = [];
  let isClosing = false;

  function start(): Worker {
    const worker = startThread(entry, { workerData, resourceLimits });
    all.add(worker);
    worker.once('exit', () => {
      all.delete(worker);
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
      queue.shift()?.done(start());
    });
    return worker;
  }

  /** At once where there is one: then the task is on its way before the caller goes on. */
  function take(): Worker | Promise<Worker> {
    const worker = idle.pop() ?? (all.size < threads ? start() : undefined);
    return worker ?? new Promise((done, fail) => queue.push({ done, fail }));
  }

  function giveBack(worker: Worker): void {
    const next = queue.shift();
    if (next === undefined) idle.push(worker);
    else next.done(worker);
  }

  return {
    run(task) {
      let learnFirst = (_reply: TaskReply) => {};
      const answered = new Promise<TaskReply>((done) => {
        learnFirst = done;
      });
      const last = (async () => {
        const taken = take();
        const worker = taken instanceof Worker ? taken : await taken;
        worker.ref();
        const reply = await ask(worker, task, learnFirst);
        // One that is being ended keeps the process alive until it has: somebody waits for that.
        if (!isClosing) worker.unref();
        giveBack(worker);
        return reply;
      })();
      return { first: Promise.race([answered, last]), last };
    },
    async close() {
      isClosing = true;
      for (const { fail } of queue.splice(0)) fail(new Error('the pool of threads was closed'));
      await Promise.all([...all].map((worker) => worker.terminate()));
      isClosing = false;
    },
  };
}

/**
 * The last reply, as others come `onReply`. Rejects when the thread ends before; the pool starts
 * another for the next task.
 */
function ask(worker: Worker, task: Task, onReply: (reply: TaskReply) => void): Promise<TaskReply> {
  return new Promise((done, fail) => {
    const settle = (finish: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      finish();
    };
    const onMessage = (reply: TaskReply) =>
      reply.isLast ? settle(() => done(reply)) : onReply(reply);
    const onError = (error: unknown) => settle(() => fail(withItsClass(error)));
    const onExit = () => settle(() => fail(new Error('the thread ended before it answered')));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(task, [task.packed.buffer]);
  });
}

/**
 * An error leaves its class behind in the thread. Signatures are verified here: there, keys are all
 * that can be found wrong.
 */
function withItsClass(error: unknown): unknown {
  const isFault = error instanceof Error && error.name === 'ComputationFault';
  return isFault ? new ComputationFault('public key') : error;
}
