export type Log = {
  readonly write: (line: string) => void;
  /** Reports the count of suppressed lines immediately. */
  readonly close: () => void;
};

/** Lines of one kind that are printed within a period; the others are counted. */
export const MOST_ALIKE = 20;
/** Milliseconds. */
export const PERIOD = 60_000;

/**
 * Creates a log that outsiders cannot flood: it prints few lines of the same kind, and counts the
 * others.
 */
export function createLog(print: (line: string) => void): Log {
  const counts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const close = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const [kind, count] of counts) {
      if (count > MOST_ALIKE) print(`${count - MOST_ALIKE} more lines were left out: ${kind}...`);
    }
    counts.clear();
  };
  return {
    write: (line) => {
      const kind = line.split(' ', 4).join(' ');
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      if (timer === undefined) timer = setTimeout(close, PERIOD).unref();
      if (count <= MOST_ALIKE) print(line);
    },
    close,
  };
}
