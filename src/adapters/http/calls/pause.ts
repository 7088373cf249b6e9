/** Lets the others go on, if the work of this thread's last turn has taken long enough. */
export type Pause = () => Promise<void>;

/** Milliseconds of work between two looks at what else there is to do. */
const SLICE = 10;

/**
 * Shares a thread among long calls: in each turn of the event loop one of them continues, and
 * incoming requests are served between turns. `now`: milliseconds.
 */
export function createPause(now: () => number = () => performance.now()): Pause {
  const waiting: (() => void)[] = [];
  let since = now();
  const goOn = (): void => {
    since = now();
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(goOn);
  };
  return () => {
    if (now() - since < SLICE) return Promise.resolve();
    return new Promise((done) => {
      waiting.push(done);
      if (waiting.length === 1) setImmediate(goOn);
    });
  };
}
