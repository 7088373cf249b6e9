/** Runs tasks one after another, in the order in which they were given. */
export type Mutex = {
  /**
   * Runs the task after the earlier ones and returns its result; a failed task does not block the
   * next.
   */
  run<T>(task: () => T | Promise<T>): Promise<T>;
  /** Resolves once all tasks given so far have ended. */
  idle(): Promise<void>;
};

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(task) {
      const result = last.then(task);
      // The caller that gave the task receives its failure.
      last = result.catch(() => undefined);
      return result;
    },
    async idle() {
      await last;
    },
  };
}

/** Runs tasks of one key one after another, and tasks of different keys concurrently. */
export type KeyedMutex = {
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
  /** Resolves once all tasks given so far have ended. */
  idle(): Promise<void>;
};

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>();
  return {
    run(key, task) {
      const result = (last.get(key) ?? Promise.resolve()).then(task);
      const forget = () => {
        if (last.get(key) === over) last.delete(key);
      };
      // The next task starts even if this one failed.
      const over = result.then(forget, forget);
      last.set(key, over);
      return result;
    },
    async idle() {
      await Promise.all(last.values());
    },
  };
}
