/** Appends a value to the list under a key, in place, because copies would take quadratic time. */
export function appendTo<K, T>(lists: Map<K, T[]>, key: K, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/**
 * Returns the last item, or `undefined` if the list is empty. Like the functions below, it replaces
 * a built-in that phone engines lack.
 */
export function lastOf<T>(list: ArrayLike<T>): T | undefined {
  return list[list.length - 1];
}

/** Returns a copy with another value at one index. */
export function replaced<T>(list: readonly T[], index: number, value: T): T[] {
  return list.map((each, i) => (i === index ? value : each));
}

export function findLastIndex<T>(list: readonly T[], fits: (value: T) => boolean): number {
  let i = list.length - 1;
  while (i >= 0 && !fits(list[i] as T)) i--;
  return i;
}
