// Single public keys, derived from signatures and tweaks. For public numbers only.

import { symbol_var } from './divsteps.ts';
import { FIELD, normalize, toBytes } from './field.ts';
import { addMultiple_var } from './generator.ts';
import { AFFINE, isInfinity_var, JACOBIAN, toAffineMany, toJacobian, toNormal } from './group.ts';
import { release, reserve } from './memory.ts';
import {
  addOrder_var,
  HAS_Y,
  liftX_var,
  readField_var,
  readKey_var,
  readScalar_var,
  setSquareOfY,
  sumWithOrder,
} from './read.ts';
import * as scalar from './scalar.ts';
import { sumWithGenerator_var } from './strauss.ts';

const run = memory.data(32);
const s = memory.data(32);
const e = memory.data(32);
const nonce = memory.data(72);
const total = memory.data(108);
const sum = memory.data(72);
const key = memory.data(72);

/**
 * Writes x and y, 64 bytes, of the key for which a signature is valid for a digest, 96 bytes in all
 * (SEC 1, 4.1.6). `recovery`: bit 0 is the parity of y of R; bit 1 means that x of R is n or more.
 * Returns false if there is no key.
 */
export function recoverPublicKey_var(out: usize, signed: usize, recovery: u32, space: usize): bool {
  release(space);
  if (!readScalar_var(run, signed) || scalar.isZero(run)) return false;
  if (!readScalar_var(e, signed + scalar.SCALAR) || scalar.isZero(e)) return false;
  const isAbove = (recovery & 2) !== 0;
  if (isAbove && !addOrder_var(nonce, signed)) return false;
  if (!liftX_var(nonce, isAbove ? sumWithOrder : signed, recovery & 1)) return false;
  // Q = (s * R - h * G) / r
  scalar.invert(run, run);
  scalar.mul(e, e, run);
  scalar.fromBytes(s, signed + 2 * scalar.SCALAR);
  scalar.mul(s, s, run);
  if (!scalar.isZero(s)) scalar.negateWhere(s, u64.MAX_VALUE);
  sumWithGenerator_var(total, s, nonce, e);
  if (isInfinity_var(total)) return false;
  toNormal(sum, total);
  toBytes(out, sum);
  toBytes(out + 32, sum + FIELD);
  return true;
}

/**
 * Writes x and y, 64 bytes, of point + tweaks[i] * G, with tweaks of 32 bytes; zeros for infinity
 * and for a tweak of n or more. Returns false if the key is invalid.
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
    if (!readScalar_var(s, tweaks + scalar.SCALAR * i)) continue;
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

/** Returns true if a key is a point; y of an x-only key may be unknown. */
export function isPublicKey_var(publicKey: usize): bool {
  if ((load<u32>(publicKey) & HAS_Y) !== 0) return readKey_var(key, publicKey);
  if (!readField_var(key, publicKey + 4)) return false;
  const square = key + FIELD;
  setSquareOfY(square, key);
  normalize(square);
  toBytes(run, square);
  const symbol = symbol_var(run);
  return symbol === 0 ? readKey_var(key, publicKey) : symbol > 0;
}

/** Writes x and y, 64 bytes, of the point of a key. */
export function readPublicKey_var(out: usize, publicKey: usize): bool {
  if (!readKey_var(key, publicKey)) return false;
  toBytes(out, key);
  toBytes(out + 32, key + FIELD);
  return true;
}
