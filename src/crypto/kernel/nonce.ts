// Nonces of RFC 6979 with SHA-256, four at a time. Each has a lane: one of the four 32-bit words of
// a vector.

import { clear32 } from './memory.ts';
import {
  compressLanes,
  copyStates,
  put,
  STATES,
  startLanes,
  WORDS,
  wipe as wipeHash,
  word,
} from './sha256-lanes.ts';

/** Number of nonces computed at a time. */
export const LANES: usize = 4;

const key = memory.data(8 * 16);
const v = memory.data(8 * 16);
const inner = memory.data(8 * 16);
const outer = memory.data(8 * 16);
const firstInner = memory.data(8 * 16);
const firstOuter = memory.data(8 * 16);
const state = memory.data(8 * 16);
const masked = memory.data(8 * 16);
const mask = memory.data(8 * 16);
/**
 * Padding after 32 bytes, and after 32 bytes and a zero, that follow a block and end the message.
 */
const behind32 = memory.data(8 * 16);
const behind33 = memory.data(8 * 16);
let isReady = false;

/**
 * A byte, the private key, the digest, a counter in 32 bytes unless it is 0, and the padding. This
 * text follows V in the messages of steps d and f (section 3.6). First for one lane, then for all
 * lanes.
 */
const text = memory.data(160);
const texts = memory.data(40 * 16);
/** Number of blocks of these texts. */
let blocks: usize = 0;

function prepare(): void {
  if (isReady) return;
  isReady = true;
  memory.fill(key, 0, STATES);
  setKey();
  copyStates(firstInner, inner);
  copyStates(firstOuter, outer);
  put(behind32, 0, i32x4.splat(<i32>0x80000000));
  put(behind32, 7, i32x4.splat(8 * (64 + 32)));
  put(behind33, 0, i32x4.splat(0x00800000));
  put(behind33, 7, i32x4.splat(8 * (64 + 33)));
}

function setKey(): void {
  setPad(inner, i32x4.splat(0x36363636));
  setPad(outer, i32x4.splat(0x5c5c5c5c));
}

function setPad(out: usize, bytes: v128): void {
  for (let i: usize = 0; i < 8; i++) {
    put(masked, i, v128.xor(word(key, i), bytes));
    put(mask, i, bytes);
  }
  startLanes(out);
  compressLanes(out, masked, mask);
}

/** Finishes the HMAC-SHA256 whose inner hash is in `state`. */
function finishHmac(out: usize): void {
  copyStates(out, outer);
  compressLanes(out, state, behind32);
}

/** K = HMAC_K(V || the text after it), V = HMAC_K(V). */
function update(behind: usize, more: usize): void {
  copyStates(state, inner);
  compressLanes(state, v, behind);
  for (let i: usize = 0; i < more; i++) {
    const block = texts + STATES * (2 * i + 1);
    compressLanes(state, block, block + STATES);
  }
  finishHmac(key);
  setKey();
  nextV();
}

/** V = HMAC_K(V). */
function nextV(): void {
  copyStates(state, inner);
  compressLanes(state, v, behind32);
  finishHmac(v);
}

/**
 * Sets a lane's input: private key and digest, 32 bytes each, the digest reduced modulo n. A
 * non-zero `counter` is hashed as 32 bytes, little-endian, and is the same in all lanes.
 */
export function setLane(lane: usize, privateKey: usize, digest: usize, counter: u32): void {
  for (let at: usize = 0; at < 160; at += 32) clear32(text + at);
  v128.store(text, v128.load(privateKey), 1);
  v128.store(text, v128.load(privateKey, 16), 17);
  v128.store(text, v128.load(digest), 33);
  v128.store(text, v128.load(digest, 16), 49);
  store<u32>(text, counter, 65);
  const length: usize = counter === 0 ? 65 : 97;
  blocks = counter === 0 ? 1 : 2;
  store<u8>(text + length, 0x80);
  store<u32>(text + 64 * blocks + 28, bswap<u32>(8 * <u32>(64 + 32 + length)));
  for (let i: usize = 0; i < 40; i++) {
    store<u32>(texts + WORDS * i + 4 * lane, bswap<u32>(load<u32>(text + 4 * i)));
  }
}

/** Computes candidate number `attempt` (from 0) in all lanes. */
export function drawNonces(attempt: u32): void {
  prepare();
  // b. "Set: V = 0x01 0x01 0x01 ... 0x01", c. "Set: K = 0x00 0x00 0x00 ... 0x00"
  for (let i: usize = 0; i < 8; i++) put(v, i, i8x16.splat(1));
  copyStates(inner, firstInner);
  copyStates(outer, firstOuter);
  // d. "K = HMAC_K(V || 0x00 || int2octets(x) || bits2octets(h1))", e. "V = HMAC_K(V)"
  setSeparator(0);
  update(texts, blocks);
  // f. "K = HMAC_K(V || 0x01 || int2octets(x) || bits2octets(h1))", g. "V = HMAC_K(V)"
  setSeparator(0x01000000);
  update(texts, blocks);
  // h.2. "V = HMAC_K(V)"
  nextV();
  // h.3. "K = HMAC_K(V || 0x00), V = HMAC_K(V), and loop"
  for (let i: u32 = 0; i < attempt; i++) {
    update(behind33, 0);
    nextV();
  }
}

function setSeparator(byte: i32): void {
  const rest = v128.and(word(texts, 0), i32x4.splat(0x00ffffff));
  put(texts, 0, v128.or(rest, i32x4.splat(byte)));
}

/** Writes the 32 bytes of a lane's candidate. */
export function readLane(out: usize, lane: usize): void {
  for (let i: usize = 0; i < 8; i++) {
    store<u32>(out + 4 * i, bswap<u32>(load<u32>(v + WORDS * i + 4 * lane)));
  }
}

/** Wipes the data that nonces were derived from. */
export function wipe(): void {
  memory.fill(key, 0, STATES);
  memory.fill(v, 0, STATES);
  memory.fill(inner, 0, STATES);
  memory.fill(outer, 0, STATES);
  memory.fill(state, 0, STATES);
  memory.fill(masked, 0, STATES);
  memory.fill(text, 0, 160);
  memory.fill(texts, 0, 40 * WORDS);
  wipeHash();
}
