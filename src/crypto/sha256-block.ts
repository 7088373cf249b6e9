/** FIPS 180-4, 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const ROUND_CONSTANTS = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));

/** FIPS 180-4, 5.3.3: the same of the square roots of the first eight. */
export const INITIAL_STATE: Int32Array = Int32Array.from(primes(8), (prime) =>
  fraction(Math.sqrt(prime)),
);

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) {
    if (found.every((prime) => n % prime !== 0)) found.push(n);
  }
  return found;
}

/** A double has 53 bits, of which the roots' whole parts need at most five. */
function fraction(root: number): number {
  return Math.floor((root % 1) * 2 ** 32) | 0;
}

const workSpace = new Int32Array(64);

/**
 * SHA-256's compression (FIPS 180-4, 6.2.2) of the 64 bytes from `at` on, for code that hashes so much that objects and
 * copies would cost more than the hash.
 */
export function compressBlock(state: Int32Array, bytes: Uint8Array, at: number): void {
  const schedule = workSpace;
  const constants = ROUND_CONSTANTS;
  for (let t = 0; t < 16; t++) {
    const i = at + 4 * t;
    schedule[t] =
      ((bytes[i] ?? 0) << 24) |
      ((bytes[i + 1] ?? 0) << 16) |
      ((bytes[i + 2] ?? 0) << 8) |
      (bytes[i + 3] ?? 0);
  }
  for (let t = 16; t < 64; t++) {
    const w15 = schedule[t - 15] ?? 0;
    const w2 = schedule[t - 2] ?? 0;
    const s0 = ((w15 >>> 7) | (w15 << 25)) ^ ((w15 >>> 18) | (w15 << 14)) ^ (w15 >>> 3);
    const s1 = ((w2 >>> 17) | (w2 << 15)) ^ ((w2 >>> 19) | (w2 << 13)) ^ (w2 >>> 10);
    schedule[t] = (s1 + (schedule[t - 7] ?? 0) + s0 + (schedule[t - 16] ?? 0)) | 0;
  }
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let d = state[3] ?? 0;
  let e = state[4] ?? 0;
  let f = state[5] ?? 0;
  let g = state[6] ?? 0;
  let h = state[7] ?? 0;
  for (let t = 0; t < 64; t++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = h + s1 + ((e & f) ^ (~e & g)) + (constants[t] ?? 0) + (schedule[t] ?? 0);
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] = (state[0] ?? 0) + a;
  state[1] = (state[1] ?? 0) + b;
  state[2] = (state[2] ?? 0) + c;
  state[3] = (state[3] ?? 0) + d;
  state[4] = (state[4] ?? 0) + e;
  state[5] = (state[5] ?? 0) + f;
  state[6] = (state[6] ?? 0) + g;
  state[7] = (state[7] ?? 0) + h;
}

/**
 * The end of a hash of `length` bytes, whose last, incomplete block is the first `length` modulo 64 bytes of `block`
 * (FIPS 180-4, 5.1.1: a bit 1, zeros, and the length in bits). Overwrites the block.
 */
export function compressLast(state: Int32Array, block: Uint8Array, length: number): void {
  const filled = length % 64;
  block[filled] = 0x80;
  block.fill(0, filled + 1);
  if (filled >= 56) {
    compressBlock(state, block, 0);
    block.fill(0);
  }
  let bits = length * 8;
  for (let i = 63; i >= 56; i--) {
    block[i] = bits % 256;
    bits = Math.floor(bits / 256);
  }
  compressBlock(state, block, 0);
  block.fill(0);
}

/** The state's words, big-endian. */
export function writeState(state: Int32Array, out: Uint8Array): void {
  for (let i = 0; i < 8; i++) {
    const word = state[i] ?? 0;
    out[4 * i] = word >>> 24;
    out[4 * i + 1] = word >>> 16;
    out[4 * i + 2] = word >>> 8;
    out[4 * i + 3] = word;
  }
}
