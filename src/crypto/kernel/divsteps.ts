// 1/a modulo p or n by division steps (Bernstein and Yang, "Fast constant-time gcd computation and
// modular inversion"; libsecp256k1, modinv32_impl.h). 590 steps are enough for any a; this code
// makes 600, 30 at a time. Numbers have nine limbs of 30 bits, lowest first, and the top limb has
// the sign. No branch and no address depends on a number.

const NUMBER: usize = 36;
const LIMBS: usize = 9;
const BITS: i32 = 30;
const MASK: i32 = (1 << BITS) - 1;
const ROUNDS = 20;

/** p, in limbs that may be negative, and 1/p modulo 2^30. */
export const FIELD_MODULUS = memory.data<i32>([-977, -4, 0, 0, 0, 0, 0, 0, 65536, 0x2ddacacf]);
/** n, and 1/n modulo 2^30. */
export const SCALAR_MODULUS = memory.data<i32>([
  0x10364141, 0x3f497a33, 0x348a03bb, 0x2bb739ab, -0x146, 0, 0, 0, 65536, 0x2a774ec1,
]);

const space = memory.data(4 * 36 + 16);
const f = space;
const g = space + 36;
/**
 * Cofactors: f = a * d and g = a * e modulo the modulus, up to powers of 2 that rounds divide out.
 */
const d = space + 72;
const e = space + 108;
/** The effect of 30 steps on f and g: (u * f + v * g) / 2^30 and (q * f + r * g) / 2^30. */
const matrix = space + 144;

/** Replaces 32 big-endian bytes of a number below the modulus by its inverse; 0 remains 0. */
export function invertBytes(bytes: usize, modulus: usize): void {
  memory.fill(space, 0, 4 * NUMBER);
  memory.copy(f, modulus, NUMBER);
  readLimbs(g, bytes);
  store<i32>(e, 1);
  let zeta = -1;
  for (let round = 0; round < ROUNDS; round++) {
    zeta = makeSteps(zeta);
    updateFactors(modulus);
    updateNumbers();
  }
  // f is 1 or -1 now.
  makeNormal(d, load<i32>(f, 32) >> 31, modulus);
  writeLimbs(bytes, d);
  memory.fill(space, 0, 4 * NUMBER + 16);
}

/** More rounds than any number has needed; no proof says that none needs more. */
const MOST_ROUNDS = 50;
let symbolBits: u32 = 0;

/**
 * Computes the Jacobi symbol modulo p of a non-zero number of 32 bytes: 1 for a square, -1 for
 * none, 0 if it took too many rounds. For public numbers only.
 */
export function symbol_var(bytes: usize): i32 {
  memory.copy(f, FIELD_MODULUS, NUMBER);
  readLimbs(g, bytes);
  symbolBits = 0;
  let eta = -1;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    eta = makePositiveSteps_var(eta);
    updateNumbers();
    if (load<i32>(f) === 1 && isOne_var(f)) return (symbolBits & 1) !== 0 ? -1 : 1;
  }
  return 0;
}

function isOne_var(a: usize): bool {
  let rest: i32 = 0;
  for (let at: usize = 4; at < NUMBER; at += 4) rest |= load<i32>(a + at);
  return load<i32>(a) === 1 && rest === 0;
}

/**
 * Makes 30 steps that keep f and g positive, which the symbol requires (libsecp256k1,
 * secp256k1_modinv32_posdivsteps_30_var), several at a time. `eta` is -delta.
 */
function makePositiveSteps_var(eta: i32): i32 {
  let u: u32 = 1;
  let v: u32 = 0;
  let q: u32 = 0;
  let r: u32 = 1;
  // Keep two more bits than the steps need, because the symbol depends on the lowest three of f.
  let low: u32 = load<u32>(f) | (load<u32>(f, 4) << BITS);
  let other: u32 = load<u32>(g) | (load<u32>(g, 4) << BITS);
  let left = BITS;
  for (;;) {
    const zeros = <i32>ctz(other | (u32.MAX_VALUE << left));
    other >>= zeros;
    u <<= zeros;
    v <<= zeros;
    eta -= zeros;
    left -= zeros;
    // (2/f) is -1 for an f of 3 or 5 modulo 8.
    symbolBits ^= zeros & ((low >> 1) ^ (low >> 2));
    if (left === 0) break;
    if (eta < 0) {
      eta = -eta;
      // (f/g) is -(g/f) where both are 3 modulo 4.
      symbolBits ^= (low & other) >> 1;
      let was = low;
      low = other;
      other = was;
      was = u;
      u = q;
      q = was;
      was = v;
      v = r;
      r = was;
    }
    // Clear at most this many bits, and at most 6, at once: 1/f is f * (2 - f^2) modulo 64.
    const mask = (u32.MAX_VALUE >> (32 - min(eta + 1, left))) & 63;
    const times = (low * other * (low * low - 2)) & mask;
    other += low * times;
    q += u * times;
    r += v * times;
  }
  store<u32>(matrix, u);
  store<u32>(matrix, v, 4);
  store<u32>(matrix, q, 8);
  store<u32>(matrix, r, 12);
  return eta;
}

/** Makes 30 steps on the lowest bits of f and g. `zeta` is -(delta + 1/2). */
function makeSteps(zeta: i32): i32 {
  let u: u32 = 1;
  let v: u32 = 0;
  let q: u32 = 0;
  let r: u32 = 1;
  let low: u32 = load<u32>(f);
  let other: u32 = load<u32>(g);
  for (let i = 0; i < BITS; i++) {
    let swaps = <u32>(zeta >> 31);
    const isOdd: u32 = 0 - (other & 1);
    other += ((low ^ swaps) - swaps) & isOdd;
    q += ((u ^ swaps) - swaps) & isOdd;
    r += ((v ^ swaps) - swaps) & isOdd;
    swaps &= isOdd;
    zeta = (zeta ^ <i32>swaps) - 1;
    low += other & swaps;
    u += q & swaps;
    v += r & swaps;
    other >>= 1;
    u <<= 1;
    v <<= 1;
  }
  store<u32>(matrix, u);
  store<u32>(matrix, v, 4);
  store<u32>(matrix, q, 8);
  store<u32>(matrix, r, 12);
  return zeta;
}

/** (d, e) = the matrix times (d, e), divided by 2^30 modulo the modulus; both in -2m < d < m. */
function updateFactors(modulus: usize): void {
  const u = <i64>load<i32>(matrix);
  const v = <i64>load<i32>(matrix, 4);
  const q = <i64>load<i32>(matrix, 8);
  const r = <i64>load<i32>(matrix, 12);
  const inverse = <i64>load<i32>(modulus, NUMBER);
  const signOfD = <i64>(load<i32>(d, 32) >> 31);
  const signOfE = <i64>(load<i32>(e, 32) >> 31);
  let ofD = u * <i64>load<i32>(d) + v * <i64>load<i32>(e);
  let ofE = q * <i64>load<i32>(d) + r * <i64>load<i32>(e);
  // Adds multiples of the modulus that make negative numbers positive and clear the lowest 30 bits.
  let timesD = (u & signOfD) + (v & signOfE);
  let timesE = (q & signOfD) + (r & signOfE);
  timesD -= (inverse * (ofD & MASK) + timesD) & MASK;
  timesE -= (inverse * (ofE & MASK) + timesE) & MASK;
  ofD = (ofD + <i64>load<i32>(modulus) * timesD) >> BITS;
  ofE = (ofE + <i64>load<i32>(modulus) * timesE) >> BITS;
  for (let at: usize = 4; at < NUMBER; at += 4) {
    const m = <i64>load<i32>(modulus + at);
    const di = <i64>load<i32>(d + at);
    const ei = <i64>load<i32>(e + at);
    ofD += u * di + v * ei + m * timesD;
    ofE += q * di + r * ei + m * timesE;
    store<i32>(d + at - 4, <i32>ofD & MASK);
    store<i32>(e + at - 4, <i32>ofE & MASK);
    ofD >>= BITS;
    ofE >>= BITS;
  }
  store<i32>(d, <i32>ofD, 32);
  store<i32>(e, <i32>ofE, 32);
}

/** (f, g) = the matrix times (f, g), divided by 2^30. */
function updateNumbers(): void {
  const u = <i64>load<i32>(matrix);
  const v = <i64>load<i32>(matrix, 4);
  const q = <i64>load<i32>(matrix, 8);
  const r = <i64>load<i32>(matrix, 12);
  let ofF = (u * <i64>load<i32>(f) + v * <i64>load<i32>(g)) >> BITS;
  let ofG = (q * <i64>load<i32>(f) + r * <i64>load<i32>(g)) >> BITS;
  for (let at: usize = 4; at < NUMBER; at += 4) {
    const fi = <i64>load<i32>(f + at);
    const gi = <i64>load<i32>(g + at);
    ofF += u * fi + v * gi;
    ofG += q * fi + r * gi;
    store<i32>(f + at - 4, <i32>ofF & MASK);
    store<i32>(g + at - 4, <i32>ofG & MASK);
    ofF >>= BITS;
    ofG >>= BITS;
  }
  store<i32>(f, <i32>ofF, 32);
  store<i32>(g, <i32>ofG, 32);
}

/** Normalizes a number above -2m and below m to 0 .. m - 1, negated where the mask is all ones. */
function makeNormal(a: usize, negates: i32, modulus: usize): void {
  addWhere(a, load<i32>(a, 32) >> 31, modulus);
  for (let at: usize = 0; at < NUMBER; at += 4) {
    store<i32>(a + at, (load<i32>(a + at) ^ negates) - negates);
  }
  carry(a);
  addWhere(a, load<i32>(a, 32) >> 31, modulus);
  carry(a);
}

function addWhere(a: usize, mask: i32, modulus: usize): void {
  for (let at: usize = 0; at < NUMBER; at += 4) {
    store<i32>(a + at, load<i32>(a + at) + (load<i32>(modulus + at) & mask));
  }
}

function carry(a: usize): void {
  for (let at: usize = 0; at < 4 * (LIMBS - 1); at += 4) {
    const limb = load<i32>(a + at);
    store<i32>(a + at, limb & MASK);
    store<i32>(a + at, load<i32>(a + at, 4) + (limb >> BITS), 4);
  }
}

function readLimbs(r: usize, bytes: usize): void {
  const w3 = bswap<u64>(load<u64>(bytes));
  const w2 = bswap<u64>(load<u64>(bytes, 8));
  const w1 = bswap<u64>(load<u64>(bytes, 16));
  const w0 = bswap<u64>(load<u64>(bytes, 24));
  store<i32>(r, <i32>w0 & MASK);
  store<i32>(r, <i32>(w0 >> 30) & MASK, 4);
  store<i32>(r, <i32>((w0 >> 60) | (w1 << 4)) & MASK, 8);
  store<i32>(r, <i32>(w1 >> 26) & MASK, 12);
  store<i32>(r, <i32>((w1 >> 56) | (w2 << 8)) & MASK, 16);
  store<i32>(r, <i32>(w2 >> 22) & MASK, 20);
  store<i32>(r, <i32>((w2 >> 52) | (w3 << 12)) & MASK, 24);
  store<i32>(r, <i32>(w3 >> 18) & MASK, 28);
  store<i32>(r, <i32>(w3 >> 48), 32);
}

function limb(a: usize, i: usize): u64 {
  return <u64>load<u32>(a + 4 * i);
}

function writeLimbs(bytes: usize, a: usize): void {
  const w0 = limb(a, 0) | (limb(a, 1) << 30) | (limb(a, 2) << 60);
  const w1 = (limb(a, 2) >> 4) | (limb(a, 3) << 26) | (limb(a, 4) << 56);
  const w2 = (limb(a, 4) >> 8) | (limb(a, 5) << 22) | (limb(a, 6) << 52);
  const w3 = (limb(a, 6) >> 12) | (limb(a, 7) << 18) | (limb(a, 8) << 48);
  store<u64>(bytes, bswap<u64>(w3));
  store<u64>(bytes, bswap<u64>(w2), 8);
  store<u64>(bytes, bswap<u64>(w1), 16);
  store<u64>(bytes, bswap<u64>(w0), 24);
}
