import type { Bytes } from '../encoding/bytes.ts';

/**
 * Compares secrets in constant time: reads every byte, whatever differs. Lengths are not secret.
 */
export function equalSecrets(a: Bytes, b: Bytes): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  return difference === 0;
}

/**
 * Returns 1 if the big-endian number `a` is below `b`, else 0, in constant time for numbers of one
 * length.
 */
export function isBelow(a: Bytes, b: Bytes): 0 | 1 {
  let borrow = 0;
  for (let i = a.length - 1; i >= 0; i--) {
    borrow = (((a[i] ?? 0) - (b[i] ?? 0) - borrow) >> 8) & 1;
  }
  return borrow === 1 ? 1 : 0;
}
