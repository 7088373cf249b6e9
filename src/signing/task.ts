import { invariant } from '../encoding/invariant.ts';

/**
 * Work that waits only for threads and external signers. Without them it finishes when started, so
 * that one function serves synchronous and asynchronous callers.
 */
export type Task<T> = Generator<Promise<void>, T, void>;

/** A value, or what is promised in its place. */
export function* awaited<T>(value: T | Promise<T>): Task<T> {
  if (!isPromise(value)) return value;
  const answer: { settled?: { readonly value: T } } = {};
  yield value.then((settled) => {
    answer.settled = { value: settled };
  });
  invariant(answer.settled !== undefined, 'a task goes on when what it waits for is there');
  return answer.settled.value;
}

function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value;
}

/** Runs a task that never waits. */
export function runNow<T>(task: Task<T>): T {
  const step = task.next();
  invariant(step.done === true, 'this thread answers at once');
  return step.value;
}

/** Rejects where the task throws, or one whom it waits for rejects. */
export async function runTask<T>(task: Task<T>): Promise<T> {
  for (;;) {
    const step = task.next();
    if (step.done) return step.value;
    await step.value;
  }
}
