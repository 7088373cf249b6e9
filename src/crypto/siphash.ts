import { type Bytes, wordAt } from '../encoding/bytes.ts';

/** The two halves of a 64-bit number, each unsigned. */
export type Word64 = { high: number; low: number };

/** A key of SipHash as the words for its rounds. */
export type SipKey = Int32Array;

/** Reads a key of 16 bytes. */
export function sipKey(key: Bytes): SipKey {
  return Int32Array.from([0, 4, 8, 12], (at) => wordAt(key, at));
}

/** The four words of the state in halves: v0 low, v0 high, v1 low and so on. */
const state = new Int32Array(8);

/** Writes SipHash-2-4 (Aumasson and Bernstein 2012) to `result`. */
export function sipHash(key: SipKey, data: Bytes, result: Word64): void {
  const k0 = key[0] ?? 0;
  const k0High = key[1] ?? 0;
  const k1 = key[2] ?? 0;
  const k1High = key[3] ?? 0;
  state[0] = k0 ^ 0x70736575;
  state[1] = k0High ^ 0x736f6d65;
  state[2] = k1 ^ 0x6e646f6d;
  state[3] = k1High ^ 0x646f7261;
  state[4] = k0 ^ 0x6e657261;
  state[5] = k0High ^ 0x6c796765;
  state[6] = k1 ^ 0x79746573;
  state[7] = k1High ^ 0x74656462;
  const { length } = data;
  const whole = length - (length % 8);
  for (let at = 0; at < whole; at += 8) {
    absorb(wordAt(data, at), wordAt(data, at + 4));
  }
  // "b mod 256" in the last byte of the last word
  absorb(wordAt(data, whole), wordAt(data, whole + 4) | (length << 24));
  state[4] = (state[4] ?? 0) ^ 0xff;
  rounds(4);
  result.low = ((state[0] ?? 0) ^ (state[2] ?? 0) ^ (state[4] ?? 0) ^ (state[6] ?? 0)) >>> 0;
  result.high = ((state[1] ?? 0) ^ (state[3] ?? 0) ^ (state[5] ?? 0) ^ (state[7] ?? 0)) >>> 0;
}

function absorb(low: number, high: number): void {
  state[6] = (state[6] ?? 0) ^ low;
  state[7] = (state[7] ?? 0) ^ high;
  rounds(2);
  state[0] = (state[0] ?? 0) ^ low;
  state[1] = (state[1] ?? 0) ^ high;
}

/** Returns the carry of a sum of two 32-bit numbers. */
function carry(sum: number, part: number): number {
  return sum >>> 0 < part >>> 0 ? 1 : 0;
}

function rounds(count: number): void {
  let v0 = state[0] ?? 0;
  let v0h = state[1] ?? 0;
  let v1 = state[2] ?? 0;
  let v1h = state[3] ?? 0;
  let v2 = state[4] ?? 0;
  let v2h = state[5] ?? 0;
  let v3 = state[6] ?? 0;
  let v3h = state[7] ?? 0;
  let swap: number;
  for (let i = 0; i < count; i++) {
    // v0 += v1; v1 <<<= 13; v1 ^= v0; v0 <<<= 32
    v0 = (v0 + v1) | 0;
    v0h = (v0h + v1h + carry(v0, v1)) | 0;
    swap = (v1 << 13) | (v1h >>> 19);
    v1h = (v1h << 13) | (v1 >>> 19);
    v1 = swap ^ v0;
    v1h ^= v0h;
    swap = v0;
    v0 = v0h;
    v0h = swap;
    // v2 += v3; v3 <<<= 16; v3 ^= v2
    v2 = (v2 + v3) | 0;
    v2h = (v2h + v3h + carry(v2, v3)) | 0;
    swap = (v3 << 16) | (v3h >>> 16);
    v3h = (v3h << 16) | (v3 >>> 16);
    v3 = swap ^ v2;
    v3h ^= v2h;
    // v0 += v3; v3 <<<= 21; v3 ^= v0
    v0 = (v0 + v3) | 0;
    v0h = (v0h + v3h + carry(v0, v3)) | 0;
    swap = (v3 << 21) | (v3h >>> 11);
    v3h = (v3h << 21) | (v3 >>> 11);
    v3 = swap ^ v0;
    v3h ^= v0h;
    // v2 += v1; v1 <<<= 17; v1 ^= v2; v2 <<<= 32
    v2 = (v2 + v1) | 0;
    v2h = (v2h + v1h + carry(v2, v1)) | 0;
    swap = (v1 << 17) | (v1h >>> 15);
    v1h = (v1h << 17) | (v1 >>> 15);
    v1 = swap ^ v2;
    v1h ^= v2h;
    swap = v2;
    v2 = v2h;
    v2h = swap;
  }
  state[0] = v0;
  state[1] = v0h;
  state[2] = v1;
  state[3] = v1h;
  state[4] = v2;
  state[5] = v2h;
  state[6] = v3;
  state[7] = v3h;
}
