/**
 * Returns the number of letters to change, add, remove or swap (optimal string alignment). It is
 * not exact above `most`. `exchange`: the cost of swapping two neighbours.
 */
export function distanceBetween(a: string, b: string, most: number, exchange = 1): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const changed = (last[j - 1] ?? 0) + (same ? 0 : 1);
      const moved = Math.min(last[j] ?? 0, row[j - 1] ?? 0) + 1;
      const crossed = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const exchanged = crossed ? (before[j - 2] ?? 0) + exchange : changed;
      row.push(Math.min(changed, moved, exchanged));
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
