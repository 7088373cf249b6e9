import { hmac } from '@noble/hashes/hmac.js';
import {
  md5 as nobleMd5,
  ripemd160 as nobleRipemd160,
  sha1 as nobleSha1,
} from '@noble/hashes/legacy.js';
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { scrypt as nobleScrypt, scryptAsync } from '@noble/hashes/scrypt.js';
import {
  sha256 as nobleSha256,
  sha384 as nobleSha384,
  sha512 as nobleSha512,
} from '@noble/hashes/sha2.js';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { compressBlock, compressLast, INITIAL_STATE, writeState } from './sha256-block.ts';

export function sha256(data: Bytes): Bytes {
  state.set(INITIAL_STATE);
  const whole = data.length - (data.length % 64);
  for (let at = 0; at < whole; at += 64) compressBlock(state, data, at);
  for (let at = whole; at < data.length; at++) lastBlock[at - whole] = data[at] ?? 0;
  compressLast(state, lastBlock, data.length);
  const bytes = stateBytes(state);
  // The state may be a hash of secrets.
  state.fill(0);
  return bytes;
}

/** Shared by all hashes, because allocating it would cost about as much as a short hash. */
const state = new Int32Array(8);

function stateBytes(state: Int32Array): Bytes {
  const bytes = new Uint8Array(32);
  writeState(state, bytes);
  return bytes;
}

/** The last block, which is zero between two hashes. */
const lastBlock = new Uint8Array(64);

export const sha512 = (data: Bytes): Bytes => nobleSha512(data);
export const sha384 = (data: Bytes): Bytes => nobleSha384(data);
export const sha1 = (data: Bytes): Bytes => nobleSha1(data);
export const md5 = (data: Bytes): Bytes => nobleMd5(data);
export const ripemd160 = (data: Bytes): Bytes => nobleRipemd160(data);
/** SHA-256 twice, for transaction ids, block hashes, legacy and segwit v0 digests. */
export const hash256 = (data: Bytes): Bytes => sha256(sha256(data));
/** RIPEMD-160 of SHA-256, for hashes of public keys and scripts. */
export const hash160 = (data: Bytes): Bytes => nobleRipemd160(sha256(data));
export const hmacSha512 = (key: Bytes, data: Bytes): Bytes => hmac(nobleSha512, key, data);

/** HMAC (RFC 2104) with our SHA-256, so that small bundles need no second one. */
export function hmacSha256(key: Bytes, data: Bytes): Bytes {
  const inner = new Uint8Array(64 + data.length).fill(0x36, 0, 64);
  const outer = new Uint8Array(96).fill(0x5c, 0, 64);
  for (const [i, byte] of (key.length > 64 ? sha256(key) : key).entries()) {
    inner[i] = byte ^ 0x36;
    outer[i] = byte ^ 0x5c;
  }
  inner.set(data, 64);
  outer.set(sha256(inner), 64);
  const mac = sha256(outer);
  inner.fill(0);
  outer.fill(0);
  return mac;
}

/** PBKDF2 (RFC 8018) with HMAC-SHA512, 64 bytes. */
export const pbkdf2HmacSha512 = (password: Bytes, salt: Bytes, rounds: number): Bytes =>
  pbkdf2(nobleSha512, password, salt, { c: rounds, dkLen: 64 });

/** PBKDF2 (RFC 8018) with HMAC-SHA256. */
export const pbkdf2HmacSha256 = (
  password: Bytes,
  salt: Bytes,
  rounds: number,
  length: number,
): Bytes => pbkdf2(nobleSha256, password, salt, { c: rounds, dkLen: length });

/** PBKDF2 (RFC 8018) with HMAC-SHA1, 32 bytes. */
export const pbkdf2HmacSha1 = (password: Bytes, salt: Bytes, rounds: number): Bytes =>
  pbkdf2(nobleSha1, password, salt, { c: rounds, dkLen: 32 });

/** A SHA-256 in progress. `clone` continues from the same midstate any number of times. */
export type Sha256 = {
  /** Adds bytes and returns this object. */
  update(data: Bytes): Sha256;
  /** Returns a copy with the same state; both continue separately. */
  clone(): Sha256;
  /** Returns the digest; the state cannot be used afterwards. */
  digest(): Bytes;
};

/** Starts a SHA-256: `createSha256`, or a faster function of the platform. */
export type StartSha256 = () => Sha256;

export function createSha256(): Sha256 {
  return sha256From(INITIAL_STATE, new Uint8Array(64), 0);
}

/**
 * Continues from the state after the complete blocks of `length` bytes; `block` contains the
 * remainder.
 */
function sha256From(start: Int32Array, rest: Bytes, soFar: number): Sha256 {
  const state = start.slice();
  const block = rest.slice();
  let length = soFar;
  const self: Sha256 = {
    update(data) {
      const filled = length % 64;
      length += data.length;
      if (filled + data.length < 64) {
        block.set(data, filled);
        return self;
      }
      let at = 0;
      if (filled > 0) {
        at = 64 - filled;
        block.set(data.subarray(0, at), filled);
        compressBlock(state, block, 0);
      }
      for (; at + 64 <= data.length; at += 64) compressBlock(state, data, at);
      block.set(data.subarray(at));
      return self;
    },
    clone: () => sha256From(state, block, length),
    digest() {
      compressLast(state, block, length);
      const bytes = stateBytes(state);
      // The state may be a nonce.
      state.fill(0);
      return bytes;
    },
  };
  return self;
}

/**
 * Returns a SHA-256 that has processed BIP340's prefix of a tag, SHA256(tag) twice. Clone it for
 * each hash.
 */
export function createTaggedSha256(tag: string): Sha256 {
  const tagHash = sha256(encodeUtf8(tag));
  return createSha256().update(tagHash).update(tagHash);
}

/**
 * Returns the tagged hash function hash_tag(x) = SHA256(SHA256(tag) || SHA256(tag) || x) (BIP340).
 * The midstate after the tag is computed on first use.
 */
export function taggedHash(tag: string): (...parts: readonly Bytes[]) => Bytes {
  let midstate: Sha256 | undefined;
  return (...parts) => {
    midstate ??= createTaggedSha256(tag);
    const state = midstate.clone();
    for (const part of parts) state.update(part);
    return state.digest();
  };
}

type ScryptCosts = { readonly n: number; readonly r: number; readonly p: number };

const scryptOptions = ({ n, r, p }: ScryptCosts) => ({
  N: n,
  r,
  p,
  dkLen: 32,
  maxmem: 128 * r * (n + p) + 1024,
});

/** Computes scrypt (RFC 7914). `n`, `r` and `p` are the cost: 128 * n * r bytes of memory. */
export const scrypt = (password: Bytes, salt: Bytes, cost: ScryptCosts, length = 32): Bytes =>
  nobleScrypt(password, salt, { ...scryptOptions(cost), dkLen: length });

/** Computes `scrypt`, and lets other work run if this runtime has timers. */
export async function scryptInTurns(
  password: Bytes,
  salt: Bytes,
  cost: ScryptCosts,
  { length = 32, onShare }: ScryptTurns = {},
): Promise<Bytes> {
  if (typeof setTimeout !== 'function') return scrypt(password, salt, cost, length);
  return scryptAsync(password, salt, {
    ...scryptOptions(cost),
    dkLen: length,
    asyncTick: 10,
    ...(onShare && { onProgress: onShare }),
  });
}

type ScryptTurns = {
  readonly length?: number;
  /** Called with the part that is done, from 0 to 1. It may throw to end the work. */
  readonly onShare?: (share: number) => void;
};

declare const setTimeout: unknown;
