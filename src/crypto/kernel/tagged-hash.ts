// The tagged hashes of BIP340.

import { clear32, copy32 } from './memory.ts';
import { compress, finish, STATE, start, wipe as wipeHash } from './sha256.ts';

/** States after the block SHA256(tag) || SHA256(tag), from which tagged hashes continue. */
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
const state = memory.data(32);
const block = memory.data(64);
let isReady = false;

/** hash_tag(message) of BIP340. */
export function taggedHash(out: usize, tag: usize, text: usize, length: usize): void {
  if (!isReady) {
    isReady = true;
    startTag(states, AUX, 11);
    startTag(states + STATE, NONCE, 13);
    startTag(states + 2 * STATE, CHALLENGE, 17);
  }
  copy32(state, states + (tag === AUX ? 0 : tag === NONCE ? STATE : 2 * STATE));
  finish(state, 64, text, length, out);
}

function startTag(out: usize, tag: usize, length: usize): void {
  start(state);
  finish(state, 0, tag, length, block);
  copy32(block + 32, block);
  start(out);
  compress(out, block);
}

/** Wipes the hashed data. */
export function wipe(): void {
  clear32(state);
  wipeHash();
}
