// Numbers modulo p = 2^256 - 2^32 - 977, in nine limbs of 29 bits (the top one of 24), lowest
// first, 36 bytes.
//
// A number of magnitude m has limbs of at most m * (2^29 + 2^14), and m * (2^24 + 2^14) for the top
// one, so that additions need no carry.
// `mul` accepts numbers whose magnitudes have a product of at most 7, so that nine products of
// limbs fit in 64 bits, and returns magnitude 1. Input and output may be the same memory. No branch
// and no address depends on a number, except in functions with names ending in `_var`, which are
// for public numbers.

import { clear32, copy32 } from './memory.ts';

/** Bytes of a number. */
export const FIELD: usize = 36;

const MASK: u64 = (1 << 29) - 1;
const TOP_MASK: u64 = (1 << 24) - 1;
/** Limbs of p: the lowest, the second, all others but the top. */
const P0: u64 = 536869935;
const P1: u64 = 536870903;
const P2: u64 = 536870911;
const P8: u64 = 16777215;

function limb(a: usize, i: usize): u64 {
  return <u64>load<u32>(a + 4 * i);
}

function put(a: usize, i: usize, value: u64): void {
  store<u32>(a + 4 * i, <u32>value);
}

export function setSmall(r: usize, value: u32): void {
  clear32(r);
  store<u32>(r, 0, 32);
  store<u32>(r, value);
}

export function copy(r: usize, a: usize): void {
  copy32(r, a);
  store<u32>(r, load<u32>(a, 32), 32);
}

/** r = a * b, of magnitude 1. */
export function mul(r: usize, a: usize, b: usize): void {
  const a0 = limb(a, 0);
  const a1 = limb(a, 1);
  const a2 = limb(a, 2);
  const a3 = limb(a, 3);
  const a4 = limb(a, 4);
  const a5 = limb(a, 5);
  const a6 = limb(a, 6);
  const a7 = limb(a, 7);
  const a8 = limb(a, 8);
  const b0 = limb(b, 0);
  const b1 = limb(b, 1);
  const b2 = limb(b, 2);
  const b3 = limb(b, 3);
  const b4 = limb(b, 4);
  const b5 = limb(b, 5);
  const b6 = limb(b, 6);
  const b7 = limb(b, 7);
  const b8 = limb(b, 8);
  // Columns 9 to 16 have the part above 2^261: digits h0 .. h8.
  let c: u64 = a1 * b8 + a2 * b7 + a3 * b6 + a4 * b5 + a5 * b4 + a6 * b3 + a7 * b2 + a8 * b1;
  const h0 = c & MASK;
  c = (c >> 29) + (a2 * b8 + a3 * b7 + a4 * b6 + a5 * b5 + a6 * b4 + a7 * b3 + a8 * b2);
  const h1 = c & MASK;
  c = (c >> 29) + (a3 * b8 + a4 * b7 + a5 * b6 + a6 * b5 + a7 * b4 + a8 * b3);
  const h2 = c & MASK;
  c = (c >> 29) + (a4 * b8 + a5 * b7 + a6 * b6 + a7 * b5 + a8 * b4);
  const h3 = c & MASK;
  c = (c >> 29) + (a5 * b8 + a6 * b7 + a7 * b6 + a8 * b5);
  const h4 = c & MASK;
  c = (c >> 29) + (a6 * b8 + a7 * b7 + a8 * b6);
  const h5 = c & MASK;
  c = (c >> 29) + (a7 * b8 + a8 * b7);
  const h6 = c & MASK;
  c = (c >> 29) + a8 * b8;
  const h7 = c & MASK;
  const h8 = c >> 29;
  // 2^261 is 2^8 * 2^29 + 31264 modulo p, so each of these digits is added to two columns.
  c = a0 * b0 + h0 * 31264;
  const r0 = c & MASK;
  c = (c >> 29) + (a0 * b1 + a1 * b0) + h1 * 31264 + (h0 << 8);
  const r1 = c & MASK;
  c = (c >> 29) + (a0 * b2 + a1 * b1 + a2 * b0) + h2 * 31264 + (h1 << 8);
  const r2 = c & MASK;
  c = (c >> 29) + (a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0) + h3 * 31264 + (h2 << 8);
  const r3 = c & MASK;
  c = (c >> 29) + (a0 * b4 + a1 * b3 + a2 * b2 + a3 * b1 + a4 * b0) + h4 * 31264 + (h3 << 8);
  const r4 = c & MASK;
  c =
    (c >> 29) +
    (a0 * b5 + a1 * b4 + a2 * b3 + a3 * b2 + a4 * b1 + a5 * b0) +
    h5 * 31264 +
    (h4 << 8);
  const r5 = c & MASK;
  c =
    (c >> 29) +
    (a0 * b6 + a1 * b5 + a2 * b4 + a3 * b3 + a4 * b2 + a5 * b1 + a6 * b0) +
    h6 * 31264 +
    (h5 << 8);
  const r6 = c & MASK;
  c =
    (c >> 29) +
    (a0 * b7 + a1 * b6 + a2 * b5 + a3 * b4 + a4 * b3 + a5 * b2 + a6 * b1 + a7 * b0) +
    h7 * 31264 +
    (h6 << 8);
  const r7 = c & MASK;
  c =
    (c >> 29) +
    (a0 * b8 + a1 * b7 + a2 * b6 + a3 * b5 + a4 * b4 + a5 * b3 + a6 * b2 + a7 * b1 + a8 * b0) +
    h8 * 31264 +
    (h7 << 8);
  const r8 = c & TOP_MASK;
  // 2^256 is 2^3 * 2^29 + 977 modulo p.
  const over = (c >> 24) + (h8 << 13);
  c = r0 + over * 977;
  put(r, 0, c & MASK);
  c = (c >> 29) + r1 + (over << 3);
  put(r, 1, c & MASK);
  c = (c >> 29) + r2;
  put(r, 2, c & MASK);
  put(r, 3, r3 + (c >> 29));
  put(r, 4, r4);
  put(r, 5, r5);
  put(r, 6, r6);
  put(r, 7, r7);
  put(r, 8, r8);
}

/** r = a^2, of magnitude 1, for an a of magnitude 2 at most. */
export function square(r: usize, a: usize): void {
  const a0 = limb(a, 0);
  const a1 = limb(a, 1);
  const a2 = limb(a, 2);
  const a3 = limb(a, 3);
  const a4 = limb(a, 4);
  const a5 = limb(a, 5);
  const a6 = limb(a, 6);
  const a7 = limb(a, 7);
  const a8 = limb(a, 8);
  const d0 = a0 << 1;
  const d1 = a1 << 1;
  const d2 = a2 << 1;
  const d3 = a3 << 1;
  const d4 = a4 << 1;
  const d5 = a5 << 1;
  const d6 = a6 << 1;
  const d7 = a7 << 1;
  // Columns 9 to 16 have the part above 2^261: digits h0 .. h8.
  let c: u64 = d1 * a8 + d2 * a7 + d3 * a6 + d4 * a5;
  const h0 = c & MASK;
  c = (c >> 29) + (d2 * a8 + d3 * a7 + d4 * a6 + a5 * a5);
  const h1 = c & MASK;
  c = (c >> 29) + (d3 * a8 + d4 * a7 + d5 * a6);
  const h2 = c & MASK;
  c = (c >> 29) + (d4 * a8 + d5 * a7 + a6 * a6);
  const h3 = c & MASK;
  c = (c >> 29) + (d5 * a8 + d6 * a7);
  const h4 = c & MASK;
  c = (c >> 29) + (d6 * a8 + a7 * a7);
  const h5 = c & MASK;
  c = (c >> 29) + d7 * a8;
  const h6 = c & MASK;
  c = (c >> 29) + a8 * a8;
  const h7 = c & MASK;
  const h8 = c >> 29;
  // 2^261 is 2^8 * 2^29 + 31264 modulo p, so each of these digits is added to two columns.
  c = a0 * a0 + h0 * 31264;
  const r0 = c & MASK;
  c = (c >> 29) + d0 * a1 + h1 * 31264 + (h0 << 8);
  const r1 = c & MASK;
  c = (c >> 29) + (d0 * a2 + a1 * a1) + h2 * 31264 + (h1 << 8);
  const r2 = c & MASK;
  c = (c >> 29) + (d0 * a3 + d1 * a2) + h3 * 31264 + (h2 << 8);
  const r3 = c & MASK;
  c = (c >> 29) + (d0 * a4 + d1 * a3 + a2 * a2) + h4 * 31264 + (h3 << 8);
  const r4 = c & MASK;
  c = (c >> 29) + (d0 * a5 + d1 * a4 + d2 * a3) + h5 * 31264 + (h4 << 8);
  const r5 = c & MASK;
  c = (c >> 29) + (d0 * a6 + d1 * a5 + d2 * a4 + a3 * a3) + h6 * 31264 + (h5 << 8);
  const r6 = c & MASK;
  c = (c >> 29) + (d0 * a7 + d1 * a6 + d2 * a5 + d3 * a4) + h7 * 31264 + (h6 << 8);
  const r7 = c & MASK;
  c = (c >> 29) + (d0 * a8 + d1 * a7 + d2 * a6 + d3 * a5 + a4 * a4) + h8 * 31264 + (h7 << 8);
  const r8 = c & TOP_MASK;
  // 2^256 is 2^3 * 2^29 + 977 modulo p.
  const over = (c >> 24) + (h8 << 13);
  c = r0 + over * 977;
  put(r, 0, c & MASK);
  c = (c >> 29) + r1 + (over << 3);
  put(r, 1, c & MASK);
  c = (c >> 29) + r2;
  put(r, 2, c & MASK);
  put(r, 3, r3 + (c >> 29));
  put(r, 4, r4);
  put(r, 5, r5);
  put(r, 6, r6);
  put(r, 7, r7);
  put(r, 8, r8);
}

/** r = a^(2^times). */
export function squareTimes(r: usize, a: usize, times: i32): void {
  square(r, a);
  for (let i = 1; i < times; i++) square(r, r);
}

/** r = a + b: magnitudes add up. */
export function add(r: usize, a: usize, b: usize): void {
  v128.store(r, i32x4.add(v128.load(a), v128.load(b)));
  v128.store(r, i32x4.add(v128.load(a, 16), v128.load(b, 16)), 16);
  store<u32>(r, load<u32>(a, 32) + load<u32>(b, 32), 32);
}

/**
 * r = a - b, for a b of at most the given magnitude. The result's magnitude is the sum of a's, the
 * given one and 1.
 */
export function subtract(r: usize, a: usize, b: usize, magnitude: u32): void {
  const times = magnitude + 1;
  const low = i32x4.mul(i32x4.splat(times), i32x4(<i32>P0, <i32>P1, <i32>P2, <i32>P2));
  const middle = i32x4.splat(times * <u32>P2);
  v128.store(r, i32x4.sub(i32x4.add(v128.load(a), low), v128.load(b)));
  v128.store(r, i32x4.sub(i32x4.add(v128.load(a, 16), middle), v128.load(b, 16)), 16);
  store<u32>(r, load<u32>(a, 32) + times * <u32>P8 - load<u32>(b, 32), 32);
}

/** r = a * factor, with the magnitude of a times the factor. */
export function multiplySmall(r: usize, a: usize, factor: u32): void {
  const factors = i32x4.splat(factor);
  v128.store(r, i32x4.mul(v128.load(a), factors));
  v128.store(r, i32x4.mul(v128.load(a, 16), factors), 16);
  store<u32>(r, load<u32>(a, 32) * factor, 32);
}

/** Reduces a number of magnitude up to 7 to magnitude 1. Each limb carries only into the next. */
export function carry(r: usize): void {
  const mask = i32x4.splat(<i32>MASK);
  const a = v128.load(r);
  const b = v128.load(r, 16);
  const top = load<u32>(r, 32);
  // 2^256 is 2^3 * 2^29 + 977 modulo p.
  const over = i32x4.mul(i32x4.splat(top >> 24), i32x4(977, 8, 0, 0));
  const highA = i32x4.shr_u(a, 29);
  const highB = i32x4.shr_u(b, 29);
  const intoA = i32x4.shuffle(highA, i32x4.splat(0), 4, 0, 1, 2);
  const intoB = i32x4.shuffle(highA, highB, 3, 4, 5, 6);
  v128.store(r, i32x4.add(i32x4.add(v128.and(a, mask), intoA), over));
  v128.store(r, i32x4.add(v128.and(b, mask), intoB), 16);
  store<u32>(r, (top & <u32>TOP_MASK) + i32x4.extract_lane(highB, 3), 32);
}

/** Carries so that all limbs except the top one are below 2^29. */
function carryAll(r: usize): void {
  const over = limb(r, 8) >> 24;
  put(r, 8, limb(r, 8) & TOP_MASK);
  let c = limb(r, 0) + over * 977;
  put(r, 0, c & MASK);
  c = (c >> 29) + limb(r, 1) + (over << 3);
  put(r, 1, c & MASK);
  for (let i: usize = 2; i < 8; i++) {
    c = (c >> 29) + limb(r, i);
    put(r, i, c & MASK);
  }
  put(r, 8, (c >> 29) + limb(r, 8));
}

/** Converts a number to its unique form below p. */
export function normalize(r: usize): void {
  carryAll(r);
  carryAll(r);
  // r is below 2^256. It is p or more exactly if r + 2^32 + 977 reaches 2^256; the rest is then r -
  // p.
  let c = limb(r, 0) + 977;
  const t0 = c & MASK;
  c = (c >> 29) + limb(r, 1) + 8;
  const t1 = c & MASK;
  c = (c >> 29) + limb(r, 2);
  const t2 = c & MASK;
  c = (c >> 29) + limb(r, 3);
  const t3 = c & MASK;
  c = (c >> 29) + limb(r, 4);
  const t4 = c & MASK;
  c = (c >> 29) + limb(r, 5);
  const t5 = c & MASK;
  c = (c >> 29) + limb(r, 6);
  const t6 = c & MASK;
  c = (c >> 29) + limb(r, 7);
  const t7 = c & MASK;
  c = (c >> 29) + limb(r, 8);
  const reaches: u64 = 0 - ((c >> 24) & 1);
  put(r, 0, choose(reaches, t0, limb(r, 0)));
  put(r, 1, choose(reaches, t1, limb(r, 1)));
  put(r, 2, choose(reaches, t2, limb(r, 2)));
  put(r, 3, choose(reaches, t3, limb(r, 3)));
  put(r, 4, choose(reaches, t4, limb(r, 4)));
  put(r, 5, choose(reaches, t5, limb(r, 5)));
  put(r, 6, choose(reaches, t6, limb(r, 6)));
  put(r, 7, choose(reaches, t7, limb(r, 7)));
  put(r, 8, choose(reaches, c & TOP_MASK, limb(r, 8)));
}

/** Returns `yes` where the mask is all ones, and `no` where it is 0. */
function choose(mask: u64, yes: u64, no: u64): u64 {
  return no ^ (mask & (yes ^ no));
}

/**
 * r = -r where the mask is all ones, for an r of magnitude 1. The result has magnitude 2 in both
 * cases.
 */
export function negateWhere(r: usize, mask: u64): void {
  const where = i64x2.splat(mask);
  const a = v128.load(r);
  const b = v128.load(r, 16);
  const low = i32x4(2 * <i32>P0, 2 * <i32>P1, 2 * <i32>P2, 2 * <i32>P2);
  const middle = i32x4.splat(2 * <i32>P2);
  v128.store(r, v128.bitselect(i32x4.sub(low, a), a, where));
  v128.store(r, v128.bitselect(i32x4.sub(middle, b), b, where), 16);
  put(r, 8, choose(mask, 2 * P8 - limb(r, 8), limb(r, 8)));
}

/** Returns true if a number of any magnitude is 0 modulo p. */
export function isZero_var(a: usize): bool {
  // The low limb excludes nearly all numbers other than 0 and small multiples of p.
  copy(test, a);
  carryAll(test);
  const low = load<u32>(test);
  if (low !== 0 && low !== <u32>P0) return false;
  normalize(test);
  return isNormalZero(test);
}

const test = memory.data(36);

/** Returns true if a normalized number is 0. */
export function isNormalZero(a: usize): bool {
  const bits = v128.or(v128.load(a), v128.load(a, 16));
  return !v128.any_true(bits) && load<u32>(a, 32) === 0;
}

/** Returns 1 if a normalized number is odd. */
export function parity(a: usize): u64 {
  return limb(a, 0) & 1;
}

/** Reads a number below 2^256 from 32 bytes, big-endian. */
export function fromBytes(r: usize, bytes: usize): void {
  const w3 = bswap<u64>(load<u64>(bytes));
  const w2 = bswap<u64>(load<u64>(bytes + 8));
  const w1 = bswap<u64>(load<u64>(bytes + 16));
  const w0 = bswap<u64>(load<u64>(bytes + 24));
  put(r, 0, w0 & MASK);
  put(r, 1, (w0 >> 29) & MASK);
  put(r, 2, ((w0 >> 58) | (w1 << 6)) & MASK);
  put(r, 3, (w1 >> 23) & MASK);
  put(r, 4, ((w1 >> 52) | (w2 << 12)) & MASK);
  put(r, 5, (w2 >> 17) & MASK);
  put(r, 6, ((w2 >> 46) | (w3 << 18)) & MASK);
  put(r, 7, (w3 >> 11) & MASK);
  put(r, 8, w3 >> 40);
}

/** Writes a normalized number as 32 bytes, big-endian. */
export function toBytes(bytes: usize, a: usize): void {
  const w0 = limb(a, 0) | (limb(a, 1) << 29) | (limb(a, 2) << 58);
  const w1 = (limb(a, 2) >> 6) | (limb(a, 3) << 23) | (limb(a, 4) << 52);
  const w2 = (limb(a, 4) >> 12) | (limb(a, 5) << 17) | (limb(a, 6) << 46);
  const w3 = (limb(a, 6) >> 18) | (limb(a, 7) << 11) | (limb(a, 8) << 40);
  store<u64>(bytes, bswap<u64>(w3));
  store<u64>(bytes + 8, bswap<u64>(w2));
  store<u64>(bytes + 16, bswap<u64>(w1));
  store<u64>(bytes + 24, bswap<u64>(w0));
}
