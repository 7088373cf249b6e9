// 1/a and square roots modulo p. Square roots are powers with a public exponent.

import { FIELD_MODULUS, invertBytes } from './divsteps.ts';
import { copy, FIELD, fromBytes, mul, normalize, square, squareTimes, toBytes } from './field.ts';
import { clear32 } from './memory.ts';

const powers = memory.data(36 * 9);
const x2 = powers;
const x3 = powers + 36;
const x22 = powers + 72;
const x44 = powers + 108;
const x88 = powers + 144;
const x223 = powers + 180;
const step = powers + 216;
const base = powers + 252;

/** Computes a^(2^n - 1) for those n that the exponent of `squareRoot` consists of. */
function fillPowers(a: usize): void {
  copy(base, a);
  square(x2, base);
  mul(x2, x2, base);
  square(x3, x2);
  mul(x3, x3, base);
  squareTimes(step, x3, 3);
  mul(step, step, x3); // x6
  squareTimes(step, step, 3);
  mul(step, step, x3); // x9
  squareTimes(step, step, 2);
  mul(step, step, x2); // x11
  squareTimes(x22, step, 11);
  mul(x22, x22, step);
  squareTimes(x44, x22, 22);
  mul(x44, x44, x22);
  squareTimes(x88, x44, 44);
  mul(x88, x88, x44);
  squareTimes(step, x88, 88);
  mul(step, step, x88); // x176
  squareTimes(step, step, 44);
  mul(step, step, x44); // x220
  squareTimes(x223, step, 3);
  mul(x223, x223, x3);
}

const bytes = memory.data(32);

/** r = 1/a; 0 for 0. */
export function invert(r: usize, a: usize): void {
  copy(base, a);
  normalize(base);
  toBytes(bytes, base);
  invertBytes(bytes, FIELD_MODULUS);
  fromBytes(r, bytes);
  clear32(bytes);
  memory.fill(base, 0, FIELD);
}

/** r = a^((p + 1) / 4): a square root of a, if it has one. */
export function squareRoot(r: usize, a: usize): void {
  fillPowers(a);
  squareTimes(step, x223, 23);
  mul(step, step, x22);
  squareTimes(step, step, 6);
  mul(step, step, x2);
  squareTimes(r, step, 2);
}
