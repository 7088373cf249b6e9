import { invariant } from '../encoding/invariant.ts';

/**
 * Work that waits only for threads and external signers. Otherwise it finishes when started, so the
 * same function serves synchronous and asynchronous callers.
 */
export type Task<T> = Generator<Promise<void>, T, void>;

/**
 * Lets other work run, between the steps of long work. It rejects to end the work. Without one, a
 * task runs in one piece.
 */
export type Pause = () => Promise<void>;

/** Returns the value, after waiting for a promise. */
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

/** Runs a task. Rejects if the task throws, or if a promise it waits for rejects. */
export async function runTask<T>(task: Task<T>): Promise<T> {
  let step = task.next();
  while (!step.done) {
    try {
      await step.value;
    } catch (error) {
      // The task does what it does in any case, such as overwriting keys.
      step = task.throw(error);
      continue;
    }
    step = task.next();
  }
  return step.value;
}

/** Returns the invalid items in order. Splits the list in halves; a valid list costs one check. */
export function* bisect<T>(
  items: readonly T[],
  hold: (items: readonly T[]) => Task<boolean>,
): Task<readonly T[]> {
  if (items.length === 0 || (yield* hold(items))) return [];
  if (items.length === 1) return items;
  const middle = items.length >> 1;
  const first = yield* bisect(items.slice(0, middle), hold);
  const second = yield* bisect(items.slice(middle), hold);
  return [...first, ...second];
}
