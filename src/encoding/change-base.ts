import { lastOf } from './list.ts';

/**
 * Digits that are converted together: 43^4, 58^4 and 256^3 have at most 24 bits, so that products
 * are exact.
 */
const GROUP: { readonly [base: number]: number } = { 43: 4, 58: 4, 256: 3 };

export function leadingZeros(digits: ArrayLike<number>): number {
  let count = 0;
  while (count < digits.length && digits[count] === 0) count++;
  return count;
}

/**
 * Big-endian digits of the same number in another base, without leading zeros. The work is
 * quadratic.
 */
export function changeBase(digits: ArrayLike<number>, from: number, to: number): number[] {
  const [read = 1, written = 1] = [GROUP[from], GROUP[to]];
  const radix = to ** written;
  const groups: number[] = [];
  for (let i = 0; i < digits.length; i += read) {
    const end = Math.min(i + read, digits.length);
    let carry = 0;
    for (let j = i; j < end; j++) carry = carry * from + (digits[j] ?? 0);
    const factor = from ** (end - i);
    for (let j = 0; j < groups.length; j++) {
      carry += (groups[j] ?? 0) * factor;
      groups[j] = carry % radix;
      carry = Math.floor(carry / radix);
    }
    for (; carry > 0; carry = Math.floor(carry / radix)) groups.push(carry % radix);
  }
  return splitGroups(groups, to, written);
}

/** The digits of groups, of which the lowest come first. */
function splitGroups(groups: readonly number[], base: number, size: number): number[] {
  const digits: number[] = [];
  for (const group of groups) {
    for (let i = 0, rest = group; i < size; i++, rest = Math.floor(rest / base)) {
      digits.push(rest % base);
    }
  }
  while (digits.length > 0 && lastOf(digits) === 0) digits.pop();
  return digits.reverse();
}
