import { equalBytes, isBytes } from './bytes.ts';

/**
 * Returns true if two plain values are equal: primitives, bytes, arrays, objects, and maps and sets
 * in any order. A missing field equals `undefined`.
 */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (isBytes(a) || isBytes(b)) return isBytes(a) && isBytes(b) && equalBytes(a, b);
  if (a instanceof Map) return b instanceof Map && isSameMap(a, b, isSameValue);
  if (a instanceof Set)
    return b instanceof Set && a.size === b.size && [...a].every((x) => b.has(x));
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  return isFields(a) && isFields(b) && isSameFields(a, b);
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: object): value is Fields => typeof value === 'object';

/** Compares fields without copies: wallets have hundreds of thousands of such objects. */
function isSameFields(a: Fields, b: Fields): boolean {
  for (const name in a) if (!isSameValue(a[name], b[name])) return false;
  for (const name in b) if (a[name] === undefined && b[name] !== undefined) return false;
  return true;
}

/** Returns true if two maps have the same keys, in any order, with equal values. */
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
