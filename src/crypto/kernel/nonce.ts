// Nonces of RFC 6979 with SHA-256, and the tagged hashes of BIP340.

import { compress, finish, STATE, start, wipe as wipeHash } from './sha256.ts';

const inner = memory.data(32);
const outer = memory.data(32);
const state = memory.data(32);
const block = memory.data(64);
const key = memory.data(32);
/**
 * V, a byte, the private key, the digest, and more (section 3.6): what HMAC is asked for in steps d
 * to h.
 */
const message = memory.data(32 + 1 + 32 + 32 + 32);
const v = message;

function setKey(): void {
  pad(inner, 0x36);
  pad(outer, 0x5c);
}

function pad(out: usize, byte: u8): void {
  for (let i: usize = 0; i < 32; i++) store<u8>(block + i, load<u8>(key + i) ^ byte);
  memory.fill(block + 32, byte, 32);
  start(out);
  compress(out, block);
}

/** HMAC-SHA256 of the first `length` bytes of the message. */
function hmac(length: usize, out: usize): void {
  memory.copy(state, inner, STATE);
  finish(state, 64, message, length, out);
  memory.copy(state, outer, STATE);
  finish(state, 64, out, 32, out);
}

function update(separator: u8, length: usize): void {
  store<u8>(message + 32, separator);
  hmac(length, key);
  setKey();
  hmac(32, v);
}

/**
 * 32 bytes: candidate number `attempt` (from 0) for this private key and digest, 32 bytes each, the
 * digest reduced modulo n. A `counter` that is not 0 is hashed in as 32 bytes, little-endian.
 */
export function nonce6979(
  out: usize,
  privateKey: usize,
  digest: usize,
  counter: u32,
  attempt: u32,
): void {
  // b. "Set: V = 0x01 0x01 0x01 ... 0x01", c. "Set: K = 0x00 0x00 0x00 ... 0x00"
  memory.fill(v, 1, 32);
  memory.fill(key, 0, 32);
  memory.copy(message + 33, privateKey, 32);
  memory.copy(message + 65, digest, 32);
  memory.fill(message + 97, 0, 32);
  store<u32>(message + 97, counter);
  const length: usize = counter === 0 ? 97 : 129;
  setKey();
  // d. "K = HMAC_K(V || 0x00 || int2octets(x) || bits2octets(h1))", e. "V = HMAC_K(V)"
  update(0, length);
  // f. "K = HMAC_K(V || 0x01 || int2octets(x) || bits2octets(h1))", g. "V = HMAC_K(V)"
  update(1, length);
  // h.2. "V = HMAC_K(V)"
  hmac(32, v);
  // h.3. "K = HMAC_K(V || 0x00), V = HMAC_K(V), and loop"
  for (let i: u32 = 0; i < attempt; i++) {
    update(0, 33);
    hmac(32, v);
  }
  memory.copy(out, v, 32);
}

/** Forgets what nonces were made of. */
export function wipe(): void {
  memory.fill(inner, 0, 32);
  memory.fill(outer, 0, 32);
  memory.fill(state, 0, 32);
  memory.fill(block, 0, 64);
  memory.fill(key, 0, 32);
  memory.fill(message, 0, 129);
  wipeHash();
}

/** Of SHA256(tag) || SHA256(tag), which is a block: where a tagged hash goes on. */
export const AUX = memory.data<u8>([
  0x42, 0x49, 0x50, 0x30, 0x33, 0x34, 0x30, 0x2f, 0x61, 0x75, 0x78,
]);
export const NONCE = memory.data<u8>([
  0x42, 0x49, 0x50, 0x30, 0x33, 0x34, 0x30, 0x2f, 0x6e, 0x6f, 0x6e, 0x63, 0x65,
]);
export const CHALLENGE = memory.data<u8>([
  0x42, 0x49, 0x50, 0x30, 0x33, 0x34, 0x30, 0x2f, 0x63, 0x68, 0x61, 0x6c, 0x6c, 0x65, 0x6e, 0x67,
  0x65,
]);
const states = memory.data(3 * 32);
let isReady = false;

/** hash_tag(message) of BIP340. */
export function taggedHash(out: usize, tag: usize, text: usize, length: usize): void {
  if (!isReady) {
    isReady = true;
    startTag(states, AUX, 11);
    startTag(states + STATE, NONCE, 13);
    startTag(states + 2 * STATE, CHALLENGE, 17);
  }
  memory.copy(state, states + (tag === AUX ? 0 : tag === NONCE ? STATE : 2 * STATE), STATE);
  finish(state, 64, text, length, out);
}

function startTag(out: usize, tag: usize, length: usize): void {
  start(state);
  finish(state, 0, tag, length, block);
  memory.copy(block + 32, block, 32);
  start(out);
  compress(out, block);
}
