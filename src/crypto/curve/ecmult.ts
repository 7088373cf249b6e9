import { fromPoints, type Points } from './batch-add.ts';
import { rotate, splitScalar } from './endomorphism.ts';
import { addItem, double, infinity, type Jacobian, jacobianOf, toPoints } from './jacobian.ts';
import { G, type Point } from './point.ts';

/**
 * a * G + b * q of one verification: four scalars of 128 bits (by the endomorphism), each in
 * non-adjacent form, in one chain of doublings. For public numbers only: its time depends on them.
 */
export function multiplyAndAdd(a: bigint, b: bigint, q: Point): Jacobian {
  multiplesOfG ??= oddMultiples(G, WIDTH_OF_G);
  const [a1, a2] = splitScalar(a);
  const [b1, b2] = splitScalar(b);
  const [ofG, rotatedG] = multiplesOfG;
  const [ofQ, rotatedQ] = oddMultiples(q, WIDTH_OF_Q);
  return sumInOneChain([
    { digits: nonAdjacentForm(a1, WIDTH_OF_G), multiples: ofG },
    { digits: nonAdjacentForm(a2, WIDTH_OF_G), multiples: rotatedG },
    { digits: nonAdjacentForm(b1, WIDTH_OF_Q), multiples: ofQ },
    { digits: nonAdjacentForm(b2, WIDTH_OF_Q), multiples: rotatedQ },
  ]);
}

const WIDTH_OF_G = 8;
const WIDTH_OF_Q = 5;

let multiplesOfG: readonly [Points, Points] | undefined;

/** 1, 3, 5 .. 2^(width - 1) - 1 times the point, and lambda times these. */
function oddMultiples(point: Point, width: number): [Points, Points] {
  const twice = jacobianOf(point);
  double(twice);
  const step = fromPoints(toPoints([twice]));
  const multiple = jacobianOf(point);
  const multiples = [multiple.slice()];
  while (multiples.length < 2 ** (width - 2)) {
    addItem(multiple, step, 1);
    multiples.push(multiple.slice());
  }
  const points = toPoints(multiples);
  return [fromPoints(points), fromPoints(points.map(rotate))];
}

/**
 * Digits, lowest first, zero or odd and below 2^(width - 1) in size; of `width` neighbours at most
 * one is not zero.
 */
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

type Chain = { readonly digits: readonly number[]; readonly multiples: Points };

function sumInOneChain(chains: readonly Chain[]): Jacobian {
  const sum = infinity();
  for (let i = Math.max(...chains.map((chain) => chain.digits.length)) - 1; i >= 0; i--) {
    double(sum);
    for (const { digits, multiples } of chains) {
      const digit = digits[i] ?? 0;
      // The multiple of an odd digit d has index (|d| - 1) / 2, which is item (|d| + 1) / 2.
      if (digit !== 0) addItem(sum, multiples, (digit + Math.sign(digit)) / 2);
    }
  }
  return sum;
}
