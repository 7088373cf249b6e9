import type { Bytes } from './bytes.ts';
import { lastOf } from './list.ts';

/**
 * Returns the big-endian digits of the number in the bytes, after a zero for each leading zero
 * byte. The work is quadratic, as in `bytesOf`.
 */
export function digitsOf(bytes: Bytes, base: number): number[] {
  // Three bytes and four digits are processed together. Both have at most 24 bits, so that products
  // are exact.
  const radix = base ** 4;
  const groups: number[] = [];
  for (let i = 0; i < bytes.length; i += 3) {
    let carry = 0;
    let factor = 1;
    for (const byte of bytes.subarray(i, i + 3)) {
      carry = carry * 256 + byte;
      factor *= 256;
    }
    for (let j = 0; j < groups.length; j++) {
      carry += (groups[j] ?? 0) * factor;
      groups[j] = carry % radix;
      carry = Math.floor(carry / radix);
    }
    for (; carry > 0; carry = Math.floor(carry / radix)) groups.push(carry % radix);
  }
  const digits: number[] = [];
  for (let rest of groups) {
    for (let i = 0; i < 4; i++) {
      digits.push(rest % base);
      rest = Math.floor(rest / base);
    }
  }
  while (lastOf(digits) === 0) digits.pop();
  for (let i = leadingZeros(bytes); i > 0; i--) digits.push(0);
  return digits.reverse();
}

/** Returns the bytes that have these `digitsOf`. */
export function bytesOf(digits: ArrayLike<number>, base: number): Bytes {
  // Two digits and two bytes are processed together, because engines multiply numbers of at most 31
  // bits several times as fast.
  const isOdd = digits.length % 2 === 1;
  const pairs: number[] = isOdd && digits[0] ? [digits[0]] : [];
  for (let i = isOdd ? 1 : 0; i < digits.length; i += 2) {
    let carry = (digits[i] ?? 0) * base + (digits[i + 1] ?? 0);
    for (let j = 0; j < pairs.length; j++) {
      carry += (pairs[j] ?? 0) * base * base;
      pairs[j] = carry & 0xffff;
      carry >>>= 16;
    }
    if (carry > 0) pairs.push(carry);
  }
  const zeros = leadingZeros(digits);
  const isShort = (lastOf(pairs) ?? 256) < 256;
  let at = zeros + 2 * pairs.length - (isShort ? 1 : 0);
  const bytes = new Uint8Array(at);
  for (const pair of pairs) {
    bytes[--at] = pair;
    if (at > zeros) bytes[--at] = pair >>> 8;
  }
  return bytes;
}

function leadingZeros(digits: ArrayLike<number>): number {
  let count = 0;
  while (count < digits.length && digits[count] === 0) count++;
  return count;
}
