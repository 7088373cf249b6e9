// SHA-256 (FIPS 180-4), block by block. Takes the same time for all contents.

import { copy32 } from './memory.ts';

export const K = memory.data<u32>([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);
export const INITIAL = memory.data<u32>([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);

/** Bytes of a state. */
export const STATE: usize = 32;
const BLOCK: usize = 64;

const schedule = memory.data(64 * 4);

export function start(state: usize): void {
  copy32(state, INITIAL);
}

function first(e: u32, f: u32, g: u32, i: usize): u32 {
  const sum = rotr<u32>(e, 6) ^ rotr<u32>(e, 11) ^ rotr<u32>(e, 25);
  return sum + (g ^ (e & (f ^ g))) + load<u32>(K + i) + load<u32>(schedule + i);
}

function second(a: u32, b: u32, c: u32): u32 {
  const sum = rotr<u32>(a, 2) ^ rotr<u32>(a, 13) ^ rotr<u32>(a, 22);
  return sum + ((a & b) | (c & (a | b)));
}

/** Hashes a block of 64 bytes. */
export function compress(state: usize, block: usize): void {
  for (let i: usize = 0; i < 64; i += 4) store<u32>(schedule + i, bswap<u32>(load<u32>(block + i)));
  for (let i: usize = 64; i < 256; i += 4) {
    const at = schedule + i;
    const w15 = load<u32>(at - 60);
    const w2 = load<u32>(at - 8);
    const s0 = rotr<u32>(w15, 7) ^ rotr<u32>(w15, 18) ^ (w15 >> 3);
    const s1 = rotr<u32>(w2, 17) ^ rotr<u32>(w2, 19) ^ (w2 >> 10);
    store<u32>(at, load<u32>(at - 64) + s0 + load<u32>(at - 28) + s1);
  }
  let a = load<u32>(state);
  let b = load<u32>(state, 4);
  let c = load<u32>(state, 8);
  let d = load<u32>(state, 12);
  let e = load<u32>(state, 16);
  let f = load<u32>(state, 20);
  let g = load<u32>(state, 24);
  let h = load<u32>(state, 28);
  // After eight rounds every letter has its place again, so nothing needs to be moved.
  for (let i: usize = 0; i < 256; i += 32) {
    h += first(e, f, g, i);
    d += h;
    h += second(a, b, c);
    g += first(d, e, f, i + 4);
    c += g;
    g += second(h, a, b);
    f += first(c, d, e, i + 8);
    b += f;
    f += second(g, h, a);
    e += first(b, c, d, i + 12);
    a += e;
    e += second(f, g, h);
    d += first(a, b, c, i + 16);
    h += d;
    d += second(e, f, g);
    c += first(h, a, b, i + 20);
    g += c;
    c += second(d, e, f);
    b += first(g, h, a, i + 24);
    f += b;
    b += second(c, d, e);
    a += first(f, g, h, i + 28);
    e += a;
    a += second(b, c, d);
  }
  store<u32>(state, load<u32>(state) + a);
  store<u32>(state, load<u32>(state, 4) + b, 4);
  store<u32>(state, load<u32>(state, 8) + c, 8);
  store<u32>(state, load<u32>(state, 12) + d, 12);
  store<u32>(state, load<u32>(state, 16) + e, 16);
  store<u32>(state, load<u32>(state, 20) + f, 20);
  store<u32>(state, load<u32>(state, 24) + g, 24);
  store<u32>(state, load<u32>(state, 28) + h, 28);
}

const last = memory.data(128);

/**
 * Finishes a hash: the state has hashed `before` bytes in complete blocks, and `length` more
 * follow. The state cannot be used afterwards.
 */
export function finish(
  state: usize,
  before: usize,
  message: usize,
  length: usize,
  out: usize,
): void {
  let at: usize = 0;
  for (; at + BLOCK <= length; at += BLOCK) compress(state, message + at);
  const rest = length - at;
  const blocks = rest + 9 <= BLOCK ? BLOCK : 2 * BLOCK;
  memory.fill(last, 0, blocks);
  memory.copy(last, message + at, rest);
  store<u8>(last + rest, 0x80);
  store<u64>(last + blocks - 8, bswap<u64>((<u64>(before + length)) << 3));
  compress(state, last);
  if (blocks > BLOCK) compress(state, last + BLOCK);
  for (let i: usize = 0; i < STATE; i += 4) store<u32>(out + i, bswap<u32>(load<u32>(state + i)));
}

/** Wipes the hashed data. */
export function wipe(): void {
  memory.fill(schedule, 0, 256);
  memory.fill(last, 0, 128);
}
