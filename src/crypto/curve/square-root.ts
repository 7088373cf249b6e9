import { P } from './field.ts';

/**
 * A square root modulo P, `undefined` when there is none. P is 3 modulo 4, so that c^((P + 1) / 4)
 * is one.
 */
export function squareRoot(c: bigint): bigint | undefined {
  // (P + 1) / 4 is 223 ones, a zero, 22 ones, 4 zeros, two ones and two zeros. x_n is c^(2^n - 1).
  const x2 = raise(c, 1, c);
  const x3 = raise(x2, 1, c);
  const x6 = raise(x3, 3, x3);
  const x11 = raise(raise(x6, 3, x3), 2, x2);
  const x22 = raise(x11, 11, x11);
  const x44 = raise(x22, 22, x22);
  const x88 = raise(x44, 44, x44);
  const x223 = raise(raise(raise(x88, 88, x88), 44, x44), 3, x3);
  const root = raise(raise(raise(x223, 23, x22), 6, x2), 2, 1n);
  return (root * root - c) % P === 0n ? root : undefined;
}

/** from^(2^times) * factor. */
function raise(from: bigint, times: number, factor: bigint): bigint {
  let power = from;
  for (let i = 0; i < times; i++) power = (power * power) % P;
  return (power * factor) % P;
}
