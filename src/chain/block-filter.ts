import { type SipKey, sipHash, sipKey, type Word64 } from '../crypto/siphash.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { createReader } from '../encoding/reader.ts';
import { createWriter } from '../encoding/writer.ts';
import type { BlockHash } from './block.ts';
import { hashBytes } from './block-codec.ts';

/** Parameters of the basic filter (BIP158): "M = 784931, P = 19". */
const M = 784_931;
const P = 19;
const TWO_32 = 2 ** 32;

/**
 * Returns the key of a block's filter. "The parameter k MUST be set to the first 16 bytes of the
 * hash (in standard little-endian representation) of the block".
 */
export function filterKey(hash: BlockHash): Bytes {
  return hashBytes(hash).subarray(0, 16);
}

/** Encodes elements as a Golomb-coded set, as in the P2P network and the RPC. */
export function encodeFilter(elements: readonly Bytes[], key: Bytes): Bytes {
  const distinct = new Map(elements.map((element) => [encodeHex(element), element]));
  const writer = createWriter(16 + distinct.size * 3).compactSize(distinct.size);
  const values = hashToRange([...distinct.values()], sipKey(key), distinct.size * M);
  let [bits, count, last] = [0, 0, 0];
  const put = (bit: number) => {
    bits = (bits << 1) | bit;
    count += 1;
    if (count < 8) return;
    writer.u8(bits);
    [bits, count] = [0, 0];
  };
  for (const value of values) {
    const delta = value - last;
    last = value;
    // "golomb_encode": the quotient in unary, the remainder in P bits, the most significant first
    for (let q = Math.floor(delta / 2 ** P); q > 0; q--) put(1);
    put(0);
    for (let bit = P - 1; bit >= 0; bit--) put((delta >>> bit) & 1);
  }
  if (count > 0) writer.u8(bits << (8 - count));
  return writer.finish();
}

/**
 * Returns true if one of the scripts may be in the set (false positives: one in 784931). Returns
 * `undefined` for an invalid filter.
 */
export function filterMatchesAny(
  filter: Bytes,
  key: Bytes,
  scripts: readonly Bytes[],
): boolean | undefined {
  const set = openFilter(filter);
  if (set === undefined) return undefined;
  const wanted = hashToRange(scripts, sipKey(key), set.size * M);
  let at = 0;
  for (let i = 0; i < set.size && at < wanted.length; i++) {
    const value = set.next();
    if (value === undefined) return undefined;
    while ((wanted[at] ?? value) < value) at++;
    if (wanted[at] === value) return true;
  }
  return false;
}

/** Returns true if all of the scripts may be in the set. */
export function filterMatchesAll(
  filter: Bytes,
  key: Bytes,
  scripts: readonly Bytes[],
): boolean | undefined {
  const set = openFilter(filter);
  if (set === undefined) return undefined;
  const wanted = hashToRange(scripts, sipKey(key), set.size * M);
  let value: number | undefined = -1;
  let read = 0;
  for (const one of wanted) {
    for (; value !== undefined && value < one && read < set.size; read++) value = set.next();
    if (value === undefined) return undefined;
    if (value !== one) return false;
  }
  return true;
}

type OpenFilter = {
  readonly size: number;
  /** Returns the next value in order; `undefined` at the end of the bytes. */
  next(): number | undefined;
};

function openFilter(filter: Bytes): OpenFilter | undefined {
  const reader = createReader(filter);
  const size = reader.compactSize();
  if (reader.failed) return undefined;
  const end = filter.length * 8;
  let at = reader.position * 8;
  let value = 0;
  /**
   * Returns the 32 bits from a bit on, zeros after the end. Up to seven low bits may be missing.
   */
  const look = (bit: number): number => {
    const byte = bit >>> 3;
    const word =
      ((filter[byte] ?? 0) << 24) |
      ((filter[byte + 1] ?? 0) << 16) |
      ((filter[byte + 2] ?? 0) << 8) |
      (filter[byte + 3] ?? 0);
    return word << (bit & 7);
  };
  return {
    size,
    next() {
      let quotient = 0;
      for (;;) {
        const ones = Math.min(Math.clz32(~look(at)), 24);
        quotient += ones;
        at += ones;
        if (ones < 24) break;
        if (at >= end) return undefined;
      }
      const remainder = look(at + 1) >>> (32 - P);
      at += 1 + P;
      if (at > end) return undefined;
      value += quotient * 2 ** P + remainder;
      return value;
    },
  };
}

/**
 * Hashes items by "hash_to_range" and sorts them: SipHash times F, divided by 2^64. F is below
 * 2^46.
 */
function hashToRange(items: readonly Bytes[], key: SipKey, f: number): Float64Array {
  const high = Math.floor(f / TWO_32);
  const low = f >>> 0;
  const hash: Word64 = { high: 0, low: 0 };
  const product: Word64 = { high: 0, low: 0 };
  const values = new Float64Array(items.length);
  let i = 0;
  for (const item of items) {
    sipHash(key, item, hash);
    multiply(hash.low, low, product);
    const cross = hash.low * high + product.high;
    multiply(hash.high, low, product);
    const carried = Math.floor(((cross % TWO_32) + product.low) / TWO_32);
    values[i++] = hash.high * high + product.high + Math.floor(cross / TWO_32) + carried;
  }
  return values.sort();
}

/** Multiplies two unsigned 32-bit numbers. */
function multiply(a: number, b: number, product: Word64): void {
  const a1 = a >>> 16;
  const a0 = a & 0xffff;
  const b1 = b >>> 16;
  const b0 = b & 0xffff;
  const bottom = a0 * b0;
  const middle = a1 * b0 + a0 * b1 + Math.floor(bottom / 65_536);
  product.high = a1 * b1 + Math.floor(middle / 65_536);
  product.low = (middle % 65_536) * 65_536 + (bottom % 65_536);
}
