import { P } from './field.ts';
import { fromNumber, LIMBS, multiply, square, toNumber } from './limbs.ts';

/**
 * A square root modulo P, `undefined` when there is none. P is 3 modulo 4, so that c^((P + 1) / 4)
 * is one.
 */
export function squareRoot(c: bigint): bigint | undefined {
  const space = new Float64Array(SPACE);
  fromNumber(c, space, X1);
  // (P + 1) / 4 is 223 ones, a zero, 22 ones, 4 zeros, two ones and two zeros. X_n is c^(2^n - 1).
  raise(space, X2, X1, 1, X1);
  raise(space, X3, X2, 1, X1);
  raise(space, X6, X3, 3, X3);
  raise(space, X11, X6, 3, X3);
  raise(space, X11, X11, 2, X2);
  raise(space, X22, X11, 11, X11);
  raise(space, X44, X22, 22, X22);
  raise(space, X88, X44, 44, X44);
  raise(space, X223, X88, 88, X88);
  raise(space, X223, X223, 44, X44);
  raise(space, X223, X223, 3, X3);
  raise(space, ROOT, X223, 23, X22);
  raise(space, ROOT, ROOT, 6, X2);
  square(space, ROOT, space, ROOT);
  square(space, ROOT, space, ROOT);
  const root = toNumber(space, ROOT);
  return (root * root - c) % P === 0n ? root : undefined;
}

const [X1, X2, X3, X6] = [0, LIMBS, 2 * LIMBS, 3 * LIMBS] as const;
const [X11, X22, X44, X88] = [4 * LIMBS, 5 * LIMBS, 6 * LIMBS, 7 * LIMBS] as const;
const [X223, ROOT, SPACE] = [8 * LIMBS, 9 * LIMBS, 10 * LIMBS] as const;

/** out = from^(2^times) * factor, all within `space`. */
function raise(
  space: Float64Array,
  out: number,
  from: number,
  times: number,
  factor: number,
): void {
  square(space, out, space, from);
  for (let i = 1; i < times; i++) square(space, out, space, out);
  multiply(space, out, space, out, space, factor);
}
