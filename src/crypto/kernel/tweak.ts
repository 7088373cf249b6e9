// Tweaked public keys in lists: children of BIP32, and taproot's output keys. For public numbers
// only.

import { FIELD, fromBytes, negateWhere, normalize, toBytes } from './field.ts';
import { addMultiple_var, endPoint, generatorPoint } from './generator.ts';
import {
  AFFINE,
  addAffine,
  addAffine_var,
  addEach,
  double,
  isInfinity_var,
  JACOBIAN,
  toAffineMany,
  toJacobian,
} from './group.ts';
import { release, reserve } from './memory.ts';
import { readPublicKey_var } from './public-key.ts';
import { HAS_Y, IS_WHOLE, KEY, readScalar_var } from './read.ts';
import { isOdd, negateWhere as negateScalarWhere, SCALAR } from './scalar.ts';
import { hmac, setKey, wipe } from './sha512.ts';

/** Size of x and y. */
const POINT: usize = 64;

/** k = sum of d_i * 256^i, where each of the 32 digits is one of -255, -253 .. 255. */
const WINDOWS: usize = 32;
/** Entries of a row: 1, 3 .. 255 times 256^i * G. */
const ROW: usize = 128;
/** Length from which the table, which takes a few thousand additions, saves time. */
const LONG_LIST: usize = 64;

const table = memory.data(32 * 128 * 72);
let isReady = false;

function prepare(): void {
  if (isReady) return;
  isReady = true;
  const power = reserve(JACOBIAN);
  // The powers, each with its double.
  const bases = reserve(2 * WINDOWS * JACOBIAN);
  const affine = reserve(2 * WINDOWS * AFFINE);
  const multiples = reserve(WINDOWS * ROW * JACOBIAN);
  const products = reserve(WINDOWS * ROW * FIELD);
  toJacobian(power, generatorPoint());
  for (let i: usize = 0; i < WINDOWS; i++) {
    memory.copy(bases + 2 * i * JACOBIAN, power, JACOBIAN);
    double(power);
    memory.copy(bases + (2 * i + 1) * JACOBIAN, power, JACOBIAN);
    for (let bit = 1; bit < 8; bit++) double(power);
  }
  toAffineMany(affine, bases, 2 * WINDOWS, products);
  for (let i: usize = 0; i < WINDOWS; i++) {
    toJacobian(power, affine + 2 * i * AFFINE);
    for (let j: usize = 0; j < ROW; j++) {
      if (j > 0) addAffine(power, affine + (2 * i + 1) * AFFINE);
      memory.copy(multiples + (i * ROW + j) * JACOBIAN, power, JACOBIAN);
    }
  }
  toAffineMany(table, multiples, WINDOWS * ROW, products);
  for (let i: usize = 0; i < 2 * WINDOWS * ROW; i++) normalize(table + i * FIELD);
}

const scalar = memory.data(32);
const text = memory.data(64);
const key = memory.data(72);

/**
 * Writes the bytes of (k - 1) / 2 + 2^255, which are the digits plus 255, halved. For an even k it
 * uses n - k, and returns that it did. For 0 that is n, whose multiple is infinity too.
 */
function writeDigits(digits: usize): u64 {
  const isEven = ~isOdd(scalar);
  negateScalarWhere(scalar, isEven);
  for (let i: usize = 0; i < SCALAR - 1; i++) {
    store<u8>(digits + i, (load<u8>(scalar + i) >> 1) | (load<u8>(scalar + i + 1) << 7));
  }
  store<u8>(digits + 31, (load<u8>(scalar + 31) >> 1) | 0x80);
  return isEven;
}

/** Looks up the multiple for a digit. */
function lookUp_var(r: usize, window: usize, byte: u32, isEven: u64): void {
  const isPositive = byte >= ROW;
  const index = isPositive ? byte - <u32>ROW : <u32>ROW - 1 - byte;
  memory.copy(r, table + (window * ROW + index) * AFFINE, AFFINE);
  if (isPositive === (isEven !== 0)) negateWhere(r + FIELD, u64.MAX_VALUE);
}

/**
 * sums[i] = sums[i] + k * G, where k is the tweak at the sum's place. Removes sums that are
 * infinity, or have a tweak of n or more, and their places. Returns the number of remaining sums.
 */
function addMultiples_var(sums: usize, tweaks: usize, places: usize, count: usize): usize {
  let left: usize = 0;
  if (count < LONG_LIST) {
    for (let i: usize = 0; i < count; i++) {
      const place = <usize>load<u32>(places + 4 * i);
      if (!readScalar_var(scalar, tweaks + place * SCALAR)) continue;
      const sum = sums + i * JACOBIAN;
      addMultiple_var(sum, scalar);
      left = keepFinite_var(sums, places, i, left);
    }
    return left;
  }
  prepare();
  const digits = reserve(count * SCALAR);
  const signs = reserve(count);
  const multiples = reserve(count * AFFINE);
  const terms = reserve(count * AFFINE);
  const runs = reserve(count * AFFINE);
  const end = endPoint();
  for (let i: usize = 0; i < count; i++) {
    const place = <usize>load<u32>(places + 4 * i);
    if (!readScalar_var(scalar, tweaks + place * SCALAR)) continue;
    if (left < i) memory.copy(sums + left * JACOBIAN, sums + i * JACOBIAN, JACOBIAN);
    store<u32>(places + 4 * left, <u32>place);
    store<u8>(signs + left, <u8>writeDigits(digits + left * SCALAR));
    memory.copy(multiples + left * AFFINE, end, AFFINE);
    negateWhere(multiples + left * AFFINE + FIELD, u64.MAX_VALUE);
    normalize(multiples + left * AFFINE + FIELD);
    left++;
  }
  if (left === 0) return 0;
  for (let window: usize = 0; window < WINDOWS; window++) {
    for (let i: usize = 0; i < left; i++) {
      const byte = <u32>load<u8>(digits + i * SCALAR + window);
      lookUp_var(terms + i * AFFINE, window, byte, <u64>load<u8>(signs + i));
    }
    addEach(multiples, terms, left, runs);
  }
  let finite: usize = 0;
  for (let i: usize = 0; i < left; i++) {
    const multiple = multiples + i * AFFINE;
    normalize(multiple);
    normalize(multiple + FIELD);
    addAffine_var(sums + i * JACOBIAN, multiple);
    addAffine_var(sums + i * JACOBIAN, end);
    finite = keepFinite_var(sums, places, i, finite);
  }
  return finite;
}

function keepFinite_var(sums: usize, places: usize, i: usize, kept: usize): usize {
  const sum = sums + i * JACOBIAN;
  if (isInfinity_var(sum)) return kept;
  if (kept < i) memory.copy(sums + kept * JACOBIAN, sum, JACOBIAN);
  store<u32>(places + 4 * kept, load<u32>(places + 4 * i));
  return kept + 1;
}

/** Writes x and y of the sums to their places, `stride` bytes apart. */
function writePoints(out: usize, stride: usize, sums: usize, places: usize, count: usize): void {
  const affine = reserve(count * AFFINE);
  toAffineMany(affine, sums, count, reserve(count * FIELD));
  for (let i: usize = 0; i < count; i++) {
    const at = out + stride * <usize>load<u32>(places + 4 * i);
    const point = affine + i * AFFINE;
    normalize(point);
    normalize(point + FIELD);
    toBytes(at, point);
    toBytes(at + 32, point + FIELD);
  }
}

function readKey_var(sum: usize, record: usize): bool {
  if (!readPublicKey_var(text, record)) return false;
  fromBytes(key, text);
  fromBytes(key + FIELD, text + 32);
  toJacobian(sum, key);
  return true;
}

/**
 * Writes x and y, 64 bytes, of keys[i] + tweaks[i] * G, with tweaks of 32 bytes. Writes zeros for
 * infinity, an invalid key, and a tweak of n or more.
 */
export function tweakKeys_var(
  out: usize,
  keys: usize,
  tweaks: usize,
  count: usize,
  space: usize,
): void {
  release(space);
  const sums = reserve(count * JACOBIAN);
  const places = reserve(4 * count);
  memory.fill(out, 0, POINT * count);
  let found: usize = 0;
  for (let i: usize = 0; i < count; i++) {
    if (!readKey_var(sums + found * JACOBIAN, keys + i * KEY)) continue;
    store<u32>(places + 4 * found++, <u32>i);
  }
  const finite = addMultiples_var(sums, tweaks, places, found);
  writePoints(out, POINT, sums, places, finite);
}

const record = memory.data(68);

/** Returns true if these are points on the curve: x and y, 64 bytes each. */
export function arePoints_var(points: usize, count: usize): bool {
  for (let i: usize = 0; i < count; i++) {
    const point = points + i * POINT;
    store<u32>(record, HAS_Y | IS_WHOLE | <u32>(load<u8>(point + 63) & 1));
    memory.copy(record + 4, point, POINT);
    if (!readPublicKey_var(text, record)) return false;
  }
  return true;
}

const message = memory.data(37);
const digest = memory.data(64);
/** Output for each child: x, y, chain code. */
const CHILD: usize = 64 + 32;

/**
 * Derives children (BIP32, CKDpub): "let I = HMAC-SHA512(Key = cpar, Data = serP(Kpar) ||
 * ser32(i))". `parent`: a key and its chain code, then `count` child numbers, 32 bits each,
 * big-endian, none hardened. `out`: 96 bytes each; x and y are 0 if there is no child. Returns
 * false if the key is invalid.
 */
export function deriveChildren_var(out: usize, parent: usize, count: usize, space: usize): bool {
  const chainCode = parent + KEY;
  const numbers = chainCode + 32;
  release(space);
  const sums = reserve(count * JACOBIAN);
  const places = reserve(4 * count);
  const tweaks = reserve(count * SCALAR);
  if (!readKey_var(sums, parent)) return false;
  store<u8>(message, 2 | (load<u8>(text + 63) & 1));
  memory.copy(message + 1, text, 32);
  memory.fill(out, 0, CHILD * count);
  setKey(chainCode);
  for (let i: usize = 0; i < count; i++) {
    store<u32>(message + 33, load<u32>(numbers + 4 * i));
    hmac(digest, message, 37);
    memory.copy(tweaks + i * SCALAR, digest, 32);
    memory.copy(out + i * CHILD + 64, digest + 32, 32);
    if (i > 0) memory.copy(sums + i * JACOBIAN, sums, JACOBIAN);
    store<u32>(places + 4 * i, <u32>i);
  }
  wipe();
  const finite = addMultiples_var(sums, tweaks, places, count);
  writePoints(out, CHILD, sums, places, finite);
  return true;
}
