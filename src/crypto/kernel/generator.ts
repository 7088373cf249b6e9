// Multiples of G by a comb with signed odd digits: k = +-2^255 + sum of d_i * 32^i with d_i one of
// -31, -29 .. 31. Each entry of the table is read for each digit, so that no address tells what the
// digit is.

import {
  add,
  FIELD,
  fromBytes,
  mul,
  negateWhere,
  normalize,
  setSmall,
  square,
  squareRoot,
} from './field.ts';
import {
  AFFINE,
  addAffine,
  addAffine_var,
  addEach,
  double,
  JACOBIAN,
  toAffineMany,
  toJacobian,
  wipe as wipeGroup,
} from './group.ts';
import { isOdd, isZero, negateWhere as negateScalarWhere, SCALAR } from './scalar.ts';

/** As many scalars are multiplied at a time. */
export const LARGEST_LIST: usize = 256;
/** From here on a shared inversion for each digit is cheaper than doing without. */
const SHORT_LIST: usize = 40;

/** Digits that are looked up; the one above them is 1 or -1. */
const WINDOWS: usize = 51;
/** 1, 3 .. 31 times 32^i * G. */
const ROW: usize = 16;

const GENERATOR = memory.data<u8>([
  0x79, 0xbe, 0x66, 0x7e, 0xf9, 0xdc, 0xbb, 0xac, 0x55, 0xa0, 0x62, 0x95, 0xce, 0x87, 0x0b, 0x07,
  0x02, 0x9b, 0xfc, 0xdb, 0x2d, 0xce, 0x28, 0xd9, 0x59, 0xf2, 0x81, 0x5b, 0x16, 0xf8, 0x17, 0x98,
]);
/**
 * x of BIP341's H, whose discrete logarithm nobody knows. Sums begin with it, so that no scalar
 * makes two equal or opposite points meet: the formulas for adding then need no exceptions.
 */
const START = memory.data<u8>([
  0x50, 0x92, 0x9b, 0x74, 0xc1, 0xa0, 0x49, 0x54, 0xb7, 0x8b, 0x4b, 0x60, 0x35, 0xe9, 0x7a, 0x5e,
  0x07, 0x8a, 0x5a, 0x0f, 0x28, 0xec, 0x96, 0xd5, 0x47, 0xbf, 0xee, 0x9a, 0xce, 0x80, 0x3a, 0xc0,
]);

const table = memory.data(51 * 16 * 72);
/** G; H + 2^255 * G; H - 2^255 * G; -H; 2^255 * G. */
const points = memory.data(5 * 72);
const startPositive = points + AFFINE;
const startNegative = points + 2 * AFFINE;
const end = points + 3 * AFFINE;
const top = points + 4 * AFFINE;
let isReady = false;

const odd = memory.data(256 * 32);
const evenMasks = memory.data(256 * 8);
const terms = memory.data(256 * 72);
const runs = memory.data(256 * 72);
const sums = memory.data(256 * 108);
const entry = memory.data(72);

export function generatorPoint(): usize {
  prepare();
  return points;
}

/** The point with this x (32 bytes, big-endian) and an even y, for an x that has one. */
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
  // The powers, then their doubles, then row by row all entries but the first.
  const base = memory.data(52 * 2 * 108);
  const affine = memory.data(52 * 2 * 72);
  const spare = memory.data(51 * 15 * 36);
  const rest = memory.data(51 * 15 * 72);
  const multiples = memory.data(51 * 15 * 108);
  toJacobian(power, points);
  for (let i: usize = 0; i <= WINDOWS; i++) {
    memory.copy(base + 2 * i * JACOBIAN, power, JACOBIAN);
    double(power);
    memory.copy(base + (2 * i + 1) * JACOBIAN, power, JACOBIAN);
    for (let bit = 1; bit < 5; bit++) double(power);
  }
  toAffineMany(affine, base, 2 * (WINDOWS + 1), spare);
  for (let i: usize = 0; i < WINDOWS; i++) {
    memory.copy(table + i * ROW * AFFINE, affine + 2 * i * AFFINE, AFFINE);
    toJacobian(power, affine + 2 * i * AFFINE);
    for (let j: usize = 0; j < ROW - 1; j++) {
      // 1 * P + 2 * P would be no exception either: 3 * P is neither.
      addAffine(power, affine + (2 * i + 1) * AFFINE);
      memory.copy(multiples + (i * (ROW - 1) + j) * JACOBIAN, power, JACOBIAN);
    }
  }
  toAffineMany(rest, multiples, WINDOWS * (ROW - 1), spare);
  for (let i: usize = 0; i < WINDOWS; i++) {
    memory.copy(table + (i * ROW + 1) * AFFINE, rest + i * (ROW - 1) * AFFINE, (ROW - 1) * AFFINE);
  }
  for (let i: usize = 0; i < 2 * WINDOWS * ROW; i++) normalize(table + i * FIELD);
  // 2^255 * G is the power above the last row.
  const power255 = affine + 2 * WINDOWS * AFFINE;
  memory.copy(top, power255, AFFINE);
  toJacobian(base, end);
  addAffine(base, power255);
  negateWhere(power255 + FIELD, u64.MAX_VALUE);
  toJacobian(base + JACOBIAN, end);
  addAffine(base + JACOBIAN, power255);
  toAffineMany(startPositive, base, 2, spare);
  negateWhere(end + FIELD, u64.MAX_VALUE);
  for (let at: usize = 0; at < 10 * FIELD; at += FIELD) normalize(points + at);
}

/**
 * products[i] = scalars[i] * G, affine and normalized, for as many scalars of 1 to n - 1 as
 * `LARGEST_LIST` at most.
 */
export function multiplyGenerator(products: usize, scalars: usize, count: usize): void {
  prepare();
  if (count === 0) return;
  const isShort = count < SHORT_LIST;
  for (let i: usize = 0; i < count; i++) {
    const scalar = odd + i * SCALAR;
    memory.copy(scalar, scalars + i * SCALAR, SCALAR);
    const isEven = ~isOdd(scalar);
    store<u64>(evenMasks + 8 * i, isEven);
    negateScalarWhere(scalar, isEven);
    chooseStart(entry, isEven);
    if (isShort) toJacobian(sums + i * JACOBIAN, entry);
    else memory.copy(products + i * AFFINE, entry, AFFINE);
  }
  for (let window: usize = 0; window < WINDOWS; window++) {
    for (let i: usize = 0; i < count; i++) lookUp(terms + i * AFFINE, window, i);
    addTerms(products, count, isShort);
  }
  for (let i: usize = 0; i < count; i++) memory.copy(terms + i * AFFINE, end, AFFINE);
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

/** r = r + k * G, for a Jacobian r and a k below n that are public. */
export function addMultiple_var(r: usize, k: usize): void {
  prepare();
  if (isZero(k)) return;
  memory.copy(one, k, SCALAR);
  const isEven = ~isOdd(one);
  negateScalarWhere(one, isEven);
  for (let window: usize = 0; window < WINDOWS; window++) {
    const digit = digitOf(one, window, isEven);
    const negative: u64 = (digit >> 4) - 1;
    const index = <usize>((digit ^ negative) & 15);
    memory.copy(entry, table + (window * ROW + index) * AFFINE, AFFINE);
    negateWhere(entry + FIELD, negative);
    addAffine_var(r, entry);
  }
  memory.copy(entry, top, AFFINE);
  negateWhere(entry + FIELD, isEven);
  addAffine_var(r, entry);
}

function addTerms(products: usize, count: usize, isShort: bool): void {
  if (!isShort) addEach(products, terms, count, runs);
  else for (let i: usize = 0; i < count; i++) addAffine(sums + i * JACOBIAN, terms + i * AFFINE);
}

/** H - 2^255 * G where the mask is all ones, else H + 2^255 * G. */
function chooseStart(r: usize, mask: u64): void {
  for (let at: usize = 0; at < AFFINE; at += 8) {
    const positive = load<u64>(startPositive + at);
    store<u64>(r + at, positive ^ (mask & (positive ^ load<u64>(startNegative + at))));
  }
}

/**
 * Five bits of an odd number, 16 for the digit 1 and 15 for -1; those of an even one with the other
 * sign.
 */
function digitOf(scalar: usize, window: usize, isEven: u64): u64 {
  // (k - 1) / 2 has the bits b of k = sum of (2b - 1) * 2^j: five of them are a digit.
  const bit: usize = 5 * window + 1;
  const word = bit >> 5;
  const both =
    <u64>load<u32>(scalar + 4 * word) |
    (word < 7 ? (<u64>load<u32>(scalar + 4 * word + 4)) << 32 : 0);
  // The digits of n - k with the other sign: that complements its bits.
  return ((both >> <u64>(bit & 31)) ^ isEven) & 31;
}

/** The multiple for one digit of one scalar. */
function lookUp(r: usize, window: usize, i: usize): void {
  const digit = digitOf(odd + i * SCALAR, window, load<u64>(evenMasks + 8 * i));
  // 2 * digit - 31: positive from 16 on.
  const negative: u64 = (digit >> 4) - 1;
  const index = (digit ^ negative) & 15;
  const row = table + window * ROW * AFFINE;
  let v0: u64 = 0,
    v1: u64 = 0,
    v2: u64 = 0,
    v3: u64 = 0,
    v4: u64 = 0,
    v5: u64 = 0,
    v6: u64 = 0,
    v7: u64 = 0,
    v8: u64 = 0;
  for (let j: usize = 0; j < ROW; j++) {
    const mask: u64 = 0 - (((<u64>j ^ index) - 1) >> 63);
    const at = row + j * AFFINE;
    v0 |= load<u64>(at) & mask;
    v1 |= load<u64>(at, 8) & mask;
    v2 |= load<u64>(at, 16) & mask;
    v3 |= load<u64>(at, 24) & mask;
    v4 |= load<u64>(at, 32) & mask;
    v5 |= load<u64>(at, 40) & mask;
    v6 |= load<u64>(at, 48) & mask;
    v7 |= load<u64>(at, 56) & mask;
    v8 |= load<u64>(at, 64) & mask;
  }
  store<u64>(r, v0);
  store<u64>(r, v1, 8);
  store<u64>(r, v2, 16);
  store<u64>(r, v3, 24);
  store<u64>(r, v4, 32);
  store<u64>(r, v5, 40);
  store<u64>(r, v6, 48);
  store<u64>(r, v7, 56);
  store<u64>(r, v8, 64);
  negateWhere(r + FIELD, negative);
}
