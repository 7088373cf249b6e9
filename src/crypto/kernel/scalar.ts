// Numbers modulo n = 0xffffffff ffffffff ffffffff fffffffe baaedce6 af48a03b bfd25e8c d0364141, the
// number of points, in eight limbs of 32 bits, lowest first, 32 bytes, always below n. No branch
// and no address depends on a number.

import { invertBytes, SCALAR_MODULUS } from './divsteps.ts';
import { clear32, copy32 } from './memory.ts';

/** Bytes of a number. */
export const SCALAR: usize = 32;

const MASK: u64 = 0xffffffff;
const N0: u64 = 0xd0364141;
const N1: u64 = 0xbfd25e8c;
const N2: u64 = 0xaf48a03b;
const N3: u64 = 0xbaaedce6;
const N4: u64 = 0xfffffffe;
const N5: u64 = 0xffffffff;
const N6: u64 = 0xffffffff;
const N7: u64 = 0xffffffff;
/** -1/n modulo 2^32. */
const NEGATIVE_INVERSE: u64 = 0x5588b13f;

/** 2^512 modulo n, which converts a number to Montgomery's form. */
const R2 = memory.data<u32>([
  0x67d7d140, 0x896cf214, 0x0e7cf878, 0x741496c2, 0x5bcd07c6, 0xe697f5e4, 0x81c69bc5, 0x9d671cd5,
]);
/** (n - 1) / 2. */
const HALF = memory.data<u32>([
  0x681b20a0, 0xdfe92f46, 0x57a4501d, 0x5d576e73, 0xffffffff, 0xffffffff, 0xffffffff, 0x7fffffff,
]);
/** Returns all ones if the bit is 1, else 0. */
function maskOf(bit: u64): u64 {
  return 0 - bit;
}

/** r = a * b / 2^256 (Montgomery's product, by columns of b). */
export function montgomery(r: usize, a: usize, b: usize): void {
  const a0 = <u64>load<u32>(a, 0);
  const a1 = <u64>load<u32>(a, 4);
  const a2 = <u64>load<u32>(a, 8);
  const a3 = <u64>load<u32>(a, 12);
  const a4 = <u64>load<u32>(a, 16);
  const a5 = <u64>load<u32>(a, 20);
  const a6 = <u64>load<u32>(a, 24);
  const a7 = <u64>load<u32>(a, 28);
  let t0: u64 = 0;
  let t1: u64 = 0;
  let t2: u64 = 0;
  let t3: u64 = 0;
  let t4: u64 = 0;
  let t5: u64 = 0;
  let t6: u64 = 0;
  let t7: u64 = 0;
  let t8: u64 = 0;
  for (let i: usize = 0; i < SCALAR; i += 4) {
    const digit = <u64>load<u32>(b + i);
    let product = t0 + a0 * digit;
    let high = product >> 32;
    const low = product & MASK;
    const factor = (low * NEGATIVE_INVERSE) & MASK;
    let c = (low + factor * N0) >> 32;
    product = t1 + a1 * digit + high;
    high = product >> 32;
    c += (product & MASK) + factor * N1;
    t0 = c & MASK;
    c >>= 32;
    product = t2 + a2 * digit + high;
    high = product >> 32;
    c += (product & MASK) + factor * N2;
    t1 = c & MASK;
    c >>= 32;
    product = t3 + a3 * digit + high;
    high = product >> 32;
    c += (product & MASK) + factor * N3;
    t2 = c & MASK;
    c >>= 32;
    product = t4 + a4 * digit + high;
    high = product >> 32;
    c += (product & MASK) + factor * N4;
    t3 = c & MASK;
    c >>= 32;
    product = t5 + a5 * digit + high;
    high = product >> 32;
    c += (product & MASK) + factor * N5;
    t4 = c & MASK;
    c >>= 32;
    product = t6 + a6 * digit + high;
    high = product >> 32;
    c += (product & MASK) + factor * N6;
    t5 = c & MASK;
    c >>= 32;
    product = t7 + a7 * digit + high;
    high = product >> 32;
    c += (product & MASK) + factor * N7;
    t6 = c & MASK;
    c >>= 32;
    c += t8 + high;
    t7 = c & MASK;
    t8 = c >> 32;
  }
  store<u32>(r, <u32>t0, 0);
  store<u32>(r, <u32>t1, 4);
  store<u32>(r, <u32>t2, 8);
  store<u32>(r, <u32>t3, 12);
  store<u32>(r, <u32>t4, 16);
  store<u32>(r, <u32>t5, 20);
  store<u32>(r, <u32>t6, 24);
  store<u32>(r, <u32>t7, 28);
  subtractOrder(r, t8);
}

/** Subtracts n if r, including the bits above 256, is n or more. */
function subtractOrder(r: usize, above: u64): void {
  let c: u64 = 1;
  c += <u64>load<u32>(r, 0) + (N0 ^ MASK);
  const d0 = c & MASK;
  c >>= 32;
  c += <u64>load<u32>(r, 4) + (N1 ^ MASK);
  const d1 = c & MASK;
  c >>= 32;
  c += <u64>load<u32>(r, 8) + (N2 ^ MASK);
  const d2 = c & MASK;
  c >>= 32;
  c += <u64>load<u32>(r, 12) + (N3 ^ MASK);
  const d3 = c & MASK;
  c >>= 32;
  c += <u64>load<u32>(r, 16) + (N4 ^ MASK);
  const d4 = c & MASK;
  c >>= 32;
  c += <u64>load<u32>(r, 20) + (N5 ^ MASK);
  const d5 = c & MASK;
  c >>= 32;
  c += <u64>load<u32>(r, 24) + (N6 ^ MASK);
  const d6 = c & MASK;
  c >>= 32;
  c += <u64>load<u32>(r, 28) + (N7 ^ MASK);
  const d7 = c & MASK;
  c >>= 32;
  const isLarge = maskOf((c | above) & 1);
  keep(r + 0, d0, isLarge);
  keep(r + 4, d1, isLarge);
  keep(r + 8, d2, isLarge);
  keep(r + 12, d3, isLarge);
  keep(r + 16, d4, isLarge);
  keep(r + 20, d5, isLarge);
  keep(r + 24, d6, isLarge);
  keep(r + 28, d7, isLarge);
}

/** Replaces the limb by `value` where the mask is all ones. */
function keep(at: usize, value: u64, mask: u64): void {
  const old = <u64>load<u32>(at);
  store<u32>(at, <u32>(old ^ (mask & (old ^ value))));
}

/** Reads 32 bytes, big-endian, reduced modulo n. */
export function fromBytes(r: usize, bytes: usize): void {
  const w3 = bswap<u64>(load<u64>(bytes));
  const w2 = bswap<u64>(load<u64>(bytes, 8));
  const w1 = bswap<u64>(load<u64>(bytes, 16));
  store<u64>(r, bswap<u64>(load<u64>(bytes, 24)));
  store<u64>(r, w1, 8);
  store<u64>(r, w2, 16);
  store<u64>(r, w3, 24);
  subtractOrder(r, 0);
}

/** Writes 32 bytes, big-endian. */
export function toBytes(bytes: usize, a: usize): void {
  const w0 = load<u64>(a);
  const w1 = load<u64>(a, 8);
  const w2 = load<u64>(a, 16);
  store<u64>(bytes, bswap<u64>(load<u64>(a, 24)));
  store<u64>(bytes, bswap<u64>(w2), 8);
  store<u64>(bytes, bswap<u64>(w1), 16);
  store<u64>(bytes, bswap<u64>(w0), 24);
}

/** r = a + b. */
export function add(r: usize, a: usize, b: usize): void {
  let c: u64 = 0;
  for (let i: usize = 0; i < SCALAR; i += 4) {
    c += <u64>load<u32>(a + i) + <u64>load<u32>(b + i);
    store<u32>(r + i, <u32>c);
    c >>= 32;
  }
  subtractOrder(r, c);
}

/** r = -r where the mask is all ones, for an r that is not 0. */
export function negateWhere(r: usize, mask: u64): void {
  let c: u64 = 1;
  c += N0 + (<u64>load<u32>(r, 0) ^ MASK);
  keep(r + 0, c & MASK, mask);
  c >>= 32;
  c += N1 + (<u64>load<u32>(r, 4) ^ MASK);
  keep(r + 4, c & MASK, mask);
  c >>= 32;
  c += N2 + (<u64>load<u32>(r, 8) ^ MASK);
  keep(r + 8, c & MASK, mask);
  c >>= 32;
  c += N3 + (<u64>load<u32>(r, 12) ^ MASK);
  keep(r + 12, c & MASK, mask);
  c >>= 32;
  c += N4 + (<u64>load<u32>(r, 16) ^ MASK);
  keep(r + 16, c & MASK, mask);
  c >>= 32;
  c += N5 + (<u64>load<u32>(r, 20) ^ MASK);
  keep(r + 20, c & MASK, mask);
  c >>= 32;
  c += N6 + (<u64>load<u32>(r, 24) ^ MASK);
  keep(r + 24, c & MASK, mask);
  c >>= 32;
  c += N7 + (<u64>load<u32>(r, 28) ^ MASK);
  keep(r + 28, c & MASK, mask);
  c >>= 32;
}

/** Returns all ones if a > (n - 1) / 2. */
export function isHigh(a: usize): u64 {
  let c: u64 = 0;
  for (let i: usize = 0; i < SCALAR; i += 4) {
    c = (<u64>load<u32>(HALF + i) - <u64>load<u32>(a + i) - c) >> 63;
  }
  return maskOf(c);
}

/** Returns all ones if a number is odd. */
export function isOdd(a: usize): u64 {
  return maskOf(<u64>load<u32>(a) & 1);
}

/** Returns true if the scalar is 0. */
export function isZero(a: usize): bool {
  return (load<u64>(a) | load<u64>(a, 8) | load<u64>(a, 16) | load<u64>(a, 24)) === 0;
}

/** r = a * b. */
export function mul(r: usize, a: usize, b: usize): void {
  montgomery(r, a, b);
  montgomery(r, r, R2);
}

const bytes = memory.data(32);

/** r = 1/a; 0 for 0. */
export function invert(r: usize, a: usize): void {
  toBytes(bytes, a);
  invertBytes(bytes, SCALAR_MODULUS);
  fromBytes(r, bytes);
  clear32(bytes);
}

const inverse = memory.data(32);
const quotient = memory.data(32);

/**
 * Replaces each number, none of them 0, by its inverse, with a single inversion (Montgomery's
 * trick). `products` has room for as many.
 */
export function invertMany(numbers: usize, count: usize, products: usize): void {
  if (count === 0) return;
  copy32(products, numbers);
  for (let i: usize = 1; i < count; i++) {
    mul(products + i * SCALAR, products + (i - 1) * SCALAR, numbers + i * SCALAR);
  }
  invert(inverse, products + (count - 1) * SCALAR);
  for (let i = count - 1; i > 0; i--) {
    const one = numbers + i * SCALAR;
    mul(quotient, inverse, products + (i - 1) * SCALAR);
    mul(inverse, inverse, one);
    copy32(one, quotient);
  }
  copy32(numbers, inverse);
  memory.fill(products, 0, count * SCALAR);
  clear32(inverse);
  clear32(quotient);
}
