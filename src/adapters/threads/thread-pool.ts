import { ComputationFault } from '../../crypto/own-signatures.ts';
import type { Task, TaskReply } from './task.ts';

/** A thread of Node or a browser's worker, as a pool uses it. */
export type Thread = {
  /** Sends a task and transfers its data. */
  send(task: Task): void;
  /**
   * Sets whether the process must wait for the thread; no effect on platforms without processes.
   */
  hold(isHeld: boolean): void;
  end(): Promise<unknown>;
};

/** Events of a thread; `ended` is the last. */
export type ThreadEvents = {
  replied(reply: TaskReply): void;
  failed(error: unknown): void;
  ended(): void;
};

export type StartThread = (events: ThreadEvents) => Thread;

/** Threads that run one task after another, started on demand. */
export type ThreadPool = {
  /**
   * Runs tasks in the order of the calls, and wipes them afterwards. Rejects if the thread ends
   * before it answers.
   */
  run(task: Task): Promise<TaskReply>;
  /** Ends the threads. Unfinished tasks reject. */
  close(): Promise<void>;
};

/** A task and its caller. */
type QueuedTask = {
  readonly task: Task;
  readonly done: (reply: TaskReply) => void;
  readonly fail: (error: unknown) => void;
};

/** A thread and its unanswered tasks. */
type Member = { readonly thread: Thread; readonly asked: QueuedTask[]; isLeaving: boolean };

/** Tasks assigned to each thread, so that it has another one while this thread is busy. */
const TASKS = 2;

export function createThreadPool(startThread: StartThread, threads: number): ThreadPool {
  const all = new Set<Member>();
  const queue: QueuedTask[] = [];
  let isClosing = false;

  function start(): Member {
    const thread = startThread({
      replied: (reply) => settle(member, ({ done }) => done(reply)),
      failed(error) {
        // The thread may compute wrongly, so it gets no further tasks.
        member.isLeaving = true;
        settle(member, ({ fail }) => fail(withItsClass(error)));
        if (all.has(member)) void thread.end();
      },
      ended() {
        all.delete(member);
        const lost = isClosing ? member.asked.length : member.isLeaving ? 0 : 1;
        for (const { fail } of member.asked.splice(0, lost)) {
          fail(new Error('the thread ended before it answered'));
        }
        // Other threads take over the tasks it had not started.
        queue.unshift(...member.asked.splice(0));
        handOut();
      },
    });
    const member: Member = { thread, asked: [], isLeaving: false };
    all.add(member);
    return member;
  }

  function settle(member: Member, finish: (asked: QueuedTask) => void): void {
    const asked = member.asked.shift();
    // A thread that is being ended keeps the process alive until then, because a caller awaits its
    // end.
    if (member.asked.length === 0 && !member.isLeaving && !isClosing) member.thread.hold(false);
    if (asked) finish(asked);
    handOut();
  }

  /** Finds an idle thread, or the least busy one. */
  function findMember(): Member | undefined {
    const staying = [...all].filter(({ isLeaving }) => !isLeaving);
    const idle = staying.find(({ asked }) => asked.length === 0);
    if (idle === undefined && all.size < threads) return start();
    return idle ?? staying.find(({ asked }) => asked.length < TASKS);
  }

  function handOut(): void {
    while (queue.length > 0) {
      let member: Member | undefined;
      try {
        member = findMember();
      } catch (error) {
        // No thread could be started.
        queue.shift()?.fail(error);
        continue;
      }
      const next = member && queue.shift();
      if (!member || !next) return;
      member.thread.hold(true);
      member.asked.push(next);
      // Send a copy, because sent data is gone and the thread may end before it begins.
      member.thread.send({ ...next.task, packed: next.task.packed.slice() });
    }
  }

  return {
    async run(task) {
      try {
        return await new Promise((done, fail) => {
          queue.push({ task, done, fail });
          // Assign it immediately if a thread is available.
          handOut();
        });
      } finally {
        task.packed.fill(0);
      }
    },
    async close() {
      isClosing = true;
      for (const { fail } of queue.splice(0)) fail(new Error('the pool of threads was closed'));
      await Promise.all([...all].map(({ thread }) => thread.end()));
      isClosing = false;
    },
  };
}

/**
 * Restores the class of an error, which messages between threads lose. In a thread only keys can be
 * found wrong, because signatures are verified here.
 */
function withItsClass(error: unknown): unknown {
  const isFault = error instanceof Error && error.name === 'ComputationFault';
  return isFault ? new ComputationFault('public key') : error;
}
