/**
 * Records whether a node is reachable. While it is away, calls fail immediately with the last
 * error, and occasionally one call probes whether it is back.
 */
export type NodePresence = {
  /**
   * Returns `there` to call the node with retries, `probe` to call it once, or the error to fail
   * with.
   */
  readonly ask: () => 'there' | 'probe' | { readonly error: string };
  /** Records an answer of any kind. */
  readonly came: () => void;
  readonly went: (error: string) => void;
};

/** Milliseconds from the first failure to the next probe; doubled each time. */
const FIRST_LOOK = 1000;
const MOST = 8000;

/** `now`: milliseconds of a monotonic clock. */
export function createPresence(now: () => number = () => performance.now()): NodePresence {
  let away: { readonly error: string; readonly wait: number; nextLook: number } | undefined;
  return {
    ask: () => {
      if (away === undefined) return 'there';
      if (now() < away.nextLook) return { error: away.error };
      // Other calls do not wait for this probe.
      away.nextLook = Number.POSITIVE_INFINITY;
      return 'probe';
    },
    came: () => {
      away = undefined;
    },
    went: (error) => {
      // This call started before the failure was known.
      if (away !== undefined && now() < away.nextLook && Number.isFinite(away.nextLook)) return;
      const wait = away === undefined ? FIRST_LOOK : Math.min(2 * away.wait, MOST);
      away = { error, wait, nextLook: now() + wait };
    },
  };
}
