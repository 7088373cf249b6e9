import type { Bytes } from './bytes.ts';
import { lastOf } from './list.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

const VALUES: ReadonlyMap<string, number> = new Map(
  Array.from(ALPHABET, (character, value) => [character, value]),
);

/** util/strencodings.h, IsSpace: the only characters that Core skips around the digits. */
const SPACES = ' \t\n\v\f\r';

/** Leading zero bytes are kept, each as a `1`. */
export function encodeBase58(bytes: Bytes): string {
  const digits = changeBase(bytes, 256, 58);
  let text = '1'.repeat(leadingZeros(bytes));
  for (const digit of digits) text += ALPHABET[digit];
  return text;
}

/**
 * base58.cpp, DecodeBase58: white space around the digits is skipped; `undefined` for any other character and
 * for more than `maxLength` bytes.
 */
export function decodeBase58(text: string, maxLength: number): Bytes | undefined {
  const digits = withoutSpaces(text);
  // 58 digits hold more than 42 bytes: what is longer cannot fit and is not worth the quadratic work.
  if (digits.length * 42 > (maxLength + 2) * 58) return undefined;
  const values: number[] = [];
  for (const character of digits) {
    const value = VALUES.get(character);
    if (value === undefined) return undefined;
    values.push(value);
  }
  const zeros = leadingZeros(values);
  const bytes = changeBase(values, 58, 256);
  if (zeros + bytes.length > maxLength) return undefined;
  const decoded = new Uint8Array(zeros + bytes.length);
  decoded.set(bytes, zeros);
  return decoded;
}

function withoutSpaces(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && SPACES.includes(text.charAt(start))) start++;
  while (start < end && SPACES.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

function leadingZeros(digits: ArrayLike<number>): number {
  let count = 0;
  while (count < digits.length && digits[count] === 0) count++;
  return count;
}

/** Digits that are converted together: 58^4 and 256^3 both have at most 24 bits, so that products are exact. */
const GROUP: { readonly [base: number]: number } = { 58: 4, 256: 3 };

/** Big-endian digits of the same number in another base, without leading zeros. */
function changeBase(digits: ArrayLike<number>, from: number, to: number): number[] {
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
