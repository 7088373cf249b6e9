import fc from 'fast-check';
import { expect, test } from 'vitest';
import { invertSecret, mod } from '../../src/crypto/curve/field.ts';
import {
  carryLimbs,
  fromNumber,
  isZero,
  LIMBS,
  multiply,
  square,
  subtract,
  toNumber,
} from '../../src/crypto/curve/limbs.ts';
import { squareRoot } from '../../src/crypto/curve/point.ts';
import { bytes32, N, P } from '../support/curves.ts';
import { runs } from '../support/generate/sample.ts';

/** Returns the number of limbs, computed only with integers. */
const numberOf = (limbs: Float64Array): bigint =>
  limbs.reduceRight((sum, limb) => sum * 2n ** 24n + BigInt(limb), 0n);

const LARGEST = Math.floor(2 ** 23.9);

/** Carried numbers, including the largest limbs. */
const carried = fc
  .array(
    fc.oneof(fc.integer({ min: -LARGEST, max: LARGEST }), fc.constantFrom(-LARGEST, LARGEST, 0)),
    {
      minLength: LIMBS,
      maxLength: LIMBS,
    },
  )
  .map((limbs) => Float64Array.from(limbs, (limb, k) => (k === LIMBS - 1 ? limb % 2 ** 16 : limb)));

/** Sums and differences of two numbers. */
const uncarried = fc
  .tuple(carried, carried, fc.constantFrom(1, -1))
  .map(([a, b, sign]) => a.map((limb, k) => limb + sign * (b[k] ?? 0)));

function expectCarried(limbs: Float64Array, expected: bigint): void {
  expect(mod(numberOf(limbs), P)).toBe(mod(expected, P));
  expect(toNumber(limbs, 0)).toBe(mod(expected, P));
  limbs.forEach((limb, k) => {
    expect(Number.isInteger(limb)).toBe(true);
    expect(Math.abs(limb)).toBeLessThanOrEqual(k === LIMBS - 1 ? 2 ** 16 : LARGEST);
  });
}

const attempts = { numRuns: runs(2000) };

test('products and squares', () => {
  const out = new Float64Array(LIMBS);
  fc.assert(
    fc.property(uncarried, carried, (a, b) => {
      multiply(out, 0, a, 0, b, 0);
      expectCarried(out, numberOf(a) * numberOf(b));
      multiply(out, 0, b, 0, a, 0);
      expectCarried(out, numberOf(a) * numberOf(b));
      square(out, 0, b, 0);
      expectCarried(out, numberOf(b) * numberOf(b));
    }),
    attempts,
  );
});

test('a product may overwrite its factor', () => {
  fc.assert(
    fc.property(carried, carried, (a, b) => {
      const expected = numberOf(a) * numberOf(b) ** 2n;
      multiply(a, 0, a, 0, b, 0);
      multiply(b, 0, a, 0, b, 0);
      expectCarried(b, expected);
    }),
    attempts,
  );
});

test('carrying', () => {
  const limb = fc.integer({ min: -(2 ** 46), max: 2 ** 46 });
  fc.assert(
    fc.property(
      fc.array(limb, { minLength: LIMBS, maxLength: LIMBS }),
      fc.integer({ min: -(2 ** 34), max: 2 ** 34 }),
      (limbs, beyond) => {
        const number = Float64Array.from(limbs);
        const expected = numberOf(number) + BigInt(beyond) * 2n ** 256n;
        carryLimbs(number, 0, beyond);
        expectCarried(number, expected);
      },
    ),
    attempts,
  );
});

test('numbers there and back', () => {
  const limbs = new Float64Array(LIMBS);
  const edge = fc.constantFrom(0n, 1n, P - 1n, P, P + 1n, 2n ** 256n - 1n, 2n ** 255n);
  const any = bytes32.map((bytes) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`));
  fc.assert(
    fc.property(fc.oneof(edge, any), (number) => {
      fromNumber(number, limbs, 0);
      expect(numberOf(limbs)).toBe(number);
      expectCarriedUnsigned(limbs);
      expect(toNumber(limbs, 0)).toBe(number % P);
    }),
  );
});

/**
 * Written limbs are 0 .. 2^24 - 1: slightly more than carried, but still few enough bits to
 * multiply.
 */
function expectCarriedUnsigned(limbs: Float64Array): void {
  for (const limb of limbs) expect(limb >= 0 && limb < 2 ** 24).toBe(true);
}

test('detects exactly the forms of zero', () => {
  for (let k = -16n; k <= 16n; k++) {
    for (const offset of [0n, 1n, -1n, 977n, 2n ** 24n, 2n ** 200n]) {
      const limbs = new Float64Array(LIMBS);
      const number = k * P + offset;
      fromNumber(number < 0n ? -number : number, limbs, 0);
      // fromNumber accepts 256 bits; larger multiples of P have their rest in the last limb.
      const rest = (number < 0n ? -number : number) >> 264n;
      expect(rest).toBe(0n);
      const signed = number < 0n ? limbs.map((limb) => -limb) : limbs;
      expect(isZero(signed, 0)).toBe(mod(number, P) === 0n);
    }
  }
  fc.assert(
    fc.property(carried, carried, (a, b) => {
      const difference = new Float64Array(LIMBS);
      subtract(difference, 0, a, 0, b, 0);
      expect(isZero(difference, 0)).toBe(mod(numberOf(a) - numberOf(b), P) === 0n);
      subtract(difference, 0, a, 0, a, 0);
      expect(isZero(difference, 0)).toBe(true);
    }),
  );
});

test('square roots', () => {
  fc.assert(
    fc.property(bytes32, (bytes) => {
      const x = BigInt(`0x${Buffer.from(bytes).toString('hex')}`) % P;
      const root = squareRoot((x * x) % P);
      expect(root === x || root === mod(-x, P)).toBe(true);
      // -1 is not a square, because P is 3 modulo 4.
      if (x !== 0n) expect(squareRoot(mod(-x * x, P))).toBeUndefined();
    }),
  );
  expect(squareRoot(0n)).toBe(0n);
});

test('blinded inversion gives the same result, at the edges too', () => {
  for (const prime of [N, P]) {
    const edges = [1n, 2n, prime - 1n, prime - 2n, 2n ** 128n, prime >> 1n];
    const number = fc.oneof(fc.constantFrom(...edges), fc.bigInt(1n, prime - 1n));
    fc.assert(
      fc.property(number, (secret) => {
        const inverse = invertSecret(secret, prime);
        expect((secret * inverse) % prime).toBe(1n);
        expect(inverse >= 0n && inverse < prime).toBe(true);
      }),
    );
  }
});
