import type { Task } from './task.ts';

/** Returns the invalid items in order. Splits the list in halves; a valid list costs one check. */
export function* bisect<T>(
  items: readonly T[],
  hold: (items: readonly T[]) => Task<boolean>,
): Task<readonly T[]> {
  if (items.length === 0 || (yield* hold(items))) return [];
  if (items.length === 1) return items;
  const middle = items.length >> 1;
  const first = yield* bisect(items.slice(0, middle), hold);
  const second = yield* bisect(items.slice(middle), hold);
  return [...first, ...second];
}
