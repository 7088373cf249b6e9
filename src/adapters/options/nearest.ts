import { distanceBetween } from '../../encoding/edit-distance.ts';

const plain = (name: string): string => name.toLowerCase().replace(/[-_]/g, '');

/** Returns the name that was probably meant, or `undefined` if none is close. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const word = plain(typed);
  if (word.length < 3) return undefined;
  const limit = Math.max(1, Math.floor(word.length / 4));
  const ranked = names
    .map((name) => ({ name, distance: distanceBetween(word, plain(name), limit, EXCHANGE) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance);
  if (ranked[0] !== undefined || word.length < 4) return ranked[0]?.name;
  const isIn = (a: string, b: string) => b.length > 3 && a.startsWith(b);
  const containing = names.filter((name) => plain(name).includes(word) || isIn(word, plain(name)));
  return containing.sort((a, b) => a.length - b.length)[0];
}

/** Exchanged neighbours are the likeliest slip. */
const EXCHANGE = 0.5;
