// Multiples of G by a comb with signed odd digits: k = +-2^258 + sum of d_i * 64^i with d_i one of
// -63, -61 .. 63. Every table entry is read for each digit, so that memory accesses do not reveal
// the digit.

import { add, FIELD, fromBytes, mul, negateWhere, normalize, setSmall, square } from './field.ts';
import {
  AFFINE,
  addAffine,
  addAffine_var,
  addEach,
  copyJacobian,
  copyPoint,
  copySigned,
  double,
  JACOBIAN,
  toAffineMany,
  toJacobian,
  wipe as wipeGroup,
} from './group.ts';
import { squareRoot } from './inversion.ts';
import { copy32 } from './memory.ts';
import { isOdd, isZero, negateWhere as negateScalarWhere, SCALAR } from './scalar.ts';

/** Maximum number of scalars multiplied at a time. */
export const LARGEST_LIST: usize = 1024;
/** Length from which sharing an inversion for each digit is cheaper. */
const SHORT_LIST: usize = 40;

/** Number of digits that are looked up; the one above them is 1 or -1. */
const WINDOWS: usize = 43;
/** Bits of a digit. */
const WIDTH: usize = 6;
/** Entries of a row: 1, 3 .. 63 times 64^i * G. */
const ROW: usize = 32;

const GENERATOR = memory.data<u8>([
  0x79, 0xbe, 0x66, 0x7e, 0xf9, 0xdc, 0xbb, 0xac, 0x55, 0xa0, 0x62, 0x95, 0xce, 0x87, 0x0b, 0x07,
  0x02, 0x9b, 0xfc, 0xdb, 0x2d, 0xce, 0x28, 0xd9, 0x59, 0xf2, 0x81, 0x5b, 0x16, 0xf8, 0x17, 0x98,
]);
/**
 * x of BIP341's H, whose discrete logarithm is unknown. Sums start with H, so that no scalar makes
 * two equal or opposite points meet. The addition formulas then need no exceptions.
 */
const START = memory.data<u8>([
  0x50, 0x92, 0x9b, 0x74, 0xc1, 0xa0, 0x49, 0x54, 0xb7, 0x8b, 0x4b, 0x60, 0x35, 0xe9, 0x7a, 0x5e,
  0x07, 0x8a, 0x5a, 0x0f, 0x28, 0xec, 0x96, 0xd5, 0x47, 0xbf, 0xee, 0x9a, 0xce, 0x80, 0x3a, 0xc0,
]);

const table = memory.data(43 * 32 * 72);
/** G; H + 2^258 * G; H - 2^258 * G; -H; 2^258 * G. */
const points = memory.data(5 * 72);
const startPositive = points + AFFINE;
const startNegative = points + 2 * AFFINE;
const end = points + 3 * AFFINE;
const top = points + 4 * AFFINE;
let isReady = false;

const odd = memory.data(1024 * 32);
const evenMasks = memory.data(1024 * 8);
const terms = memory.data(1024 * 72);
const runs = memory.data(1024 * 72);
const sums = memory.data(1024 * 108);
const entry = memory.data(72);

export function generatorPoint(): usize {
  prepare();
  return points;
}

/** Returns -H, which ends every sum that begins with H. */
export function endPoint(): usize {
  prepare();
  return end;
}

/**
 * Computes the point with this x (32 bytes, big-endian) and an even y; x must belong to a point.
 */
function lift(r: usize, x: usize): void {
  fromBytes(r, x);
  const y = r + FIELD;
  square(y, r);
  mul(y, y, r);
  setSmall(entry, 7);
  add(y, y, entry);
  squareRoot(y, y);
  normalize(y);
  negateWhere(y, 0 - <u64>(load<u32>(y) & 1));
  normalize(y);
}

function prepare(): void {
  if (isReady) return;
  isReady = true;
  lift(points, changetype<usize>(GENERATOR));
  lift(end, changetype<usize>(START));
  const power = memory.data(108);
  // The powers, each followed by its double.
  const base = memory.data(44 * 2 * 108);
  const affine = memory.data(44 * 2 * 72);
  toJacobian(power, points);
  for (let i: usize = 0; i <= WINDOWS; i++) {
    copyJacobian(base + 2 * i * JACOBIAN, power);
    double(power);
    copyJacobian(base + (2 * i + 1) * JACOBIAN, power);
    for (let bit: usize = 1; bit < WIDTH; bit++) double(power);
  }
  toAffineMany(affine, base, 2 * (WINDOWS + 1), runs);
  // Column by column, each row's double is added to it.
  for (let i: usize = 0; i < WINDOWS; i++) {
    copyPoint(sums + i * AFFINE, affine + 2 * i * AFFINE);
    copyPoint(terms + i * AFFINE, affine + (2 * i + 1) * AFFINE);
  }
  for (let j: usize = 0; j < ROW; j++) {
    for (let i: usize = 0; i < WINDOWS; i++) {
      copyPoint(table + (i * ROW + j) * AFFINE, sums + i * AFFINE);
    }
    // 63 * P + 2 * P, the last of these, is no exception either: no P has 65 * P at infinity.
    addEach(sums, terms, WINDOWS, runs);
  }
  for (let i: usize = 0; i < 2 * WINDOWS * ROW; i++) normalize(table + i * FIELD);
  // 2^258 * G is the power above the last row.
  const above = affine + 2 * WINDOWS * AFFINE;
  copyPoint(top, above);
  toJacobian(base, end);
  addAffine(base, above);
  negateWhere(above + FIELD, u64.MAX_VALUE);
  toJacobian(base + JACOBIAN, end);
  addAffine(base + JACOBIAN, above);
  toAffineMany(startPositive, base, 2, runs);
  negateWhere(end + FIELD, u64.MAX_VALUE);
  for (let at: usize = 0; at < 10 * FIELD; at += FIELD) normalize(points + at);
}

/**
 * products[i] = scalars[i] * G, affine and normalized, for up to `LARGEST_LIST` scalars from 1 to n
 * - 1.
 */
export function multiplyGenerator(products: usize, scalars: usize, count: usize): void {
  prepare();
  if (count === 0) return;
  const isShort = count < SHORT_LIST;
  for (let i: usize = 0; i < count; i++) {
    const scalar = odd + i * SCALAR;
    copy32(scalar, scalars + i * SCALAR);
    const isEven = ~isOdd(scalar);
    store<u64>(evenMasks + 8 * i, isEven);
    negateScalarWhere(scalar, isEven);
    chooseStart(entry, isEven);
    if (isShort) toJacobian(sums + i * JACOBIAN, entry);
    else copyPoint(products + i * AFFINE, entry);
  }
  for (let window: usize = 0; window < WINDOWS; window++) {
    for (let i: usize = 0; i < count; i++) lookUp(terms + i * AFFINE, window, i);
    addTerms(products, count, isShort);
  }
  for (let i: usize = 0; i < count; i++) copyPoint(terms + i * AFFINE, end);
  addTerms(products, count, isShort);
  if (isShort) toAffineMany(products, sums, count, runs);
  for (let i: usize = 0; i < 2 * count; i++) normalize(products + i * FIELD);
  memory.fill(odd, 0, count * SCALAR);
  memory.fill(evenMasks, 0, 8 * count);
  memory.fill(terms, 0, count * AFFINE);
  memory.fill(runs, 0, count * AFFINE);
  memory.fill(sums, 0, count * JACOBIAN);
  memory.fill(entry, 0, AFFINE);
  wipeGroup();
}

const one = memory.data(32);

/** r = r + k * G, for a public Jacobian r and a public k below n. */
export function addMultiple_var(r: usize, k: usize): void {
  prepare();
  if (isZero(k)) return;
  copy32(one, k);
  const isEven = ~isOdd(one);
  negateScalarWhere(one, isEven);
  for (let window: usize = 0; window < WINDOWS; window++) {
    const digit = digitOf(one, window, isEven);
    const negative: u64 = (digit >> 5) - 1;
    const index = <usize>((digit ^ negative) & 31);
    copyPoint(entry, table + (window * ROW + index) * AFFINE);
    negateWhere(entry + FIELD, negative);
    addAffine_var(r, entry);
  }
  copyPoint(entry, top);
  negateWhere(entry + FIELD, isEven);
  addAffine_var(r, entry);
}

function addTerms(products: usize, count: usize, isShort: bool): void {
  if (!isShort) addEach(products, terms, count, runs);
  else for (let i: usize = 0; i < count; i++) addAffine(sums + i * JACOBIAN, terms + i * AFFINE);
}

/** H - 2^258 * G where the mask is all ones, else H + 2^258 * G. */
function chooseStart(r: usize, mask: u64): void {
  for (let at: usize = 0; at < AFFINE; at += 8) {
    const positive = load<u64>(startPositive + at);
    store<u64>(r + at, positive ^ (mask & (positive ^ load<u64>(startNegative + at))));
  }
}

/**
 * Returns six bits of an odd number, 32 for the digit 1 and 31 for -1. For an even number, the
 * digit has the opposite sign.
 */
function digitOf(scalar: usize, window: usize, isEven: u64): u64 {
  // (k - 1) / 2 has the bits b of k = sum of (2b - 1) * 2^j, and six of them form a digit.
  const bit: usize = WIDTH * window + 1;
  const word = bit >> 5;
  const both =
    <u64>load<u32>(scalar + 4 * word) |
    (word < 7 ? (<u64>load<u32>(scalar + 4 * word + 4)) << 32 : 0);
  // The digits of n - k have the opposite sign, which complements the bits.
  return ((both >> <u64>(bit & 31)) ^ isEven) & 63;
}

/** Looks up the multiple for one digit of one scalar. */
function lookUp(r: usize, window: usize, i: usize): void {
  const digit = digitOf(odd + i * SCALAR, window, load<u64>(evenMasks + 8 * i));
  copySigned(r, table + window * ROW * AFFINE, WIDTH - 1, digit);
}
