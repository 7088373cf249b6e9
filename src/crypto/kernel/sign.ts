// Lists of signatures, made together so that they share their inversions. The results are not
// verified.

import {
  copy as copyField,
  FIELD,
  fromBytes as fieldFromBytes,
  toBytes as fieldToBytes,
  negateWhere as negateFieldWhere,
  normalize,
  parity,
} from './field.ts';
import { multiplyGenerator } from './generator.ts';
import { AFFINE } from './group.ts';
import { copy32 } from './memory.ts';
import { drawNonces, LANES, readLane, setLane, wipe as wipeNonces } from './nonce.ts';
import * as scalar from './scalar.ts';
import { AUX, CHALLENGE, NONCE, taggedHash, wipe as wipeTagged } from './tagged-hash.ts';

const SCALAR: usize = 32;

/** Space for `LARGEST_LIST` signatures. */
const keys = memory.data(1024 * 32);
const digests = memory.data(1024 * 32);
const nonces = memory.data(1024 * 32);
const tried = memory.data(1024 * 32);
const products = memory.data(1024 * 32);
const places = memory.data(1024 * 4);
const points = memory.data(1024 * 72);
const keyPoints = memory.data(1024 * 72);
const nonceY = memory.data(1024 * 36);
const bytes = memory.data(96);
const digestBytes = memory.data(32);
const number = memory.data(32);
const numberR = memory.data(32);

/**
 * Makes ECDSA signatures like Core: RFC 6979, low R by grinding (key.cpp, CKey::Sign) unless
 * `takesHighR` (CKey::SignCompact), low S. `requests`: a digest and a private key from 1 to n - 1,
 * 64 bytes each. `signatures`: R, S and y of the nonce's point, 96 bytes each.
 */
export function signEcdsa(
  signatures: usize,
  requests: usize,
  count: usize,
  takesHighR: bool,
): void {
  for (let i: usize = 0; i < count; i++) {
    scalar.fromBytes(digests + i * SCALAR, requests + 64 * i);
    scalar.fromBytes(keys + i * SCALAR, requests + 64 * i + 32);
    store<u32>(places + 4 * i, <u32>i);
  }
  let left = count;
  // The limit ends the loop if a fault keeps the counter out of the hash, so that no R is low.
  // Nonces of 0 give invalid signatures.
  for (let counter: u32 = 0; left > 0 && counter < 256; counter++) {
    left = tryAll(signatures, requests, left, counter, takesHighR);
  }
  scalar.invertMany(nonces, count, products);
  for (let i: usize = 0; i < count; i++) finishEcdsa(signatures + 96 * i, i);
  wipe(count);
}

/**
 * Tries a nonce for each remaining request. Returns how many R were too high; these are moved to
 * the front of the list.
 */
function tryAll(
  signatures: usize,
  requests: usize,
  left: usize,
  counter: u32,
  takesHighR: bool,
): usize {
  for (let j: usize = 0; j < left; j += LANES) tryNonces(requests, j, left, counter);
  multiplyGenerator(points, tried, left);
  let again: usize = 0;
  for (let j: usize = 0; j < left; j++) {
    const index = load<u32>(places + 4 * j);
    const i = <usize>index;
    const point = points + j * AFFINE;
    fieldToBytes(bytes, point);
    scalar.fromBytes(numberR, bytes);
    scalar.toBytes(bytes, numberR);
    if (!takesHighR && load<u8>(bytes) >= 0x80) {
      // R is public once it is used; an unused R reveals nothing.
      store<u32>(places + 4 * again++, index);
      continue;
    }
    copy32(signatures + 96 * i, bytes);
    copy32(nonces + i * SCALAR, tried + j * SCALAR);
    copyField(nonceY + i * FIELD, point + FIELD);
  }
  return again;
}

/**
 * Computes nonces for the requests from `from` on, one per lane; unused lanes repeat the last one.
 * RFC 6979, section 3.2, h: the first candidate from 1 to n - 1. No first candidate outside that
 * range has ever been seen.
 */
function tryNonces(requests: usize, from: usize, left: usize, counter: u32): void {
  for (let lane: usize = 0; lane < LANES; lane++) {
    const i = <usize>load<u32>(places + 4 * min(from + lane, left - 1));
    scalar.toBytes(digestBytes, digests + i * SCALAR);
    setLane(lane, requests + 64 * i + 32, digestBytes, counter);
  }
  let open: u32 = (1 << (<u32>LANES)) - 1;
  for (let attempt: u32 = 0; open !== 0; attempt++) {
    drawNonces(attempt);
    for (let lane: usize = 0; lane < LANES; lane++) {
      const bit: u32 = 1 << (<u32>lane);
      if ((open & bit) === 0) continue;
      readLane(bytes, lane);
      const r = tried + min(from + lane, left - 1) * SCALAR;
      scalar.fromBytes(r, bytes);
      scalar.toBytes(bytes + 32, r);
      if (!scalar.isZero(r) && isSame(bytes, bytes + 32)) open ^= bit;
    }
  }
}

function isSame(a: usize, b: usize): bool {
  let bits: u64 = 0;
  for (let i: usize = 0; i < 32; i += 8) bits |= load<u64>(a + i) ^ load<u64>(b + i);
  return bits === 0;
}

/** Computes s = k^-1 (h + r d), or its negative, which belongs to -R. */
function finishEcdsa(signature: usize, i: usize): void {
  scalar.fromBytes(number, signature);
  scalar.mul(number, number, keys + i * SCALAR);
  scalar.add(number, number, digests + i * SCALAR);
  scalar.mul(number, number, nonces + i * SCALAR);
  const isHigh = scalar.isHigh(number);
  scalar.negateWhere(number, isHigh);
  scalar.toBytes(signature + 32, number);
  const y = nonceY + i * FIELD;
  negateFieldWhere(y, isHigh);
  normalize(y);
  fieldToBytes(signature + 64, y);
}

/**
 * Size of a request: a digest, a private key (1 to n - 1), auxiliary data, x and y of the public
 * key.
 */
const SCHNORR: usize = 5 * 32;

/**
 * Signs by BIP340's default algorithm, except for its last step, verification. `signatures`: R, s,
 * y of the nonce's point and y of the key's, 128 bytes each.
 *
 * P is taken from the request and not computed here. A wrong P reveals no key: the nonce hashes the
 * same bytes of P as the challenge, and d, which a wrong parity changes. So no two signatures have
 * one nonce and different challenges. Nor is any such signature released: under this P only
 * signatures by its own private key are valid.
 */
export function signSchnorr(signatures: usize, requests: usize, count: usize): void {
  for (let i: usize = 0; i < count; i++) {
    const request = requests + SCHNORR * i;
    const point = keyPoints + i * AFFINE;
    scalar.fromBytes(keys + i * SCALAR, request + 32);
    fieldFromBytes(point, request + 96);
    fieldFromBytes(point + FIELD, request + 128);
    makeEven(keys + i * SCALAR, point);
    drawSchnorrNonce(nonces + i * SCALAR, request, i);
  }
  multiplyGenerator(points, nonces, count);
  for (let i: usize = 0; i < count; i++) {
    makeEven(nonces + i * SCALAR, points + i * AFFINE);
    finishSchnorr(signatures + 128 * i, requests + SCHNORR * i, i);
  }
  wipe(count);
}

/**
 * Negates a number if y of its point is odd: "Let d = d' if has_even_y(P), otherwise let d = n -
 * d'."
 */
function makeEven(number: usize, point: usize): void {
  const y = point + FIELD;
  const isOdd: u64 = 0 - parity(y);
  scalar.negateWhere(number, isOdd);
  negateFieldWhere(y, isOdd);
  normalize(y);
}

function drawSchnorrNonce(r: usize, request: usize, i: usize): void {
  // "Let t be the byte-wise xor of bytes(d) and hash_BIP0340/aux(a)."
  taggedHash(digestBytes, AUX, request + 64, 32);
  scalar.toBytes(bytes, keys + i * SCALAR);
  for (let at: usize = 0; at < 32; at += 8) {
    store<u64>(bytes + at, load<u64>(bytes + at) ^ load<u64>(digestBytes + at));
  }
  // "Let rand = hash_BIP0340/nonce(t || bytes(P) || m)."
  fieldToBytes(bytes + 32, keyPoints + i * AFFINE);
  copy32(bytes + 64, request);
  taggedHash(digestBytes, NONCE, bytes, 96);
  // "Let k' = int(rand) mod n. Fail if k' = 0." No rand is known for which it is.
  scalar.fromBytes(r, digestBytes);
}

function finishSchnorr(signature: usize, request: usize, i: usize): void {
  fieldToBytes(signature, points + i * AFFINE);
  // "Let e = int(hash_BIP0340/challenge(bytes(R) || bytes(P) || m)) mod n."
  copy32(bytes, signature);
  fieldToBytes(bytes + 32, keyPoints + i * AFFINE);
  copy32(bytes + 64, request);
  taggedHash(digestBytes, CHALLENGE, bytes, 96);
  scalar.fromBytes(number, digestBytes);
  // "Let sig = bytes(R) || bytes((k + ed) mod n)."
  scalar.mul(number, number, keys + i * SCALAR);
  scalar.add(number, number, nonces + i * SCALAR);
  scalar.toBytes(signature + 32, number);
  fieldToBytes(signature + 64, points + i * AFFINE + FIELD);
  fieldToBytes(signature + 96, keyPoints + i * AFFINE + FIELD);
}

/**
 * Writes public keys (x and y, 64 bytes each) of private keys of 32 bytes each, from 1 to n - 1.
 */
export function publicKeys(out: usize, privateKeys: usize, count: usize): void {
  for (let i: usize = 0; i < count; i++) scalar.fromBytes(keys + i * SCALAR, privateKeys + 32 * i);
  multiplyGenerator(points, keys, count);
  for (let i: usize = 0; i < 2 * count; i++) fieldToBytes(out + 32 * i, points + i * FIELD);
  wipe(count);
}

/** Wipes all secrets. */
function wipe(count: usize): void {
  memory.fill(keys, 0, count * SCALAR);
  memory.fill(digests, 0, count * SCALAR);
  memory.fill(nonces, 0, count * SCALAR);
  memory.fill(tried, 0, count * SCALAR);
  memory.fill(products, 0, count * SCALAR);
  memory.fill(points, 0, count * AFFINE);
  memory.fill(keyPoints, 0, count * AFFINE);
  memory.fill(nonceY, 0, count * FIELD);
  memory.fill(bytes, 0, 96);
  memory.fill(digestBytes, 0, 32);
  memory.fill(number, 0, SCALAR);
  memory.fill(numberR, 0, SCALAR);
  wipeNonces();
  wipeTagged();
}
