// Sums of multiples of a few points in one chain of doublings (Strauss), for verifying short lists.
// It shares number arithmetic and the formulas for adding and doubling with signing, but no table
// and no digits. For public numbers only.

import { addTerms_var, rotateX, SIGNED } from './endomorphism.ts';
import { copy, FIELD, isNormalZero, mul, negateWhere, square } from './field.ts';
import { generatorPoint } from './generator.ts';
import {
  AFFINE,
  addAffine_var,
  addEach,
  copyJacobian,
  copyPoint,
  double,
  JACOBIAN,
  toAffineMany,
  toJacobian,
} from './group.ts';
import { reserve } from './memory.ts';

/** Digits of a scalar are odd and below 2^(width - 1). The width - 1 digits above each are 0. */
const WIDTH: i32 = 5;
const WIDTH_OF_G: i32 = 8;
/** Multiples of a point, one for each positive digit: 1, 3, 5 .. times the point. */
const ROW: usize = 8;
const ROW_OF_G: usize = 64;
/** Length from which a longer row of G saves time. */
const LONG_LIST: usize = 64;
const LONG_WIDTH: i32 = 12;
const LONG_ROW: usize = 1024;
/** Number of digits of a scalar below 2^128, including the carry. */
const DIGITS: usize = 132;
/** Size of these digits in bytes, 16 bits each. */
const ALL_DIGITS: usize = 2 * DIGITS;

/** The rows of G and its twin, and the length that is ready. */
const ofGenerator = memory.data(1024 * 72);
const ofTwin = memory.data(1024 * 72);
let ready: usize = 0;

const twice = memory.data(108);
const step = memory.data(72);
const term = memory.data(72);

/**
 * r = the sum of points times scalars, where r is Jacobian. `points` are affine: first `singles`
 * points, then `pairs` points, each followed by its twin (the endomorphism), G first. `scalars`:
 * one for each, as `split_var` writes them.
 */
export function sumInOneChain_var(
  r: usize,
  points: usize,
  scalars: usize,
  singles: usize,
  pairs: usize,
): void {
  const terms = singles + 2 * pairs;
  const digits = reserve(terms * ALL_DIGITS);
  for (let i: usize = 0; i < terms; i++) {
    const isOfG = (i - singles) >> 1 === 0;
    writeDigits_var(digits + i * ALL_DIGITS, scalars + i * SIGNED, isOfG ? WIDTH_OF_G : WIDTH);
  }
  addUp_var(r, prepareRows(points, singles, pairs), digits, terms);
}

/** G, a point, and the twins of both; then what they are multiplied by. */
const four = memory.data(4 * 72);
const scalarsOfFour = memory.data(4 * 17);

/** r = g * G + q * point, where r is Jacobian. */
export function sumWithGenerator_var(r: usize, g: usize, point: usize, q: usize): void {
  copyPoint(four, generatorPoint());
  addTerms_var(four, scalarsOfFour, 0, g);
  copyPoint(four + 2 * AFFINE, point);
  addTerms_var(four, scalarsOfFour, 2, q);
  sumInOneChain_var(r, four, scalarsOfFour, 0, 2);
}

/** r = the sum of all terms: the address of the row and the digits of each. */
function addUp_var(r: usize, rows: usize, digits: usize, terms: usize): void {
  memory.fill(r, 0, JACOBIAN);
  for (let digit = DIGITS; digit-- > 0; ) {
    if (!isNormalZero(r + AFFINE)) double(r);
    for (let i: usize = 0; i < terms; i++) {
      addMultipleOf(r, load<usize>(rows + i * 4), load<i16>(digits + i * ALL_DIGITS + 2 * digit));
    }
  }
}

const rowsOfFour = memory.data(4 * 4);
const digitsOfFour = memory.data(4 * 2 * 132);

/**
 * Prepares the rows of points for `sumOfTwo_var`, followed by those of their twins. Works column by
 * column, so that each column shares an inversion.
 */
export function prepareEach(generator: usize, points: usize, count: usize): usize {
  prepareGenerator(generator, count < LONG_LIST ? ROW_OF_G : LONG_ROW);
  const length = count * ROW;
  const rows = reserve(2 * length * AFFINE);
  const sums = reserve(count * AFFINE);
  const doubles = reserve(count * JACOBIAN);
  const steps = reserve(count * AFFINE);
  const runs = reserve(2 * count * FIELD);
  for (let i: usize = 0; i < count; i++) {
    copyPoint(sums + i * AFFINE, points + i * AFFINE);
    toJacobian(doubles + i * JACOBIAN, points + i * AFFINE);
    double(doubles + i * JACOBIAN);
  }
  toAffineMany(steps, doubles, count, runs);
  for (let column: usize = 0; column < ROW; column++) {
    if (column > 0) addEach(sums, steps, count, runs);
    for (let i: usize = 0; i < count; i++) {
      copyPoint(rows + (i * ROW + column) * AFFINE, sums + i * AFFINE);
    }
  }
  rotateRow(rows + length * AFFINE, rows, length);
  return rows;
}

/**
 * r = a multiple of G plus a multiple of the point at `index` of the `count` that have rows.
 * `scalars`: the two parts of each, as `split_var` writes them.
 */
export function sumOfTwo_var(
  r: usize,
  scalars: usize,
  rows: usize,
  index: usize,
  count: usize,
): void {
  const ofG = count < LONG_LIST ? WIDTH_OF_G : LONG_WIDTH;
  for (let i: usize = 0; i < 4; i++) {
    writeDigits_var(digitsOfFour + i * ALL_DIGITS, scalars + i * SIGNED, i < 2 ? ofG : WIDTH);
  }
  store<usize>(rowsOfFour, ofGenerator);
  store<usize>(rowsOfFour, ofTwin, 4);
  store<usize>(rowsOfFour, rows + index * ROW * AFFINE, 8);
  store<usize>(rowsOfFour, rows + (count + index) * ROW * AFFINE, 12);
  addUp_var(r, rowsOfFour, digitsOfFour, 4);
}

function addMultipleOf(r: usize, row: usize, digit: i32): void {
  if (digit === 0) return;
  const size = <usize>(digit < 0 ? -digit : digit);
  copyPoint(term, row + (size >> 1) * AFFINE);
  if (digit < 0) negateWhere(term + FIELD, u64.MAX_VALUE);
  addAffine_var(r, term);
}

/** Prepares this many multiples of G; a shorter row is a prefix of a longer one. */
function prepareGenerator(generator: usize, count: usize): void {
  if (ready >= count) return;
  ready = count;
  const sums = reserve(count * JACOBIAN);
  fillRow(sums, generator, count);
  toAffineMany(ofGenerator, sums, count, reserve(count * FIELD));
  rotateRow(ofTwin, ofGenerator, count);
}

/** Prepares the row of each point with at most two inversions, and returns their address. */
function prepareRows(points: usize, singles: usize, pairs: usize): usize {
  prepareGenerator(points + singles * AFFINE, ROW_OF_G);
  const rows = reserve(4 * (singles + 2 * pairs));
  const others = singles + pairs - 1;
  const sums = reserve(others * ROW * JACOBIAN);
  const affine = reserve(others * ROW * AFFINE);
  const twins = reserve((pairs - 1) * ROW * AFFINE);
  for (let i: usize = 0; i < others; i++) {
    const place = i < singles ? i : singles + 2 * (i + 1 - singles);
    fillRow(sums + i * ROW * JACOBIAN, points + place * AFFINE, ROW);
    store<usize>(rows + 4 * place, affine + i * ROW * AFFINE);
  }
  toAffineMany(affine, sums, others * ROW, reserve(others * ROW * FIELD));
  rotateRow(twins, affine + singles * ROW * AFFINE, (pairs - 1) * ROW);
  for (let i: usize = 0; i < pairs; i++) {
    const twin = i === 0 ? ofTwin : twins + (i - 1) * ROW * AFFINE;
    store<usize>(rows + 4 * (singles + 2 * i + 1), twin);
  }
  store<usize>(rows + 4 * singles, ofGenerator);
  return rows;
}

/**
 * Writes 1, 3, 5 .. times the point, Jacobian. On the isomorphic curve (x * Z^2, y * Z^3), where Z
 * is that of twice the point, twice the point is affine.
 */
function fillRow(row: usize, point: usize, count: usize): void {
  toJacobian(twice, point);
  double(twice);
  copyPoint(step, twice);
  const z = twice + AFFINE;
  toJacobian(row, point);
  square(term, z);
  mul(row, row, term);
  mul(term, term, z);
  mul(row + FIELD, row + FIELD, term);
  for (let i: usize = 1; i < count; i++) {
    copyJacobian(row + i * JACOBIAN, row + (i - 1) * JACOBIAN);
    addAffine_var(row + i * JACOBIAN, step);
  }
  for (let i: usize = 0; i < count; i++) {
    const zOfSum = row + i * JACOBIAN + AFFINE;
    mul(zOfSum, zOfSum, z);
  }
}

function rotateRow(r: usize, row: usize, count: usize): void {
  for (let at: usize = 0; at < count * AFFINE; at += AFFINE) {
    rotateX(r + at, row + at);
    copy(r + at + FIELD, row + at + FIELD);
  }
}

/** Writes one digit for each bit, lowest first (wNAF). */
function writeDigits_var(out: usize, number: usize, width: i32): void {
  memory.fill(out, 0, ALL_DIGITS);
  let low = load<u64>(number);
  let high = load<u64>(number, 8);
  let over: u64 = 0;
  const sign: i32 = load<u8>(number, 16) !== 0 ? -1 : 1;
  const all = 1 << width;
  for (let bit: usize = 0; (low | high | over) !== 0; bit++) {
    if ((low & 1) !== 0) {
      let digit = <i32>low & (all - 1);
      if (digit > all >> 1) digit -= all;
      store<i16>(out + 2 * bit, <i16>(sign * digit));
      if (digit > 0) low -= <u64>digit;
      else {
        low += <u64>-digit;
        if (low < <u64>-digit && ++high === 0) over = 1;
      }
    }
    low = (low >> 1) | (high << 63);
    high = (high >> 1) | (over << 63);
    over = 0;
  }
}
