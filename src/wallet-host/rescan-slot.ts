/** Progress of a rescan. */
export type RescanProgress = {
  /** Seconds since 1970. */
  readonly startedAt: number;
  /** A fraction from 0 to 1. */
  readonly progress: number;
};

/** A rescan as its own code sees it. */
export type RunningRescan = {
  /** Reports progress, from 0 to 1. */
  report(progress: number): void;
  /** Returns true if the rescan was asked to stop. */
  isAborted(): boolean;
};

/** Allows one rescan at a time. */
export type RescanSlot = {
  /** The running rescan, if any. */
  readonly rescan: RescanProgress | undefined;
  /**
   * Runs a rescan unless one is running; then it returns `undefined` without calling `run`. `now`:
   * seconds since 1970.
   */
  rescanAlone<T>(
    now: number,
    run: (running: RunningRescan) => Promise<T>,
  ): Promise<{ readonly value: T } | undefined>;
  /** Asks the running rescan to stop. Returns false if there is none, or if it was asked before. */
  abortRescan(): boolean;
};

export function createRescanSlot(): RescanSlot {
  let running: { readonly startedAt: number; progress: number; aborted: boolean } | undefined;
  return {
    get rescan() {
      return running && { startedAt: running.startedAt, progress: running.progress };
    },
    async rescanAlone(now, run) {
      if (running !== undefined) return undefined;
      const own = { startedAt: now, progress: 0, aborted: false };
      running = own;
      try {
        const report = (progress: number) => {
          own.progress = progress;
        };
        return { value: await run({ report, isAborted: () => own.aborted }) };
      } finally {
        running = undefined;
      }
    },
    abortRescan() {
      if (running === undefined || running.aborted) return false;
      running.aborted = true;
      return true;
    },
  };
}
