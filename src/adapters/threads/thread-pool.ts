import { ComputationFault } from '../../crypto/own-signatures.ts';
import type { Task, TaskReply } from './task.ts';

/** A thread of Node or a worker of a browser, as far as a pool of them is concerned. */
export type Thread = {
  /** What is sent to it leaves this thread. */
  send(task: Task): void;
  /** Whether the process has to wait for it; nothing where processes do not end. */
  hold(isHeld: boolean): void;
  end(): Promise<unknown>;
};

/** What a thread tells. After `ended` it does nothing more. */
export type ThreadEvents = {
  replied(reply: TaskReply): void;
  failed(error: unknown): void;
  ended(): void;
};

export type StartThread = (events: ThreadEvents) => Thread;

/** Threads with one task at a time each. They start when they are needed. */
export type ThreadPool = {
  /**
   * Tasks are taken in the order in which they come. Rejects when the thread ends before it
   * answers.
   */
  run(task: Task): Promise<TaskReply>;
  /** Ends the threads; tasks that they have are rejected. */
  close(): Promise<void>;
};

/** A thread, and who is told what it answers. */
type Member = { readonly thread: Thread; asked: ThreadEvents | undefined };

type Waiting = { readonly done: (member: Member) => void; readonly fail: (error: Error) => void };

export function createThreadPool(startThread: StartThread, threads: number): ThreadPool {
  const all = new Set<Member>();
  const idle: Member[] = [];
  const queue: Waiting[] = [];
  let isClosing = false;

  function start(): Member {
    const thread = startThread({
      replied: (reply) => member.asked?.replied(reply),
      failed: (error) => member.asked?.failed(error),
      ended() {
        if (!all.delete(member)) return;
        const at = idle.indexOf(member);
        if (at >= 0) idle.splice(at, 1);
        member.asked?.ended();
        queue.shift()?.done(start());
      },
    });
    const member: Member = { thread, asked: undefined };
    all.add(member);
    return member;
  }

  /** At once where there is one: then the task is on its way before the caller goes on. */
  function take(): Member | Promise<Member> {
    const member = idle.pop() ?? (all.size < threads ? start() : undefined);
    return member ?? new Promise((done, fail) => queue.push({ done, fail }));
  }

  function giveBack(member: Member): void {
    const next = queue.shift();
    if (next === undefined) idle.push(member);
    else next.done(member);
  }

  return {
    async run(task) {
      const taken = take();
      const member = taken instanceof Promise ? await taken : taken;
      member.thread.hold(true);
      const reply = await ask(member, task).catch((error) => {
        // One that failed may compute wrongly; where it lives on, the next task is for another.
        if (all.has(member)) void member.thread.end();
        throw error;
      });
      // One that is being ended keeps the process alive until it has: somebody waits for that.
      if (!isClosing) member.thread.hold(false);
      giveBack(member);
      return reply;
    },
    async close() {
      isClosing = true;
      for (const { fail } of queue.splice(0)) fail(new Error('the pool of threads was closed'));
      await Promise.all([...all].map(({ thread }) => thread.end()));
      isClosing = false;
    },
  };
}

/** Rejects when the thread ends before; the pool starts another for the next task. */
function ask(member: Member, task: Task): Promise<TaskReply> {
  return new Promise((done, fail) => {
    const settle = (finish: () => void) => {
      member.asked = undefined;
      finish();
    };
    member.asked = {
      replied: (reply) => settle(() => done(reply)),
      failed: (error) => settle(() => fail(withItsClass(error))),
      ended: () => settle(() => fail(new Error('the thread ended before it answered'))),
    };
    member.thread.send(task);
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
