import { ComputationFault } from '../../crypto/own-signatures.ts';
import type { Task, TaskReply } from './task.ts';

/** A thread of Node or a worker of a browser, as far as a pool of them is concerned. */
export type Thread = {
  /** Sends a task; its data leaves this thread. */
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

/** Threads that do one task after the other. They start when they are needed. */
export type ThreadPool = {
  /**
   * Tasks are taken in the order in which they come, and wiped when they are done. Rejects when the
   * thread ends before it answers.
   */
  run(task: Task): Promise<TaskReply>;
  /** Ends the threads; tasks that they have are rejected. */
  close(): Promise<void>;
};

/** A task, and who waits for the answer. */
type Asked = {
  readonly task: Task;
  readonly done: (reply: TaskReply) => void;
  readonly fail: (error: unknown) => void;
};

/** A thread, and what it was asked and has not answered. */
type Member = { readonly thread: Thread; readonly asked: Asked[]; isLeaving: boolean };

/** Tasks assigned per thread, so that it has the next one at hand while this thread is busy. */
const TASKS = 2;

export function createThreadPool(startThread: StartThread, threads: number): ThreadPool {
  const all = new Set<Member>();
  const queue: Asked[] = [];
  let isClosing = false;

  function start(): Member {
    const thread = startThread({
      replied: (reply) => settle(member, ({ done }) => done(reply)),
      failed(error) {
        // It may compute wrongly; where it lives on, the next task is for another.
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

  function settle(member: Member, finish: (asked: Asked) => void): void {
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
      // What is sent is gone, and the thread may end before it begins.
      member.thread.send({ ...next.task, packed: next.task.packed.slice() });
    }
  }

  return {
    async run(task) {
      try {
        return await new Promise((done, fail) => {
          queue.push({ task, done, fail });
          // Assign it immediately if a thread is available, before the caller goes on.
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
 * An error leaves its class behind in the thread. Signatures are verified here: there, keys are all
 * that can be found wrong.
 */
function withItsClass(error: unknown): unknown {
  const isFault = error instanceof Error && error.name === 'ComputationFault';
  return isFault ? new ComputationFault('public key') : error;
}
