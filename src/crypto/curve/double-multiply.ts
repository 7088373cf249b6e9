import { rotate, splitScalar } from './endomorphism.ts';
import { addPoint, double, INFINITY, type Jacobian, toAffine } from './jacobian.ts';
import { G, negate, type Point } from './point.ts';

/**
 * a * G + b * q of one verification: four scalars of 128 bits (by the endomorphism), each in non-adjacent form, in
 * one chain of doublings. For public numbers only: its time depends on them.
 */
export function multiplyAndAdd(a: bigint, b: bigint, q: Point): Jacobian {
  multiplesOfG ??= oddMultiples(G, WIDTH_OF_G);
  const [a1, a2] = splitScalar(a);
  const [b1, b2] = splitScalar(b);
  const multiplesOfQ = oddMultiples(q, WIDTH_OF_Q);
  return sumInOneChain([
    { digits: nonAdjacentForm(a1, WIDTH_OF_G), multiples: multiplesOfG },
    { digits: nonAdjacentForm(a2, WIDTH_OF_G), multiples: multiplesOfG.map(rotate) },
    { digits: nonAdjacentForm(b1, WIDTH_OF_Q), multiples: multiplesOfQ },
    { digits: nonAdjacentForm(b2, WIDTH_OF_Q), multiples: multiplesOfQ.map(rotate) },
  ]);
}

const WIDTH_OF_G = 8;
const WIDTH_OF_Q = 5;

let multiplesOfG: readonly Point[] | undefined;

/** 1, 3, 5 .. 2^(width - 1) - 1 times the point. */
function oddMultiples(point: Point, width: number): Point[] {
  const [twice] = toAffine([double({ X: point.x, Y: point.y, Z: 1n })]);
  const multiples: Jacobian[] = [{ X: point.x, Y: point.y, Z: 1n }];
  while (multiples.length < 2 ** (width - 2)) {
    multiples.push(addPoint(multiples.at(-1) ?? INFINITY, twice ?? point));
  }
  return toAffine(multiples);
}

/** Digits, lowest first, zero or odd and below 2^(width - 1) in size; of `width` neighbours at most one is not zero. */
function nonAdjacentForm(scalar: bigint, width: number): number[] {
  const digits: number[] = [];
  const window = 1n << BigInt(width);
  let rest = scalar;
  while (rest !== 0n) {
    let digit = (rest & 1n) === 0n ? 0 : Number(rest & (window - 1n));
    if (digit >= 2 ** (width - 1)) digit -= 2 ** width;
    digits.push(digit);
    rest = (rest - BigInt(digit)) >> 1n;
  }
  return digits;
}

type Chain = { readonly digits: readonly number[]; readonly multiples: readonly Point[] };

function sumInOneChain(chains: readonly Chain[]): Jacobian {
  let sum = INFINITY;
  for (let i = Math.max(...chains.map((chain) => chain.digits.length)) - 1; i >= 0; i--) {
    sum = double(sum);
    for (const { digits, multiples } of chains) {
      const digit = digits[i] ?? 0;
      const point = multiples[Math.abs(digit) >> 1];
      if (digit !== 0 && point !== undefined)
        sum = addPoint(sum, digit > 0 ? point : negate(point));
    }
  }
  return sum;
}
