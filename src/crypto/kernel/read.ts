// The format of the kernel's input: numbers, points, keys, and signatures to verify. For public
// numbers only.

import {
  add,
  carry,
  copy,
  FIELD,
  fromBytes,
  isZero_var,
  mul,
  negateWhere,
  normalize,
  parity,
  setSmall,
  square,
  subtract,
  toBytes,
} from './field.ts';
import { squareRoot } from './inversion.ts';
import { clear32, copy32 } from './memory.ts';
import * as scalar from './scalar.ts';
import { CHALLENGE, taggedHash } from './tagged-hash.ts';

/**
 * A check: flags and the index of its key (both 32 bits, little-endian), signature, digest, y of R.
 */
export const CHECK: usize = 8 + 64 + 32 + 32;
/** Flags of a check. */
export const IS_SCHNORR: u32 = 1;
export const HAS_NONCE_Y: u32 = 2;
/** A key: flags (32 bits, little-endian), x, y. */
export const KEY: usize = 4 + 32 + 32;
/**
 * Flags of a key: y is odd; y is given; the given y must be right. Without the last flag, a missing
 * or wrong y is computed from x.
 */
const IS_ODD: u32 = 1;
export const HAS_Y: u32 = 2;
export const IS_WHOLE: u32 = 4;

const order = memory.data(36);
const left = memory.data(36);
const right = memory.data(36);
const seven = memory.data(36);
const bytes = memory.data(96);
const hash = memory.data(32);

/** r = x^3 + 7; r must not be x. */
export function setSquareOfY(r: usize, x: usize): void {
  square(r, x);
  mul(r, r, x);
  setSmall(seven, 7);
  add(r, r, seven);
}

/** Returns true if y^2 = x^3 + 7, for normalized numbers. */
function isOnCurve_var(point: usize): bool {
  square(left, point + FIELD);
  setSquareOfY(right, point);
  subtract(left, left, right, 2);
  return isZero_var(left);
}

/** Reads a number from 32 bytes; fails if it is p or more. */
export function readField_var(r: usize, from: usize): bool {
  fromBytes(r, from);
  copy(left, r);
  normalize(left);
  return memory.compare(left, r, FIELD) === 0;
}

/** Reads a number from 32 bytes; fails if it is n or more. */
export function readScalar_var(r: usize, from: usize): bool {
  scalar.fromBytes(r, from);
  scalar.toBytes(hash, r);
  return memory.compare(hash, from, 32) === 0;
}

/** Reads a point from x and y; fails if it is not on the curve, or y has the wrong parity. */
function readPoint_var(r: usize, x: usize, y: usize, isOdd: u64): bool {
  if (!readField_var(r, x) || !readField_var(r + FIELD, y)) return false;
  return parity(r + FIELD) === isOdd && isOnCurve_var(r);
}

/** Computes the point of an x whose y has this parity. */
export function liftX_var(r: usize, x: usize, isOdd: u64): bool {
  if (!readField_var(r, x)) return false;
  const y = r + FIELD;
  setSquareOfY(y, r);
  carry(y);
  squareRoot(y, y);
  normalize(y);
  if (!isOnCurve_var(r)) return false;
  if (parity(y) !== isOdd) {
    negateWhere(y, u64.MAX_VALUE);
    normalize(y);
  }
  return true;
}

export function readKey_var(r: usize, key: usize): bool {
  const flags = load<u32>(key);
  const isOdd = <u64>(flags & IS_ODD);
  if ((flags & HAS_Y) !== 0 && readPoint_var(r, key + 4, key + 36, isOdd)) return true;
  return (flags & IS_WHOLE) === 0 && liftX_var(r, key + 4, isOdd);
}

/** Reads R of a check, whose x modulo n is r. */
export function readNonce_var(r: usize, check: usize): bool {
  const flags = load<u32>(check);
  if ((flags & IS_SCHNORR) !== 0) {
    if ((flags & HAS_NONCE_Y) === 0) return liftX_var(r, check + 8, 0);
    return readPoint_var(r, check + 8, check + 104, 0);
  }
  if ((flags & HAS_NONCE_Y) === 0 || !readField_var(r + FIELD, check + 104)) return false;
  if (!readField_var(r, check + 8)) return false;
  return isOnCurve_var(r) || (addOrder_var(r, check + 8) && isOnCurve_var(r));
}

const ORDER = memory.data<u8>([
  0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe,
  0xba, 0xae, 0xdc, 0xe6, 0xaf, 0x48, 0xa0, 0x3b, 0xbf, 0xd2, 0x5e, 0x8c, 0xd0, 0x36, 0x41, 0x41,
]);

/** Bytes of the last result of `addOrder_var`. */
export const sumWithOrder = memory.data(32);

/**
 * Adds n to a number of 32 bytes, unless the sum is p or more. x of R may be r + n if that is below
 * p. No such R is known, although some exist.
 */
export function addOrder_var(r: usize, from: usize): bool {
  fromBytes(r, from);
  fromBytes(order, ORDER);
  add(r, r, order);
  normalize(r);
  toBytes(sumWithOrder, r);
  return memory.compare(sumWithOrder, from, 32) > 0;
}

/** Reads the number to invert: s for ECDSA, 1 for BIP340. */
export function readDivisor_var(r: usize, check: usize): bool {
  if ((load<u32>(check) & IS_SCHNORR) !== 0) {
    clear32(r);
    store<u32>(r, 1);
    return true;
  }
  return readScalar_var(r, check + 40) && !scalar.isZero(r);
}

/**
 * Computes g and q of a check: h/s and r/s for ECDSA, s and -e for BIP340. `inverse` is 1/s. `key`
 * is x of the key, 32 bytes.
 */
export function readScalars_var(
  g: usize,
  q: usize,
  check: usize,
  inverse: usize,
  key: usize,
): bool {
  if ((load<u32>(check) & IS_SCHNORR) === 0) {
    if (!readScalar_var(q, check + 8) || scalar.isZero(q)) return false;
    scalar.mul(q, q, inverse);
    scalar.fromBytes(g, check + 72);
    scalar.mul(g, g, inverse);
    return true;
  }
  // "Let e = int(hash_BIP0340/challenge(bytes(r) || bytes(P) || m)) mod n."
  copy32(bytes, check + 8);
  copy32(bytes + 32, key);
  copy32(bytes + 64, check + 72);
  taggedHash(hash, CHALLENGE, bytes, 96);
  scalar.fromBytes(q, hash);
  if (!scalar.isZero(q)) scalar.negateWhere(q, u64.MAX_VALUE);
  return readScalar_var(g, check + 40);
}
