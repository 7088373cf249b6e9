import { equalBytes, isBytes } from './bytes.ts';

/**
 * Whether two plain values hold the same: primitives, bytes, arrays, objects, and maps and sets in
 * any order. A missing field equals `undefined`.
 */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (isBytes(a) || isBytes(b)) return isBytes(a) && isBytes(b) && equalBytes(a, b);
  if (a instanceof Map) return b instanceof Map && isSameMap(a, b, isSameValue);
  if (a instanceof Set)
    return b instanceof Set && a.size === b.size && [...a].every((x) => b.has(x));
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const fields = new Map<string, unknown>(Object.entries(a));
  const others = new Map<string, unknown>(Object.entries(b));
  const names = new Set([...fields.keys(), ...others.keys()]);
  return [...names].every((name) => isSameValue(fields.get(name), others.get(name)));
}

/** Whether two maps have the same keys, in any order, and for each key the same value. */
export function isSameMap<K, A, B>(
  a: ReadonlyMap<K, A>,
  b: ReadonlyMap<K, B>,
  isSame: (a: A, b: B) => boolean,
): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) {
    const other = b.get(key);
    if (other === undefined ? value !== undefined || !b.has(key) : !isSame(value, other)) {
      return false;
    }
  }
  return true;
}
