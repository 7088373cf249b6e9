// Signatures verified. Each says that g*G + q*Q - R is infinity for scalars g and q that follow
// from it. For public numbers only.

import { rotateX, SIGNED, split_var } from './endomorphism.ts';
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
import { addMultiple_var, generatorPoint } from './generator.ts';
import {
  AFFINE,
  addAffine_var,
  copyPoint,
  isInfinity_var,
  JACOBIAN,
  toAffineMany,
  toJacobian,
} from './group.ts';
import { squareRoot } from './inversion.ts';
import { clear32, copy32, release, reserve } from './memory.ts';
import { isZeroSum_var } from './msm.ts';
import * as scalar from './scalar.ts';
import { finish, start } from './sha256.ts';
import { prepareEach, sumInOneChain_var, sumOfTwo_var } from './strauss.ts';
import { CHALLENGE, taggedHash } from './tagged-hash.ts';

const SCALAR: usize = 32;

/**
 * A check: flags, the index of its key (both 32 bits, little-endian), signature, digest, y of R.
 */
const CHECK: usize = 8 + 64 + 32 + 32;
/** Flags of a check. */
const IS_SCHNORR: u32 = 1;
const HAS_NONCE_Y: u32 = 2;
/** A key: flags (32 bits, little-endian), x, y. */
const KEY: usize = 4 + 32 + 32;
/**
 * Flags of a key: what y is, where none is given or the one given is wrong; that one is given; that
 * this one it must be.
 */
const IS_ODD: u32 = 1;
const HAS_Y: u32 = 2;
const IS_WHOLE: u32 = 4;

/** Up to here one chain of doublings is cheaper than Pippenger's way. */
const FEW: usize = 8;

const number = memory.data(32);
const s = memory.data(32);
const e = memory.data(32);
const run = memory.data(32);
const ofGenerator = memory.data(32);
const order = memory.data(36);
const xOfNonce = memory.data(36);
const left = memory.data(36);
const right = memory.data(36);
const seven = memory.data(36);
const bytes = memory.data(96);
const seed = memory.data(36);
const hash = memory.data(32);
const state = memory.data(32);

/** y^2 = x^3 + 7, for normalized numbers. */
function isOnCurve_var(point: usize): bool {
  square(left, point + FIELD);
  square(right, point);
  mul(right, right, point);
  setSmall(seven, 7);
  add(right, right, seven);
  subtract(left, left, right, 2);
  return isZero_var(left);
}

/** A number from 32 bytes, unless it is p or more. */
function readField_var(r: usize, from: usize): bool {
  fromBytes(r, from);
  copy(left, r);
  normalize(left);
  return memory.compare(left, r, FIELD) === 0;
}

/** A number from 32 bytes, unless it is n or more. */
function readScalar_var(r: usize, from: usize): bool {
  scalar.fromBytes(r, from);
  scalar.toBytes(hash, r);
  return memory.compare(hash, from, 32) === 0;
}

/** The point of an x and a y, if they are one with a y of that parity. */
function readPoint_var(r: usize, x: usize, y: usize, isOdd: u64): bool {
  if (!readField_var(r, x) || !readField_var(r + FIELD, y)) return false;
  return parity(r + FIELD) === isOdd && isOnCurve_var(r);
}

/** The point of an x whose y has the parity. */
function liftX_var(r: usize, x: usize, isOdd: u64): bool {
  if (!readField_var(r, x)) return false;
  const y = r + FIELD;
  square(y, r);
  mul(y, y, r);
  setSmall(seven, 7);
  add(y, y, seven);
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

function readKey_var(r: usize, key: usize): bool {
  const flags = load<u32>(key);
  const isOdd = <u64>(flags & IS_ODD);
  if ((flags & HAS_Y) !== 0 && readPoint_var(r, key + 4, key + 36, isOdd)) return true;
  return (flags & IS_WHOLE) === 0 && liftX_var(r, key + 4, isOdd);
}

/** R of a check whose x, modulo n, is r. */
function readNonce_var(r: usize, check: usize): bool {
  const flags = load<u32>(check);
  if ((flags & IS_SCHNORR) !== 0) {
    if ((flags & HAS_NONCE_Y) === 0) return liftX_var(r, check + 8, 0);
    return readPoint_var(r, check + 8, check + 104, 0);
  }
  if ((flags & HAS_NONCE_Y) === 0 || !readField_var(r + FIELD, check + 104)) return false;
  if (!readField_var(r, check + 8)) return false;
  return isOnCurve_var(r) || (addOrder_var(r, check + 8) && isOnCurve_var(r));
}

/**
 * n more than the number of 32 bytes, unless that is p or more; then its bytes are in `hash`. x of
 * R may be r + n, where that is below p: nobody knows such an R, but it would be one.
 */
function addOrder_var(r: usize, from: usize): bool {
  fromBytes(r, from);
  fromBytes(order, ORDER);
  add(r, r, order);
  normalize(r);
  toBytes(hash, r);
  return memory.compare(hash, from, 32) > 0;
}

const ORDER = memory.data<u8>([
  0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe,
  0xba, 0xae, 0xdc, 0xe6, 0xaf, 0x48, 0xa0, 0x3b, 0xbf, 0xd2, 0x5e, 0x8c, 0xd0, 0x36, 0x41, 0x41,
]);

/** For ECDSA s, for BIP340 1: what has to be inverted. */
function readDivisor_var(r: usize, check: usize): bool {
  if ((load<u32>(check) & IS_SCHNORR) !== 0) {
    clear32(r);
    store<u32>(r, 1);
    return true;
  }
  return readScalar_var(r, check + 40) && !scalar.isZero(r);
}

/**
 * g and q of a check: h/s and r/s for ECDSA, s and -e for BIP340. `inverse` is 1/s. `key` is x of
 * the key, 32 bytes.
 */
function readScalars_var(g: usize, q: usize, check: usize, inverse: usize, key: usize): bool {
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

/**
 * True when all are valid, and only then: if any sum is not infinity, their sum with random factors
 * of 128 bits is not either, but for a chance of 2^-128. The factors come from a hash over all the
 * checks and keys, so that nobody can choose one to suit another. False as well when a y of R is
 * missing for ECDSA, or wrong.
 */
export function verifyAll_var(
  checks: usize,
  count: usize,
  keys: usize,
  keyCount: usize,
  space: usize,
): bool {
  release(space);
  const terms = count + 2 * (keyCount + 1);
  const points = reserve(terms * AFFINE);
  const scalars = reserve(terms * SIGNED);
  const sums = reserve(keyCount * SCALAR);
  const divisors = reserve(count * SCALAR);
  const products = reserve(count * SCALAR);
  memory.fill(sums, 0, keyCount * SCALAR);
  clear32(ofGenerator);
  for (let i: usize = 0; i < count; i++) {
    if (!readDivisor_var(divisors + i * SCALAR, checks + i * CHECK)) return false;
  }
  scalar.invertMany(divisors, count, products);
  start(state);
  finish(state, 0, checks, count * CHECK + keyCount * KEY, seed);
  for (let i: usize = 0; i < count; i++) {
    const check = checks + i * CHECK;
    const index = <usize>load<u32>(check, 4);
    const point = points + i * AFFINE;
    if (!readNonce_var(point, check)) return false;
    if (!readScalars_var(s, e, check, divisors + i * SCALAR, keys + index * KEY + 4)) return false;
    const factor = scalars + i * SIGNED;
    writeFactor(factor, i);
    clear32(number);
    v128.store(number, v128.load(factor));
    scalar.mul(s, s, number);
    scalar.add(ofGenerator, ofGenerator, s);
    scalar.mul(e, e, number);
    scalar.add(sums + index * SCALAR, sums + index * SCALAR, e);
  }
  let at = count;
  copyPoint(points + at * AFFINE, generatorPoint());
  addTerms_var(points, scalars, at, ofGenerator);
  for (let i: usize = 0; i < keyCount; i++) {
    at += 2;
    if (!readKey_var(points + at * AFFINE, keys + i * KEY)) return false;
    addTerms_var(points, scalars, at, sums + i * SCALAR);
  }
  if (count > FEW) return isZeroSum_var(points, scalars, <i32>terms);
  sumInOneChain_var(total, points, scalars, count, keyCount + 1);
  return isInfinity_var(total);
}

/** Two factors from each hash of the seed and a counter; negative, since R is taken away. */
function writeFactor(factor: usize, i: usize): void {
  if ((i & 1) === 0) {
    store<u32>(seed, <u32>i, 32);
    start(state);
    finish(state, 0, seed, 36, bytes);
  }
  v128.store(factor, v128.load(bytesOfFactor(i)));
  store<u8>(factor, 1, 16);
}

const factors = memory.data(32);
function bytesOfFactor(i: usize): usize {
  if ((i & 1) === 0) copy32(factors, bytes);
  return factors + (i & 1) * 16;
}

/** A point and the one behind it become the two terms of k times it. */
function addTerms_var(points: usize, scalars: usize, at: usize, k: usize): void {
  const point = points + at * AFFINE;
  split_var(scalars + at * SIGNED, k);
  rotateX(point + AFFINE, point);
  copy(point + AFFINE + FIELD, point + FIELD);
}

const total = memory.data(108);
const key = memory.data(72);
const spare = memory.data(36);
const sum = memory.data(72);
/** G, the key, and the twins of both; then what they are multiplied by. */
const four = memory.data(4 * 72);
const scalarsOfFour = memory.data(4 * 17);

/** One check and its key, without a batch: g*G + q*Q is compared with R, or its x with r. */
export function verifyOne_var(check: usize, publicKey: usize, space: usize): bool {
  release(space);
  const ofKey = four + 2 * AFFINE;
  if (!readDivisor_var(run, check) || !readKey_var(ofKey, publicKey)) return false;
  scalar.invert(run, run);
  if (!readScalars_var(s, e, check, run, publicKey + 4)) return false;
  copyPoint(four, generatorPoint());
  addTerms_var(four, scalarsOfFour, 0, s);
  addTerms_var(four, scalarsOfFour, 2, e);
  sumInOneChain_var(total, four, scalarsOfFour, 0, 2);
  if (isInfinity_var(total)) return false;
  if ((load<u32>(check) & HAS_NONCE_Y) !== 0) {
    if (!readNonce_var(sum, check)) return false;
    negateWhere(sum + FIELD, u64.MAX_VALUE);
    addAffine_var(total, sum);
    return isInfinity_var(total);
  }
  if ((load<u32>(check) & IS_SCHNORR) === 0) return hasX_var(total, check + 8);
  toNormal(sum, total);
  toBytes(bytes, sum);
  // "Fail if not has_even_y(R)." "Fail if x(R) !== r."
  return parity(sum + FIELD) === 0 && memory.compare(bytes, check + 8, 32) === 0;
}

/** Whether x of a point that is not infinity is, modulo n, this number below n, 32 bytes. */
function hasX_var(point: usize, x: usize): bool {
  fromBytes(xOfNonce, x);
  if (isX_var(point, xOfNonce)) return true;
  return addOrder_var(xOfNonce, x) && isX_var(point, xOfNonce);
}

/** The same without dividing: X is x * Z^2. */
function isX_var(point: usize, x: usize): bool {
  square(left, point + AFFINE);
  mul(left, left, x);
  subtract(left, left, point, 1);
  return isZero_var(left);
}

/**
 * True when all are valid: ECDSA signatures without y of R, which cannot be added up. Each has a
 * chain of doublings of its own, and all share their inversions.
 */
export function verifyEach_var(
  checks: usize,
  count: usize,
  keys: usize,
  keyCount: usize,
  space: usize,
): bool {
  release(space);
  const points = reserve(keyCount * AFFINE);
  const divisors = reserve(count * SCALAR);
  const products = reserve(count * SCALAR);
  for (let i: usize = 0; i < keyCount; i++) {
    if (!readKey_var(points + i * AFFINE, keys + i * KEY)) return false;
  }
  for (let i: usize = 0; i < count; i++) {
    const check = checks + i * CHECK;
    if (load<u32>(check) !== 0 || !readDivisor_var(divisors + i * SCALAR, check)) return false;
  }
  scalar.invertMany(divisors, count, products);
  const rows = prepareEach(generatorPoint(), points, keyCount);
  for (let i: usize = 0; i < count; i++) {
    const check = checks + i * CHECK;
    if (!readScalars_var(s, e, check, divisors + i * SCALAR, 0)) return false;
    split_var(scalarsOfFour, s);
    split_var(scalarsOfFour + 2 * SIGNED, e);
    sumOfTwo_var(total, scalarsOfFour, rows, <usize>load<u32>(check, 4), keyCount);
    if (isInfinity_var(total) || !hasX_var(total, check + 8)) return false;
  }
  return true;
}

/** An affine point, normalized, of a Jacobian one that is not infinity. */
function toNormal(r: usize, point: usize): void {
  toAffineMany(r, point, 1, spare);
  normalize(r);
  normalize(r + FIELD);
}

/**
 * x and y, 64 bytes, of the key under which a signature holds for a digest, 96 bytes in all (SEC 1,
 * 4.1.6). `recovery`: bit 0 is the parity of y of R, bit 1 says that x of R is n or more. False
 * where there is none.
 */
export function recoverPublicKey_var(out: usize, signed: usize, recovery: u32, space: usize): bool {
  release(space);
  const nonce = four + 2 * AFFINE;
  if (!readScalar_var(run, signed) || scalar.isZero(run)) return false;
  if (!readScalar_var(e, signed + SCALAR) || scalar.isZero(e)) return false;
  const isAbove = (recovery & 2) !== 0;
  if (isAbove && !addOrder_var(nonce, signed)) return false;
  if (!liftX_var(nonce, isAbove ? hash : signed, recovery & 1)) return false;
  // Q = (s * R - h * G) / r
  scalar.invert(run, run);
  scalar.mul(e, e, run);
  scalar.fromBytes(s, signed + 2 * SCALAR);
  scalar.mul(s, s, run);
  if (!scalar.isZero(s)) scalar.negateWhere(s, u64.MAX_VALUE);
  copyPoint(four, generatorPoint());
  addTerms_var(four, scalarsOfFour, 0, s);
  addTerms_var(four, scalarsOfFour, 2, e);
  sumInOneChain_var(total, four, scalarsOfFour, 0, 2);
  if (isInfinity_var(total)) return false;
  toNormal(sum, total);
  toBytes(out, sum);
  toBytes(out + 32, sum + FIELD);
  return true;
}

/**
 * x and y, 64 bytes, of point + tweaks[i] * G, each tweak a scalar of 32 bytes; all 0 for infinity
 * and for a tweak of n or more. False when the key is none.
 */
export function addTweaks_var(
  out: usize,
  publicKey: usize,
  tweaks: usize,
  count: usize,
  space: usize,
): bool {
  if (!readKey_var(key, publicKey)) return false;
  release(space);
  const sums = reserve(count * JACOBIAN);
  const points = reserve(count * AFFINE);
  const products = reserve(count * FIELD);
  let finite: usize = 0;
  for (let i: usize = 0; i < count; i++) {
    memory.fill(out + 64 * i, 0, 64);
    const total = sums + finite * JACOBIAN;
    if (!readScalar_var(s, tweaks + SCALAR * i)) continue;
    toJacobian(total, key);
    addMultiple_var(total, s);
    if (isInfinity_var(total)) continue;
    store<u8>(out + 64 * i, 1);
    finite++;
  }
  toAffineMany(points, sums, finite, products);
  let next = points;
  for (let i: usize = 0; i < count; i++) {
    const x = out + 64 * i;
    if (load<u8>(x) === 0) continue;
    normalize(next);
    normalize(next + FIELD);
    toBytes(x, next);
    toBytes(x + 32, next + FIELD);
    next += AFFINE;
  }
  return true;
}

/** x and y, 64 bytes, of the point that a key names. */
export function readPublicKey_var(out: usize, publicKey: usize): bool {
  if (!readKey_var(key, publicKey)) return false;
  toBytes(out, key);
  toBytes(out + 32, key + FIELD);
  return true;
}
