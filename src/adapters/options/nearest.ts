const plain = (name: string): string => name.toLowerCase().replace(/[-_]/g, '');

/** Returns the name that was probably meant, or `undefined` if none is close. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const word = plain(typed);
  if (word.length < 3) return undefined;
  const limit = Math.max(1, Math.floor(word.length / 4));
  const ranked = names
    .map((name) => ({ name, distance: distanceOf(word, plain(name)) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance);
  if (ranked[0] !== undefined || word.length < 4) return ranked[0]?.name;
  const isIn = (a: string, b: string) => b.length > 3 && a.startsWith(b);
  const containing = names.filter((name) => plain(name).includes(word) || isIn(word, plain(name)));
  return containing.sort((a, b) => a.length - b.length)[0];
}

/** Exchanged neighbours are the likeliest slip. */
const EXCHANGE = 0.5;

/** Counts the edits between two words (optimal string alignment). */
function distanceOf(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const other = a[i - 1] === b[j - 1] ? 0 : 1;
      const isExchange = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + other,
        isExchange ? at(i - 2, j - 2) + EXCHANGE : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(a.length, b.length);
}
