/**
 * Records whether a node is reachable. While it is away, calls fail immediately with the last
 * error; occasionally one call is sent to see whether it is back.
 */
export type NodePresence = {
  /** `there`: ask it, and again if that fails. `probe`: once. Else what to answer with. */
  readonly ask: () => 'there' | 'probe' | { readonly error: string };
  /** Records an answer of any kind. */
  readonly came: () => void;
  readonly went: (error: string) => void;
};

/** Milliseconds from the first failure to the next look; it doubles with each. */
const FIRST_LOOK = 1000;
const MOST = 8000;

/** `now`: milliseconds of a clock that does not jump. */
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
      // Known already: it was asked before that was found.
      if (away !== undefined && now() < away.nextLook && Number.isFinite(away.nextLook)) return;
      const wait = away === undefined ? FIRST_LOOK : Math.min(2 * away.wait, MOST);
      away = { error, wait, nextLook: now() + wait };
    },
  };
}
