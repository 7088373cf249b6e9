/** Lets at most so many tasks run at once; the others wait in order. */
export type Limiter = {
  readonly waiting: () => number;
  readonly run: <T>(task: () => Promise<T>) => Promise<T>;
};

export function createLimiter(slots: number): Limiter {
  const queue: (() => void)[] = [];
  let free = slots;
  const take = (): Promise<void> | undefined => {
    if (free === 0) return new Promise((turn) => queue.push(turn));
    free--;
    return undefined;
  };
  const give = () => {
    const next = queue.shift();
    if (next === undefined) free++;
    else next();
  };
  return {
    waiting: () => queue.length,
    run: async (task) => {
      await take();
      try {
        return await task();
      } finally {
        give();
      }
    },
  };
}
