// Where memory is whose: the tables and spaces of the files first, then what a caller writes, then
// what a call needs.

/** The first byte that is the caller's. */
export function memoryStart(): usize {
  return __heap_base;
}

/** Start of free memory, after the caller's data. */
let free: usize = 0;

/** All memory from here on is free. */
export function release(from: usize): void {
  free = (from + 15) & ~15;
}

/** Memory with any contents, until `release`. */
export function reserve(length: usize): usize {
  const at = free;
  free += (length + 15) & ~15;
  const pages = <i32>((free + 0xffff) >> 16) - memory.size();
  if (pages > 0) memory.grow(pages);
  return at;
}

/** Engines call another program for a `memory.copy`, which costs more than a few bytes do. */
export function copy32(r: usize, a: usize): void {
  v128.store(r, v128.load(a));
  v128.store(r, v128.load(a, 16), 16);
}

/** 32 zeros. */
export function clear32(r: usize): void {
  v128.store(r, i64x2.splat(0));
  v128.store(r, i64x2.splat(0), 16);
}
