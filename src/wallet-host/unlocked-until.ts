/**
 * When an unlocked wallet locks again, by two clocks: one may be set back, the other may stop while
 * the machine sleeps.
 */
export type UnlockedUntil = {
  /** Seconds since 1970, as callers see it. */
  readonly time: number;
  /** Seconds of a monotonic clock; `undefined` if there is none. */
  readonly uptime: number | undefined;
};

/** Both clocks, in seconds; an absent clock never reaches the end. */
export type Clocks = { readonly now?: () => number; readonly uptime?: () => number };

/** Returns true if either clock has reached the end. */
export function isOver({ time, uptime }: UnlockedUntil, clocks: Clocks): boolean {
  if (time <= (clocks.now?.() ?? 0)) return true;
  return uptime !== undefined && uptime <= (clocks.uptime?.() ?? 0);
}
