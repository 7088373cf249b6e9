// Multiples of points by one private key (Diffie-Hellman): k = 2^256 + sum of d_i * 16^i, where d_i
// is one of -15, -13 .. 15, for an odd k. Every entry of a row is read for each digit, so that
// memory accesses do not reveal the digit.

import { FIELD, fromBytes, negateWhere, normalize, toBytes } from './field.ts';
import {
  AFFINE,
  addAffine,
  addEach,
  copyPoint,
  copySigned,
  double,
  JACOBIAN,
  toAffineMany,
  toJacobian,
  wipe as wipeGroup,
} from './group.ts';
import * as scalar from './scalar.ts';

/** Number of digits, with 4 bits each. */
const DIGITS: usize = 64;
/** Entries of a row: 1, 3 .. 15 times a point. */
const ROW: usize = 8;
/** 2^BITS is ROW. */
const BITS: u64 = 3;

const key = memory.data(32);
const entry = memory.data(72);
// Room for 64 points.
const rows = memory.data(64 * 8 * 72);
const sums = memory.data(64 * 72);
const steps = memory.data(64 * 72);
const products = memory.data(64 * 108);
const runs = memory.data(64 * 2 * 36);

/**
 * Writes x and y, 64 bytes each, of a private key times up to 64 points, given as x and y. The key
 * must be from 31 to n - 31, so that the addition formulas never meet equal or opposite points.
 */
export function multiplyByKey(out: usize, privateKey: usize, given: usize, count: usize): void {
  if (count === 0) return;
  scalar.fromBytes(key, privateKey);
  const isEven = ~scalar.isOdd(key);
  scalar.negateWhere(key, isEven);
  for (let i: usize = 0; i < 2 * count; i++) fromBytes(sums + i * FIELD, given + 32 * i);
  prepareRows(count);
  for (let i: usize = 0; i < count; i++) {
    multiply(products + i * JACOBIAN, rows + i * ROW * AFFINE);
  }
  toAffineMany(sums, products, count, runs);
  for (let i: usize = 0; i < count; i++) {
    negateWhere(sums + i * AFFINE + FIELD, isEven);
    normalize(sums + i * AFFINE);
    normalize(sums + i * AFFINE + FIELD);
    toBytes(out + 64 * i, sums + i * AFFINE);
    toBytes(out + 64 * i + 32, sums + i * AFFINE + FIELD);
  }
  memory.fill(products, 0, count * JACOBIAN);
  memory.fill(runs, 0, 2 * count * FIELD);
  memory.fill(sums, 0, count * AFFINE);
  memory.fill(key, 0, 32);
  memory.fill(entry, 0, AFFINE);
  wipeGroup();
}

/** Prepares the row of each point, column by column, so that each column shares an inversion. */
function prepareRows(count: usize): void {
  for (let i: usize = 0; i < count; i++) {
    toJacobian(products + i * JACOBIAN, sums + i * AFFINE);
    double(products + i * JACOBIAN);
  }
  toAffineMany(steps, products, count, runs);
  for (let column: usize = 0; column < ROW; column++) {
    if (column > 0) addEach(sums, steps, count, runs);
    for (let i: usize = 0; i < count; i++) {
      copyPoint(rows + (i * ROW + column) * AFFINE, sums + i * AFFINE);
    }
  }
  for (let i: usize = 0; i < 2 * count * ROW; i++) normalize(rows + i * FIELD);
}

/** r = key * the first point of the row. */
function multiply(r: usize, row: usize): void {
  toJacobian(r, row);
  for (let digit = DIGITS; digit-- > 0; ) {
    for (let bit = 0; bit < 4; bit++) double(r);
    lookUp(row, digit);
    addAffine(r, entry);
  }
}

/** Looks up the multiple for one digit. */
function lookUp(row: usize, digit: usize): void {
  // (k - 1) / 2 has the bits b of k = 2^256 + sum of (2b - 1) * 2^j, and four of them form a digit.
  const bit: usize = 4 * digit + 1;
  const word = bit >> 5;
  const both =
    <u64>load<u32>(key + 4 * word) | (word < 7 ? (<u64>load<u32>(key + 4 * word + 4)) << 32 : 0);
  const value = (both >> <u64>(bit & 31)) & 15;
  copySigned(entry, row, BITS, value);
}
