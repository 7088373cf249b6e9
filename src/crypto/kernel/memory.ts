// The layout of memory: tables and spaces of the files, then the caller's data, then temporary
// memory of a call.

/** Returns the first byte of the caller's memory. */
export function memoryStart(): usize {
  return __heap_base;
}

/** Start of free memory, after the caller's data. */
let free: usize = 0;

/** Frees all memory from here on. */
export function release(from: usize): void {
  free = (from + 15) & ~15;
}

/** Returns memory with any contents until `release`. */
export function reserve(length: usize): usize {
  const at = free;
  free += (length + 15) & ~15;
  const pages = <i32>((free + 0xffff) >> 16) - memory.size();
  if (pages > 0) memory.grow(pages);
  return at;
}

/**
 * Copies 32 bytes. Engines call another program for `memory.copy`, which is slower for a few bytes.
 */
export function copy32(r: usize, a: usize): void {
  v128.store(r, v128.load(a));
  v128.store(r, v128.load(a, 16), 16);
}

/** Writes 32 zeros. */
export function clear32(r: usize): void {
  v128.store(r, i64x2.splat(0));
  v128.store(r, i64x2.splat(0), 16);
}
