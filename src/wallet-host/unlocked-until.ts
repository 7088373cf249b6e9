/** By two clocks: one may be set back, the other may stand still while the machine sleeps. */
export type UnlockedUntil = {
  /** Seconds since 1970; what callers are told. */
  readonly time: number;
  /** Seconds of a clock that only goes forward; `undefined`: there is none. */
  readonly uptime: number | undefined;
};

/** Both clocks, in seconds; one that is absent never comes to the end. */
export type Clocks = { readonly now?: () => number; readonly uptime?: () => number };

/** Whether either clock has come to the end. */
export function isOver({ time, uptime }: UnlockedUntil, clocks: Clocks): boolean {
  if (time <= (clocks.now?.() ?? 0)) return true;
  return uptime !== undefined && uptime <= (clocks.uptime?.() ?? 0);
}
