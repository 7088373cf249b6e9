/** The fractional parts of the square roots of the first eight primes (FIPS 180-4, 5.3.3). */
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

/**
 * Returns the first 32 bits of a root's fractional part. A double has 53 bits, of which the integer
 * part needs at most five.
 */
function fraction(root: number): number {
  return Math.floor((root % 1) * 2 ** 32) | 0;
}

/**
 * Compresses the 64 bytes from `at` on (SHA-256, FIPS 180-4, 6.2.2). For code that hashes so much
 * that objects and copies would cost more than the hash.
 */
export const compressBlock: Compress = createCompression();

type Compress = (state: Int32Array, bytes: Uint8Array, at: number) => void;

/**
 * Creates the compression. This outer function keeps the tables constants for the engine, even in a
 * bundle, which saves a tenth of its time.
 */
function createCompression(): Compress {
  /**
   * The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4,
   * 4.2.2).
   */
  const constants = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
  const schedule = new Int32Array(64);

  function compress(state: Int32Array, bytes: Uint8Array, at: number): void {
    for (let t = 0; t < 16; t++) {
      const i = at + 4 * t;
      const upper = ((bytes[i] ?? 0) << 24) | ((bytes[i + 1] ?? 0) << 16);
      schedule[t] = upper | ((bytes[i + 2] ?? 0) << 8) | (bytes[i + 3] ?? 0);
    }
    for (let t = 16; t < 64; t++) {
      const sum = small1(schedule[t - 2] ?? 0) + (schedule[t - 7] ?? 0);
      schedule[t] = (sum + small0(schedule[t - 15] ?? 0) + (schedule[t - 16] ?? 0)) | 0;
    }
    let a = state[0] ?? 0;
    let b = state[1] ?? 0;
    let c = state[2] ?? 0;
    let d = state[3] ?? 0;
    let e = state[4] ?? 0;
    let f = state[5] ?? 0;
    let g = state[6] ?? 0;
    let h = state[7] ?? 0;
    // After eight rounds every letter has its place again, so nothing needs to be moved.
    for (let t = 0; t < 64; t += 8) {
      h = (h + big1(e) + (g ^ (e & (f ^ g))) + (constants[t] ?? 0) + (schedule[t] ?? 0)) | 0;
      d = (d + h) | 0;
      h = (h + big0(a) + ((a & b) | (c & (a | b)))) | 0;
      g =
        (g + big1(d) + (f ^ (d & (e ^ f))) + (constants[t + 1] ?? 0) + (schedule[t + 1] ?? 0)) | 0;
      c = (c + g) | 0;
      g = (g + big0(h) + ((h & a) | (b & (h | a)))) | 0;
      f =
        (f + big1(c) + (e ^ (c & (d ^ e))) + (constants[t + 2] ?? 0) + (schedule[t + 2] ?? 0)) | 0;
      b = (b + f) | 0;
      f = (f + big0(g) + ((g & h) | (a & (g | h)))) | 0;
      e =
        (e + big1(b) + (d ^ (b & (c ^ d))) + (constants[t + 3] ?? 0) + (schedule[t + 3] ?? 0)) | 0;
      a = (a + e) | 0;
      e = (e + big0(f) + ((f & g) | (h & (f | g)))) | 0;
      d =
        (d + big1(a) + (c ^ (a & (b ^ c))) + (constants[t + 4] ?? 0) + (schedule[t + 4] ?? 0)) | 0;
      h = (h + d) | 0;
      d = (d + big0(e) + ((e & f) | (g & (e | f)))) | 0;
      c =
        (c + big1(h) + (b ^ (h & (a ^ b))) + (constants[t + 5] ?? 0) + (schedule[t + 5] ?? 0)) | 0;
      g = (g + c) | 0;
      c = (c + big0(d) + ((d & e) | (f & (d | e)))) | 0;
      b =
        (b + big1(g) + (a ^ (g & (h ^ a))) + (constants[t + 6] ?? 0) + (schedule[t + 6] ?? 0)) | 0;
      f = (f + b) | 0;
      b = (b + big0(c) + ((c & d) | (e & (c | d)))) | 0;
      a =
        (a + big1(f) + (h ^ (f & (g ^ h))) + (constants[t + 7] ?? 0) + (schedule[t + 7] ?? 0)) | 0;
      e = (e + a) | 0;
      a = (a + big0(b) + ((b & c) | (d & (b | c)))) | 0;
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

  return compress;
}

// FIPS 180-4, 4.1.2: the sigmas.
function big0(x: number): number {
  return ((x >>> 2) | (x << 30)) ^ ((x >>> 13) | (x << 19)) ^ ((x >>> 22) | (x << 10));
}
function big1(x: number): number {
  return ((x >>> 6) | (x << 26)) ^ ((x >>> 11) | (x << 21)) ^ ((x >>> 25) | (x << 7));
}
function small0(x: number): number {
  return ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
}
function small1(x: number): number {
  return ((x >>> 17) | (x << 15)) ^ ((x >>> 19) | (x << 13)) ^ (x >>> 10);
}

/**
 * Finishes a hash of `length` bytes, whose last, incomplete block is the first `length` modulo 64
 * bytes of `block`. Adds padding (FIPS 180-4, 5.1.1): a bit 1, zeros, and the length in bits.
 * Overwrites the block.
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

/** Writes the state's words, big-endian. */
export function writeState(state: Int32Array, out: Uint8Array): void {
  for (let i = 0; i < 8; i++) {
    const word = state[i] ?? 0;
    out[4 * i] = word >>> 24;
    out[4 * i + 1] = word >>> 16;
    out[4 * i + 2] = word >>> 8;
    out[4 * i + 3] = word;
  }
}
