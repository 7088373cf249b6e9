/** What is done under one name is done one after another; under different names, side by side. */
export type KeyedMutex = {
  take<T>(name: string, act: () => Promise<T>): Promise<T>;
  /** Resolves once all that were taken are over. */
  all(): Promise<void>;
};

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>();
  return {
    take(name, act) {
      const result = (last.get(name) ?? Promise.resolve()).then(act);
      // Whatever became of it, the next one may begin.
      const over = result.then(
        () => forget(),
        () => forget(),
      );
      const forget = () => {
        if (last.get(name) === over) last.delete(name);
      };
      last.set(name, over);
      return result;
    },
    async all() {
      await Promise.all(last.values());
    },
  };
}
