// Verification of signatures. Each claims that g*G + q*Q - R is infinity for scalars g and q that
// follow from it. For public numbers only.

import { addTerms_var, SIGNED, split_var } from './endomorphism.ts';
import {
  FIELD,
  fromBytes,
  isZero_var,
  mul,
  negateWhere,
  parity,
  square,
  subtract,
  toBytes,
} from './field.ts';
import { generatorPoint } from './generator.ts';
import { AFFINE, addAffine_var, copyPoint, isInfinity_var, toNormal } from './group.ts';
import { clear32, release, reserve } from './memory.ts';
import { isZeroSum_var } from './msm.ts';
import {
  addOrder_var,
  CHECK,
  HAS_NONCE_Y,
  IS_SCHNORR,
  KEY,
  readDivisor_var,
  readKey_var,
  readNonce_var,
  readScalars_var,
} from './read.ts';
import * as scalar from './scalar.ts';
import { finish, start } from './sha256.ts';
import { prepareEach, sumInOneChain_var, sumOfTwo_var, sumWithGenerator_var } from './strauss.ts';

/** Length up to which one chain of doublings is cheaper than Pippenger's method. */
const FEW: usize = 8;

const number = memory.data(32);
const s = memory.data(32);
const e = memory.data(32);
const run = memory.data(32);
const ofGenerator = memory.data(32);
const xOfNonce = memory.data(36);
const side = memory.data(36);
const bytes = memory.data(32);
const seed = memory.data(36);
const state = memory.data(32);
const total = memory.data(108);
const key = memory.data(72);
const sum = memory.data(72);
/** The halves of two scalars. */
const parts = memory.data(4 * 17);

/**
 * Returns true only if all signatures are valid. If any sum is not infinity, their sum with random
 * factors of 128 bits is not infinity either, except with probability 2^-128. The factors come from
 * a hash over all checks and keys, so that none can be chosen to match another. Also returns false
 * if a y of R is missing for ECDSA, or wrong.
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
  const sums = reserve(keyCount * scalar.SCALAR);
  const divisors = reserve(count * scalar.SCALAR);
  const products = reserve(count * scalar.SCALAR);
  memory.fill(sums, 0, keyCount * scalar.SCALAR);
  clear32(ofGenerator);
  for (let i: usize = 0; i < count; i++) {
    if (!readDivisor_var(divisors + i * scalar.SCALAR, checks + i * CHECK)) return false;
  }
  scalar.invertMany(divisors, count, products);
  start(state);
  finish(state, 0, checks, count * CHECK + keyCount * KEY, seed);
  for (let i: usize = 0; i < count; i++) {
    const check = checks + i * CHECK;
    const index = <usize>load<u32>(check, 4);
    const point = points + i * AFFINE;
    if (!readNonce_var(point, check)) return false;
    if (!readScalars_var(s, e, check, divisors + i * scalar.SCALAR, keys + index * KEY + 4))
      return false;
    const factor = scalars + i * SIGNED;
    writeFactor(factor, i);
    clear32(number);
    v128.store(number, v128.load(factor));
    scalar.mul(s, s, number);
    scalar.add(ofGenerator, ofGenerator, s);
    scalar.mul(e, e, number);
    scalar.add(sums + index * scalar.SCALAR, sums + index * scalar.SCALAR, e);
  }
  let at = count;
  copyPoint(points + at * AFFINE, generatorPoint());
  addTerms_var(points, scalars, at, ofGenerator);
  for (let i: usize = 0; i < keyCount; i++) {
    at += 2;
    if (!readKey_var(points + at * AFFINE, keys + i * KEY)) return false;
    addTerms_var(points, scalars, at, sums + i * scalar.SCALAR);
  }
  if (count > FEW) return isZeroSum_var(points, scalars, <i32>terms);
  sumInOneChain_var(total, points, scalars, count, keyCount + 1);
  return isInfinity_var(total);
}

/**
 * Writes a factor; each hash of the seed and a counter gives two. It is negative, because R is
 * subtracted.
 */
function writeFactor(factor: usize, i: usize): void {
  if ((i & 1) === 0) {
    store<u32>(seed, <u32>i, 32);
    start(state);
    finish(state, 0, seed, 36, bytes);
  }
  v128.store(factor, v128.load(bytes + (i & 1) * 16));
  store<u8>(factor, 1, 16);
}

/** Verifies a single check with its key: compares g*G + q*Q with R, or its x with r. */
export function verifyOne_var(check: usize, publicKey: usize, space: usize): bool {
  release(space);
  if (!readDivisor_var(run, check) || !readKey_var(key, publicKey)) return false;
  scalar.invert(run, run);
  if (!readScalars_var(s, e, check, run, publicKey + 4)) return false;
  sumWithGenerator_var(total, s, key, e);
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

/**
 * Returns true if x of a point that is not infinity equals this number modulo n (32 bytes, below
 * n).
 */
function hasX_var(point: usize, x: usize): bool {
  fromBytes(xOfNonce, x);
  if (isX_var(point, xOfNonce)) return true;
  return addOrder_var(xOfNonce, x) && isX_var(point, xOfNonce);
}

/** Returns true if x of the point is x, without dividing: X is x * Z^2. */
function isX_var(point: usize, x: usize): bool {
  square(side, point + AFFINE);
  mul(side, side, x);
  subtract(side, side, point, 1);
  return isZero_var(side);
}

/**
 * Returns true if all ECDSA signatures without y of R are valid, which cannot be added up. Each has
 * its own chain of doublings, and all share their inversions.
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
  const divisors = reserve(count * scalar.SCALAR);
  const products = reserve(count * scalar.SCALAR);
  for (let i: usize = 0; i < keyCount; i++) {
    if (!readKey_var(points + i * AFFINE, keys + i * KEY)) return false;
  }
  for (let i: usize = 0; i < count; i++) {
    const check = checks + i * CHECK;
    if (load<u32>(check) !== 0 || !readDivisor_var(divisors + i * scalar.SCALAR, check))
      return false;
  }
  scalar.invertMany(divisors, count, products);
  const rows = prepareEach(generatorPoint(), points, keyCount);
  for (let i: usize = 0; i < count; i++) {
    const check = checks + i * CHECK;
    if (!readScalars_var(s, e, check, divisors + i * scalar.SCALAR, 0)) return false;
    split_var(parts, s);
    split_var(parts + 2 * SIGNED, e);
    sumOfTwo_var(total, parts, rows, <usize>load<u32>(check, 4), keyCount);
    if (isInfinity_var(total) || !hasX_var(total, check + 8)) return false;
  }
  return true;
}
