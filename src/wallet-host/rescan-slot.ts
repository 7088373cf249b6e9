/** Progress of a rescan. */
export type RescanProgress = {
  /** Seconds since 1970. */
  readonly startedAt: number;
  /** A fraction from 0 to 1. */
  readonly progress: number;
};

/** A rescan as seen by the code that runs it. */
export type RunningRescan = {
  /** Says how far it is, from 0 to 1. */
  report(progress: number): void;
  /** Returns true if the rescan was asked to stop. */
  isAborted(): boolean;
};

/** Room for one rescan at a time. */
export type RescanSlot = {
  /** The rescan that goes on; `undefined`: none does. */
  readonly rescan: RescanProgress | undefined;
  /**
   * Runs while no other rescan of the wallet may; `undefined`: one goes on already, and nothing was
   * done. `now`: seconds since 1970.
   */
  rescanAlone<T>(
    now: number,
    run: (running: RunningRescan) => Promise<T>,
  ): Promise<{ readonly value: T } | undefined>;
  /** Asks the rescan that goes on to end. False: there is none, or it was asked before. */
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
