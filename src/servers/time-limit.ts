import { sourceError } from './source-error.ts';

/** Calls a function after the given milliseconds: `setTimeout` of the platform. */
export type SetTimeout = (run: () => void, milliseconds: number) => unknown;

export type TimeLimit = {
  /** Time limit in milliseconds. */
  readonly timeout: number;
  /** The platform's `setTimeout`. If absent, there is no time limit here. */
  readonly setTimeout: SetTimeout | undefined;
};

/** Returns the answer, or rejects if it does not arrive in time. */
export function inTime<T>(
  answer: Promise<T>,
  what: string,
  { timeout, setTimeout }: TimeLimit,
): Promise<T> {
  if (setTimeout === undefined) return answer;
  return new Promise((resolve, reject) => {
    setTimeout(
      () => reject(sourceError('SOURCE_TIMEOUT', `${what}: no answer in ${timeout / 1000} s`)),
      timeout,
    );
    answer.then(resolve, reject);
  });
}

/**
 * Requests all items, `atOnce` at a time. Results have the order of the items. The first failure
 * ends it.
 */
export async function askAll<T, R>(
  items: readonly T[],
  atOnce: number,
  ask: (item: T) => Promise<R>,
): Promise<R[]> {
  const answers: R[] = [];
  const queue = items.entries();
  let failed = false;
  const work = async (): Promise<void> => {
    for (const [i, item] of queue) {
      if (failed) return;
      try {
        answers[i] = await ask(item);
      } catch (error) {
        // Stop the other requests; the caller receives the error.
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return answers;
}
