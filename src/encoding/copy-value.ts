import { isBytes } from './bytes.ts';

/**
 * Copies a value deeply, so that later changes by its owner do not affect the copy. Supports lists,
 * objects, bytes, primitives, and sets of primitives.
 */
export function copyValue<T>(value: T): T;
export function copyValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isBytes(value)) return new Uint8Array(value);
  if (Array.isArray(value)) return Array.from(value, (each) => copyValue(each));
  // A set of another realm is not an instance of this one's class.
  if (Object.prototype.toString.call(value) === '[object Set]') {
    return new Set(value as ReadonlySet<unknown>);
  }
  const copy: { [name: string]: unknown } = {};
  for (const [name, each] of Object.entries(value)) {
    // An assignment to this name would set the prototype.
    if (name === '__proto__')
      Object.defineProperty(copy, name, { ...PLAIN, value: copyValue(each) });
    else copy[name] = copyValue(each);
  }
  return copy;
}

/** The attributes of a member that an assignment makes. */
const PLAIN = { configurable: true, enumerable: true, writable: true };
