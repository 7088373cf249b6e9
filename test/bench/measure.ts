/**
 * Returns the best of several runs, in milliseconds: at least four, one if it is slow, until two
 * seconds have passed, in which Node has compiled the code. The best one is the least disturbed.
 */
export async function measure(run: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  let used = 0;
  for (let runs = 0; runs < 4 || used < 2000; runs++) {
    const start = performance.now();
    await run();
    const took = performance.now() - start;
    best = Math.min(best, took);
    used += took;
    if (took > 5000) break;
  }
  return best;
}

/** Prints columns as wide as their widest cell, the first aligned left, numbers right. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const all = [head, ...rows];
  const widths = head.map((_, i) => Math.max(...all.map((row) => (row[i] ?? '').length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd();
  for (const row of all) console.log(line(row));
}
