// SHA-256 of four messages at once, each in a lane of 32 bits, as fast as one. Takes the same time
// for all contents.

import { INITIAL, K } from './sha256.ts';

/** Bytes of the words at the same position in the four states. */
export const WORDS: usize = 16;
/** Bytes of four states, or of half a block of each. */
export const STATES: usize = 8 * WORDS;

const schedule = memory.data(64 * 16);

export function word(at: usize, i: usize): v128 {
  return v128.load(at + WORDS * i);
}

export function put(at: usize, i: usize, words: v128): void {
  v128.store(at + WORDS * i, words);
}

export function copyStates(r: usize, a: usize): void {
  for (let i: usize = 0; i < 8; i++) put(r, i, word(a, i));
}

export function startLanes(states: usize): void {
  for (let i: usize = 0; i < 8; i++) put(states, i, v128.load32_splat(INITIAL + 4 * i));
}

function rotate(x: v128, by: i32): v128 {
  return v128.or(i32x4.shr_u(x, by), i32x4.shl(x, 32 - by));
}

function both(x: v128, y: v128, z: v128): v128 {
  return v128.xor(v128.xor(x, y), z);
}

/** Returns a word from the 16th on. `at` is the word 16 places earlier. */
function extend(at: usize): v128 {
  const w15 = v128.load(at, 16);
  const w2 = v128.load(at, 224);
  const s0 = both(rotate(w15, 7), rotate(w15, 18), i32x4.shr_u(w15, 3));
  const s1 = both(rotate(w2, 17), rotate(w2, 19), i32x4.shr_u(w2, 10));
  return i32x4.add(i32x4.add(v128.load(at), s0), i32x4.add(v128.load(at, 144), s1));
}

function first(e: v128, f: v128, g: v128, i: usize): v128 {
  const sum = both(rotate(e, 6), rotate(e, 11), rotate(e, 25));
  const key = i32x4.add(v128.load32_splat(K + i), v128.load(schedule + 4 * i));
  return i32x4.add(i32x4.add(sum, v128.bitselect(f, g, e)), key);
}

function second(a: v128, b: v128, c: v128): v128 {
  const sum = both(rotate(a, 2), rotate(a, 13), rotate(a, 22));
  return i32x4.add(sum, v128.bitselect(c, a, v128.xor(a, b)));
}

/** Hashes a block of each lane: the first half of its words, and the second. */
export function compressLanes(states: usize, firstHalf: usize, secondHalf: usize): void {
  copyStates(schedule, firstHalf);
  copyStates(schedule + STATES, secondHalf);
  extendSchedule();
  roundsOfLanes(states);
}

/** Sets the schedule of `roundsOfLanes` for a block of 64 bytes that all four lanes share. */
export function setSchedule(block: usize): void {
  for (let i: usize = 0; i < 16; i++) {
    put(schedule, i, i32x4.splat(bswap<u32>(load<u32>(block + 4 * i))));
  }
  extendSchedule();
}

function extendSchedule(): void {
  for (let i: usize = 16; i < 64; i++) put(schedule, i, extend(schedule + WORDS * (i - 16)));
}

/** Hashes the block of the schedule. */
export function roundsOfLanes(states: usize): void {
  let a = word(states, 0);
  let b = word(states, 1);
  let c = word(states, 2);
  let d = word(states, 3);
  let e = word(states, 4);
  let f = word(states, 5);
  let g = word(states, 6);
  let h = word(states, 7);
  // After eight rounds every letter has its place again, so nothing needs to be moved.
  for (let i: usize = 0; i < 256; i += 32) {
    h = i32x4.add(h, first(e, f, g, i));
    d = i32x4.add(d, h);
    h = i32x4.add(h, second(a, b, c));
    g = i32x4.add(g, first(d, e, f, i + 4));
    c = i32x4.add(c, g);
    g = i32x4.add(g, second(h, a, b));
    f = i32x4.add(f, first(c, d, e, i + 8));
    b = i32x4.add(b, f);
    f = i32x4.add(f, second(g, h, a));
    e = i32x4.add(e, first(b, c, d, i + 12));
    a = i32x4.add(a, e);
    e = i32x4.add(e, second(f, g, h));
    d = i32x4.add(d, first(a, b, c, i + 16));
    h = i32x4.add(h, d);
    d = i32x4.add(d, second(e, f, g));
    c = i32x4.add(c, first(h, a, b, i + 20));
    g = i32x4.add(g, c);
    c = i32x4.add(c, second(d, e, f));
    b = i32x4.add(b, first(g, h, a, i + 24));
    f = i32x4.add(f, b);
    b = i32x4.add(b, second(c, d, e));
    a = i32x4.add(a, first(f, g, h, i + 28));
    e = i32x4.add(e, a);
    a = i32x4.add(a, second(b, c, d));
  }
  put(states, 0, i32x4.add(word(states, 0), a));
  put(states, 1, i32x4.add(word(states, 1), b));
  put(states, 2, i32x4.add(word(states, 2), c));
  put(states, 3, i32x4.add(word(states, 3), d));
  put(states, 4, i32x4.add(word(states, 4), e));
  put(states, 5, i32x4.add(word(states, 5), f));
  put(states, 6, i32x4.add(word(states, 6), g));
  put(states, 7, i32x4.add(word(states, 7), h));
}

/** Wipes the hashed data. */
export function wipe(): void {
  memory.fill(schedule, 0, 64 * WORDS);
}
