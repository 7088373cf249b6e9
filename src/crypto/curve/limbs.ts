import { mod, P } from './field.ts';

// Numbers modulo P have 11 limbs of 24 bits in doubles, lowest first. All work is exact below 2^53,
// and several times as fast as with bigints. A number is the sum of limb[i] * 2^(24 i); limbs may
// be negative and the number may exceed P. The functions here return "carried" numbers: limbs are
// below 2^23.9 in size, and the last one, with the bits from 240 on, is below 2^16. Sums and
// differences of two carried numbers can be multiplied directly: 11 products of limbs up to 2^24.9
// and 2^24 are below 2^53.

export const LIMBS = 11;
/** Consecutive numbers; a position is the index of a number's first limb. */
export type Limbs = Float64Array;

// Adding and subtracting 1.5 * 2^76 rounds a double to a multiple of 2^24, and 1.5 * 2^68 to a
// multiple of 2^16. Such constants are inside functions, because bundlers turn module constants
// into variables, which engines do not fold.

// 2^256 is 2^32 + 977 modulo P. 2^264, where the twelfth limb begins, is 256 times that: 65536 *
// 2^24 + 250112.

type Products = {
  /** out = a * b. */
  multiply(out: Limbs, o: number, a: Limbs, i: number, b: Limbs, j: number): void;
  /** out = a * a. */
  square(out: Limbs, o: number, a: Limbs, i: number): void;
};

export const { multiply, square }: Products = createProducts();

/**
 * Creates the products. This outer function keeps their work space a constant for the engine, even
 * in a bundle, which saves a quarter of their time.
 */
function createProducts(): Products {
  /** A product before it is reduced. */
  const wide = new Float64Array(2 * LIMBS);

  function multiply(out: Limbs, o: number, a: Limbs, i: number, b: Limbs, j: number): void {
    const a0 = a[i] ?? 0;
    const a1 = a[i + 1] ?? 0;
    const a2 = a[i + 2] ?? 0;
    const a3 = a[i + 3] ?? 0;
    const a4 = a[i + 4] ?? 0;
    const a5 = a[i + 5] ?? 0;
    const a6 = a[i + 6] ?? 0;
    const a7 = a[i + 7] ?? 0;
    const a8 = a[i + 8] ?? 0;
    const a9 = a[i + 9] ?? 0;
    const a10 = a[i + 10] ?? 0;
    const b0 = b[j] ?? 0;
    const b1 = b[j + 1] ?? 0;
    const b2 = b[j + 2] ?? 0;
    const b3 = b[j + 3] ?? 0;
    const b4 = b[j + 4] ?? 0;
    const b5 = b[j + 5] ?? 0;
    const b6 = b[j + 6] ?? 0;
    const b7 = b[j + 7] ?? 0;
    const b8 = b[j + 8] ?? 0;
    const b9 = b[j + 9] ?? 0;
    const b10 = b[j + 10] ?? 0;
    wide[0] = a0 * b0;
    wide[1] = a0 * b1 + a1 * b0;
    wide[2] = a0 * b2 + a1 * b1 + a2 * b0;
    wide[3] = a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0;
    wide[4] = a0 * b4 + a1 * b3 + a2 * b2 + a3 * b1 + a4 * b0;
    wide[5] = a0 * b5 + a1 * b4 + a2 * b3 + a3 * b2 + a4 * b1 + a5 * b0;
    wide[6] = a0 * b6 + a1 * b5 + a2 * b4 + a3 * b3 + a4 * b2 + a5 * b1 + a6 * b0;
    wide[7] = a0 * b7 + a1 * b6 + a2 * b5 + a3 * b4 + a4 * b3 + a5 * b2 + a6 * b1 + a7 * b0;
    wide[8] =
      a0 * b8 + a1 * b7 + a2 * b6 + a3 * b5 + a4 * b4 + a5 * b3 + a6 * b2 + a7 * b1 + a8 * b0;
    wide[9] =
      a0 * b9 +
      a1 * b8 +
      a2 * b7 +
      a3 * b6 +
      a4 * b5 +
      a5 * b4 +
      a6 * b3 +
      a7 * b2 +
      a8 * b1 +
      a9 * b0;
    wide[10] =
      a0 * b10 +
      a1 * b9 +
      a2 * b8 +
      a3 * b7 +
      a4 * b6 +
      a5 * b5 +
      a6 * b4 +
      a7 * b3 +
      a8 * b2 +
      a9 * b1 +
      a10 * b0;
    wide[11] =
      a1 * b10 +
      a2 * b9 +
      a3 * b8 +
      a4 * b7 +
      a5 * b6 +
      a6 * b5 +
      a7 * b4 +
      a8 * b3 +
      a9 * b2 +
      a10 * b1;
    wide[12] =
      a2 * b10 + a3 * b9 + a4 * b8 + a5 * b7 + a6 * b6 + a7 * b5 + a8 * b4 + a9 * b3 + a10 * b2;
    wide[13] = a3 * b10 + a4 * b9 + a5 * b8 + a6 * b7 + a7 * b6 + a8 * b5 + a9 * b4 + a10 * b3;
    wide[14] = a4 * b10 + a5 * b9 + a6 * b8 + a7 * b7 + a8 * b6 + a9 * b5 + a10 * b4;
    wide[15] = a5 * b10 + a6 * b9 + a7 * b8 + a8 * b7 + a9 * b6 + a10 * b5;
    wide[16] = a6 * b10 + a7 * b9 + a8 * b8 + a9 * b7 + a10 * b6;
    wide[17] = a7 * b10 + a8 * b9 + a9 * b8 + a10 * b7;
    wide[18] = a8 * b10 + a9 * b9 + a10 * b8;
    wide[19] = a9 * b10 + a10 * b9;
    wide[20] = a10 * b10;
    reduce(out, o);
  }

  function square(out: Limbs, o: number, a: Limbs, i: number): void {
    const a0 = a[i] ?? 0;
    const a1 = a[i + 1] ?? 0;
    const a2 = a[i + 2] ?? 0;
    const a3 = a[i + 3] ?? 0;
    const a4 = a[i + 4] ?? 0;
    const a5 = a[i + 5] ?? 0;
    const a6 = a[i + 6] ?? 0;
    const a7 = a[i + 7] ?? 0;
    const a8 = a[i + 8] ?? 0;
    const a9 = a[i + 9] ?? 0;
    const a10 = a[i + 10] ?? 0;
    wide[0] = a0 * a0;
    wide[1] = 2 * a0 * a1;
    wide[2] = 2 * a0 * a2 + a1 * a1;
    wide[3] = 2 * (a0 * a3 + a1 * a2);
    wide[4] = 2 * (a0 * a4 + a1 * a3) + a2 * a2;
    wide[5] = 2 * (a0 * a5 + a1 * a4 + a2 * a3);
    wide[6] = 2 * (a0 * a6 + a1 * a5 + a2 * a4) + a3 * a3;
    wide[7] = 2 * (a0 * a7 + a1 * a6 + a2 * a5 + a3 * a4);
    wide[8] = 2 * (a0 * a8 + a1 * a7 + a2 * a6 + a3 * a5) + a4 * a4;
    wide[9] = 2 * (a0 * a9 + a1 * a8 + a2 * a7 + a3 * a6 + a4 * a5);
    wide[10] = 2 * (a0 * a10 + a1 * a9 + a2 * a8 + a3 * a7 + a4 * a6) + a5 * a5;
    wide[11] = 2 * (a1 * a10 + a2 * a9 + a3 * a8 + a4 * a7 + a5 * a6);
    wide[12] = 2 * (a2 * a10 + a3 * a9 + a4 * a8 + a5 * a7) + a6 * a6;
    wide[13] = 2 * (a3 * a10 + a4 * a9 + a5 * a8 + a6 * a7);
    wide[14] = 2 * (a4 * a10 + a5 * a9 + a6 * a8) + a7 * a7;
    wide[15] = 2 * (a5 * a10 + a6 * a9 + a7 * a8);
    wide[16] = 2 * (a6 * a10 + a7 * a9) + a8 * a8;
    wide[17] = 2 * (a7 * a10 + a8 * a9);
    wide[18] = 2 * a8 * a10 + a9 * a9;
    wide[19] = 2 * a9 * a10;
    wide[20] = a10 * a10;
    reduce(out, o);
  }

  /** out = `wide`, carried. */
  function reduce(out: Limbs, o: number): void {
    const round = 1.5 * 2 ** 76;
    let carry = 0;
    for (let k = 0; k < 21; k++) {
      const limb = wide[k] ?? 0;
      const upper = limb + round - round;
      wide[k] = limb - upper + carry;
      carry = upper * 2 ** -24;
    }
    wide[21] = carry;
    out[o] = (wide[0] ?? 0) + (wide[11] ?? 0) * 250112;
    for (let k = 1; k < 11; k++) {
      const above = (wide[11 + k] ?? 0) * 250112 + (wide[10 + k] ?? 0) * 65536;
      out[o + k] = (wide[k] ?? 0) + above;
    }
    carryLimbs(out, o, carry * 65536 * 256);
  }

  return { multiply, square };
}

/** Carries limbs of up to 2^46 in size, and adds `beyond` * 2^256, which may have 34 bits. */
export function carryLimbs(out: Limbs, o: number, beyond = 0): void {
  const round = 1.5 * 2 ** 76;
  let carry = 0;
  for (let k = 0; k < 10; k++) {
    const limb = out[o + k] ?? 0;
    const upper = limb + round - round;
    out[o + k] = limb - upper + carry;
    carry = upper * 2 ** -24;
  }
  const last = (out[o + 10] ?? 0) + carry;
  const upper = last + 1.5 * 2 ** 68 - 1.5 * 2 ** 68;
  out[o + 10] = last - upper;
  // Bits from 256 on are added to the lowest two limbs, and their carries to the next limb.
  const top = upper / 65536 + beyond;
  const first = (out[o] ?? 0) + top * 977;
  const upperOfFirst = first + round - round;
  const second = (out[o + 1] ?? 0) + top * 256 + upperOfFirst * 2 ** -24;
  const upperOfSecond = second + round - round;
  out[o] = first - upperOfFirst;
  out[o + 1] = second - upperOfSecond;
  out[o + 2] = (out[o + 2] ?? 0) + upperOfSecond * 2 ** -24;
}

/** out = a - b, not carried. */
export function subtract(out: Limbs, o: number, a: Limbs, i: number, b: Limbs, j: number): void {
  for (let k = 0; k < 11; k++) out[o + k] = (a[i + k] ?? 0) - (b[j + k] ?? 0);
}

/** Returns true if the number is 0 modulo P, for sizes up to 16 P with limbs up to 2^28. */
export function isZero(a: Limbs, i: number): boolean {
  // k * P is -977 k modulo 2^24, so the lowest limb excludes nearly every other number.
  const round = 1.5 * 2 ** 76;
  const limb = a[i] ?? 0;
  const low = limb - (limb + round - round);
  if (low % 977 !== 0 || Math.abs(low) > 16 * 977) return false;
  return toNumber(a, i) === 0n;
}

/** Writes a number from 0 to 2^256 - 1 with limbs below 2^24, which counts as carried. */
export function fromNumber(number: bigint, out: Limbs, o: number): void {
  let rest = number;
  for (let k = 0; k < 11; k += 2) {
    const two = Number(rest & MASK_48);
    const upper = Math.floor(two * 2 ** -24);
    out[o + k] = two - upper * 2 ** 24;
    if (k < 10) out[o + k + 1] = upper;
    rest >>= 48n;
  }
}

const MASK_48 = 2n ** 48n - 1n;

/** Reduces a number with limbs up to 2^28 to 0 .. P - 1. */
export function toNumber(a: Limbs, i: number): bigint {
  let number = BigInt(a[i + 10] ?? 0);
  for (let k = 8; k >= 0; k -= 2) {
    const two = (a[i + k] ?? 0) + (a[i + k + 1] ?? 0) * 2 ** 24;
    number = (number << 48n) + BigInt(two);
  }
  return mod(number, P);
}
