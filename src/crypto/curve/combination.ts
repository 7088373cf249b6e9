import { addPoint, double, INFINITY } from './jacobian.ts';
import { negate, type Point, sumLists } from './point.ts';

/** A point and what it is multiplied by: less than 2^128 in size, negative or not. */
export type Term = { readonly scalar: bigint; readonly point: Point };

/**
 * Whether the terms add up to the point at infinity. Pippenger's way: per window of bits, points of the same digit
 * are added first, and only those sums are multiplied by their digit. For public numbers only.
 */
export function isZeroSum(terms: readonly Term[]): boolean {
  const width = bestWidth(terms.length);
  const windows = Math.ceil(129 / width);
  const half = 2 ** (width - 1);
  const buckets: Point[][] = Array.from({ length: windows * half }, () => []);
  for (const { scalar, point } of terms) {
    const points = scalar < 0n ? [negate(point), point] : [point, negate(point)];
    signedDigits(scalar < 0n ? -scalar : scalar, width, windows).forEach((digit, window) => {
      const signed = points[digit > 0 ? 0 : 1];
      if (digit !== 0 && signed) buckets[window * half + Math.abs(digit) - 1]?.push(signed);
    });
  }
  return isZeroSumOfBits(sumsByBit(sumLists(buckets), width, windows));
}

/** Digits of -2^(width - 1) .. 2^(width - 1), lowest first, of a number below 2^128. */
function signedDigits(number: bigint, width: number, windows: number): number[] {
  const digits: number[] = [];
  const mask = (1n << BigInt(width)) - 1n;
  let rest = number;
  let carry = 0;
  for (let window = 0; window < windows; window++) {
    let digit = Number(rest & mask) + carry;
    carry = digit > 2 ** (width - 1) ? 1 : 0;
    if (carry === 1) digit -= 2 ** width;
    digits.push(digit);
    rest >>= BigInt(width);
  }
  return digits;
}

/** For each bit of the scalars, the sum of the buckets whose digit has it. */
function sumsByBit(
  buckets: readonly (Point | undefined)[],
  width: number,
  windows: number,
): (Point | undefined)[] {
  const half = 2 ** (width - 1);
  const lists: Point[][] = [];
  for (let window = 0; window < windows; window++) {
    for (let bit = 0; bit < width; bit++) {
      const list: Point[] = [];
      for (let digit = 1; digit <= half; digit++) {
        const point = buckets[window * half + digit - 1];
        if ((digit >> bit) & 1 && point !== undefined) list.push(point);
      }
      lists.push(list);
    }
  }
  return sumLists(lists);
}

function isZeroSumOfBits(sums: readonly (Point | undefined)[]): boolean {
  let total = INFINITY;
  for (let bit = sums.length - 1; bit >= 0; bit--) {
    total = double(total);
    const sum = sums[bit];
    if (sum !== undefined) total = addPoint(total, sum);
  }
  return total.Z === 0n;
}

/** The width with the fewest additions: one a term and window, and those in `sumsByBit`. */
function bestWidth(terms: number): number {
  let best = 2;
  for (let width = 3; width <= 12; width++)
    if (cost(width, terms) < cost(best, terms)) best = width;
  return best;
}

const cost = (width: number, terms: number): number =>
  Math.ceil(129 / width) * (terms + width * 2 ** (width - 2));
