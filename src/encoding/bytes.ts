/** Bytes, immutable by convention: a function never writes to bytes that it has returned. */
export type Bytes = Uint8Array;

export const emptyBytes: Bytes = new Uint8Array(0);

/**
 * Checks bytes of untyped callers. They may come from another realm (a frame, a test's context),
 * where `instanceof` fails. Bytes that were transferred to another thread do not count.
 */
export function isBytes(value: unknown): value is Bytes {
  // This is the name in `Object.prototype.toString`, in a tenth of its time.
  if (!ArrayBuffer.isView(value) || !(Symbol.toStringTag in value)) return false;
  return value[Symbol.toStringTag] === 'Uint8Array' && isAttached(value as Bytes);
}

function isAttached(bytes: Bytes): boolean {
  try {
    if (bytes.length === 0) emptyBytes.set(bytes);
    return true;
  } catch {
    // The buffer was transferred, or a resizable one became too short.
    return false;
  }
}

export const concatBytes = (...parts: readonly Bytes[]): Bytes =>
  joinInto(new Uint8Array(lengthOf(parts)), parts);

/**
 * Copies secrets into a separate buffer. V8 keeps short arrays in its heap, and leaves a copy there
 * when `subarray` or a DataView first needs the buffer. Overwriting would miss that copy.
 */
export const wipeableCopy = (...parts: readonly Bytes[]): Bytes =>
  joinInto(new Uint8Array(new ArrayBuffer(lengthOf(parts))), parts);

function lengthOf(parts: readonly Bytes[]): number {
  let length = 0;
  for (const part of parts) length += part.length;
  return length;
}

function joinInto(joined: Bytes, parts: readonly Bytes[]): Bytes {
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** Compares public data, not in constant time. Compare secrets with `crypto/constant-time.ts`. */
export function equalBytes(a: Bytes, b: Bytes): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * Compares in lexicographic order, in which a prefix comes first, like C++'s `std::vector<unsigned
 * char>`.
 */
export function compareBytes(a: Bytes, b: Bytes): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Encodes a number below 2^32, the highest byte first. */
export function bigEndian(number: number, length: number): Bytes {
  const bytes = new Uint8Array(length);
  new DataView(bytes.buffer).setUint32(length - 4, number);
  return bytes;
}

/** Reads four bytes as a signed 32-bit number, the lowest first. Bytes after the end are zeros. */
export function wordAt(bytes: Bytes, at: number): number {
  return (
    (bytes[at] ?? 0) |
    ((bytes[at + 1] ?? 0) << 8) |
    ((bytes[at + 2] ?? 0) << 16) |
    ((bytes[at + 3] ?? 0) << 24)
  );
}

/** Returns a reversed copy. `slice` of Node's Buffer would not copy. */
export function reverseBytes(bytes: Bytes): Bytes {
  return new Uint8Array(bytes).reverse();
}
