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

/** Returns the known name that is nearest to a misspelt one, if there is one. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const lower = name.toLowerCase();
  const most = name.length > 5 ? 2 : 1;
  const far = (each: string) => distanceBetween(lower, each.toLowerCase(), most);
  const near = names.filter((each) => far(each) <= most);
  // Letters that changed places are more likely than one too few or too many.
  const likely = near.filter((each) => far(each) <= 1);
  return likely.find(({ length }) => length === name.length) ?? likely[0] ?? near[0];
}
