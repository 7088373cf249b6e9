// The endomorphism of the curve: lambda * (x, y) = (beta * x, y). It splits a scalar into two of
// half its length.

import { copy as copyField, FIELD, fromBytes as fieldFromBytes, mul as mulField } from './field.ts';
import { AFFINE } from './group.ts';
import { clear32 } from './memory.ts';
import * as scalar from './scalar.ts';

const LAMBDA_NEGATIVE = memory.data<u32>([
  0xb51283cf, 0xe0cfc810, 0x8ec739c2, 0xa880b9fc, 0x77ed9ba4, 0x5ad9e3fd, 0x3fa3cf1f, 0xac9c52b3,
]);
/**
 * round(2^384 * b2 / n) and round(2^384 * -b1 / n), for the short basis (a1, b1), (a2, b2) of GLV.
 */
const G1 = memory.data<u32>([
  0x45dbb031, 0xe893209a, 0x71e8ca7f, 0x3daa8a14, 0x9284eb15, 0xe86c90e4, 0xa7d46bcd, 0x3086d221,
]);
const G2 = memory.data<u32>([
  0x8ac47f71, 0x1571b4ae, 0x9df506c6, 0x221208ac, 0x0abfe4c4, 0x6f547fa9, 0x010e8828, 0xe4437ed6,
]);
/** -b1 and -b2 modulo n. */
const MINUS_B1 = memory.data<u32>([
  0x0abfe4c3, 0x6f547fa9, 0x010e8828, 0xe4437ed6, 0x00000000, 0x00000000, 0x00000000, 0x00000000,
]);
const MINUS_B2 = memory.data<u32>([
  0x3db1562c, 0xd765cda8, 0x0774346d, 0x8a280ac5, 0xfffffffe, 0xffffffff, 0xffffffff, 0xffffffff,
]);
const BETA_BYTES = memory.data<u8>([
  0x7a, 0xe9, 0x6a, 0x2b, 0x65, 0x7c, 0x07, 0x10, 0x6e, 0x64, 0x47, 0x9e, 0xac, 0x34, 0x34, 0xe9,
  0x9c, 0xf0, 0x49, 0x75, 0x12, 0xf5, 0x89, 0x95, 0xc1, 0x39, 0x6c, 0x28, 0x71, 0x95, 0x01, 0xee,
]);

const wide = memory.data(64);
const c1 = memory.data(32);
const c2 = memory.data(32);
const first = memory.data(32);
const beta = memory.data(36);

/**
 * Bytes of a signed number: its size below 2^128 in little-endian order, then 1 if it is negative.
 */
export const SIGNED: usize = 17;

/** Writes two signed numbers r1 and r2 with r1 + r2 * lambda = k modulo n to `parts`. */
export function split_var(parts: usize, k: usize): void {
  multiplyAndShift_var(c1, k, G1);
  multiplyAndShift_var(c2, k, G2);
  scalar.mul(c1, c1, MINUS_B1);
  scalar.mul(c2, c2, MINUS_B2);
  scalar.add(c2, c1, c2);
  scalar.mul(first, c2, LAMBDA_NEGATIVE);
  scalar.add(first, first, k);
  writeSigned_var(parts, first);
  writeSigned_var(parts + SIGNED, c2);
}

function writeSigned_var(out: usize, number: usize): void {
  const isNegative = scalar.isHigh(number);
  if (isNegative !== 0) scalar.negateWhere(number, isNegative);
  v128.store(out, v128.load(number));
  store<u8>(out, isNegative !== 0 ? 1 : 0, 16);
}

/** r = round(a * b / 2^384). */
function multiplyAndShift_var(r: usize, a: usize, b: usize): void {
  clear32(wide);
  clear32(wide + 32);
  for (let i: usize = 0; i < 32; i += 4) {
    let c: u64 = 0;
    const digit = <u64>load<u32>(a + i);
    for (let j: usize = 0; j < 32; j += 4) {
      c += digit * <u64>load<u32>(b + j) + <u64>load<u32>(wide + i + j);
      store<u32>(wide + i + j, <u32>c);
      c >>= 32;
    }
    store<u32>(wide + i + 32, <u32>c);
  }
  clear32(r);
  let c: u64 = <u64>(load<u32>(wide, 44) >> 31);
  for (let i: usize = 0; i < 16; i += 4) {
    c += <u64>load<u32>(wide + 48 + i);
    store<u32>(r + i, <u32>c);
    c >>= 32;
  }
  store<u32>(r, <u32>c, 16);
}

/** x of lambda * (x, y). */
export function rotateX(r: usize, x: usize): void {
  if (load<u32>(beta) === 0) fieldFromBytes(beta, BETA_BYTES);
  mulField(r, x, beta);
}

/**
 * Makes a point and the next one the two terms of k times the point, with scalars in `parts`. `at`
 * is the position of both in their lists.
 */
export function addTerms_var(points: usize, parts: usize, at: usize, k: usize): void {
  const point = points + at * AFFINE;
  split_var(parts + at * SIGNED, k);
  rotateX(point + AFFINE, point);
  copyField(point + AFFINE + FIELD, point + FIELD);
}
