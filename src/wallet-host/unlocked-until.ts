/**
 * The end of an unlocking, by two clocks: one may be set back, the other may stop while the machine
 * sleeps.
 */
export type UnlockedUntil = {
  /** The time in seconds since 1970, as callers see it. */
  readonly time: number;
  /** Seconds of a clock that only goes forward; `undefined`: there is none. */
  readonly uptime: number | undefined;
};

/** Both clocks, in seconds; an absent clock never reaches the end. */
export type Clocks = { readonly now?: () => number; readonly uptime?: () => number };

/** Returns true if either clock has reached the end. */
export function isOver({ time, uptime }: UnlockedUntil, clocks: Clocks): boolean {
  if (time <= (clocks.now?.() ?? 0)) return true;
  return uptime !== undefined && uptime <= (clocks.uptime?.() ?? 0);
}
