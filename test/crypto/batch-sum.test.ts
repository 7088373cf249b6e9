import { Point as NoblePoint } from '@noble/secp256k1';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromPoints } from '../../src/crypto/curve/batch-add.ts';
import { readSums, sumPoints, sumRows } from '../../src/crypto/curve/batch-sum.ts';
import { addMultiplesOfG, affineOf, multiplyAndAdd } from '../../src/crypto/curve/ecmult.ts';
import { multiplyGenerator } from '../../src/crypto/curve/ecmult-gen.ts';
import { mod } from '../../src/crypto/curve/field.ts';
import {
  addItem,
  double,
  infinity,
  isInfinity,
  toPoints,
} from '../../src/crypto/curve/jacobian.ts';
import { isZeroSum } from '../../src/crypto/curve/msm.ts';
import { G, type Point } from '../../src/crypto/curve/point.ts';
import { N, P } from '../support/curves.ts';
import { runs } from '../support/generate/sample.ts';

/** Returns k * G by noble, for small and negative k too. */
function times(k: bigint): Point | undefined {
  const scalar = mod(k, N);
  if (scalar === 0n) return undefined;
  const { x, y } = NoblePoint.BASE.multiply(scalar).toAffine();
  return { x, y };
}

/** Only a few multiples, so that equal and opposite points meet. */
const small = fc.integer({ min: -4, max: 4 }).filter((k) => k !== 0);
const points = fromPoints([1n, 2n, 3n, 4n].map((k) => times(k) ?? G));

test('rows with equal and opposite points', () => {
  fc.assert(
    fc.property(fc.array(fc.array(small, { maxLength: 9 }), { maxLength: 6 }), (rows) => {
      const items = Int32Array.from(rows.flat());
      let end = 0;
      const starts = Int32Array.from([0, ...rows.map((row) => (end += row.length))]);
      const sums = readSums(sumRows(points, { items, starts }));
      const expected = rows.map((row) => times(BigInt(row.reduce((sum, k) => sum + k, 0))));
      expect(sums).toEqual(expected);
    }),
    { numRuns: runs(300) },
  );
});

test('many equal points', () => {
  for (const count of [1, 2, 3, 8, 9]) {
    expect(sumPoints(Array.from({ length: count }, () => G))).toEqual(times(BigInt(count)));
  }
  expect(sumPoints([])).toBeUndefined();
});

test('the generator times any scalar', () => {
  const scalar = fc.oneof(
    fc.bigInt({ min: 1n, max: N - 1n }),
    fc.bigInt({ min: 1n, max: 600n }),
    fc.bigInt({ min: 1n, max: 600n }).map((k) => N - k),
    fc.integer({ min: 0, max: 255 }).map((bit) => 2n ** BigInt(bit)),
  );
  fc.assert(
    fc.property(fc.array(scalar, { maxLength: 6 }), (scalars) => {
      expect(multiplyGenerator(scalars)).toEqual(scalars.map(times));
    }),
  );
});

describe('Jacobian points', () => {
  test('any way of adding and doubling small multiples', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(small, fc.constant(0)), { maxLength: 12 }), (steps) => {
        const point = infinity();
        let k = 0n;
        for (const step of steps) {
          if (step === 0) double(point);
          else addItem(point, points, step);
          k = step === 0 ? 2n * k : k + BigInt(step);
          expect(isInfinity(point)).toBe(k === 0n);
        }
        if (k !== 0n) expect(toPoints([point])).toEqual([times(k)]);
      }),
    );
  });

  test('a point that was infinity can be added like any other', () => {
    const point = infinity();
    addItem(point, points, 1);
    addItem(point, points, -1);
    expect(isInfinity(point)).toBe(true);
    double(point);
    expect(isInfinity(point)).toBe(true);
    addItem(point, points, 3);
    expect(toPoints([point])).toEqual([times(3n)]);
  });
});

test('a * G + b * Q', () => {
  const scalar = fc.oneof(fc.bigInt({ min: 0n, max: N - 1n }), fc.bigInt({ min: 0n, max: 9n }));
  fc.assert(
    fc.property(scalar, scalar, fc.bigInt({ min: 1n, max: 50n }), (a, b, q) => {
      const sum = multiplyAndAdd(a, b, times(q) ?? G);
      expect(affineOf(sum)).toEqual(times(a + b * q));
      expect(addMultiplesOfG(times(q) ?? G, [a, b, N - q])).toEqual([
        times(a + q),
        times(b + q),
        undefined,
      ]);
    }),
    { numRuns: runs(60) },
  );
});

test('a combination is zero exactly if its scalars are', () => {
  const scalar = fc.oneof(
    fc.bigInt({ min: -(2n ** 128n) + 1n, max: 2n ** 128n - 1n }),
    fc.bigInt({ min: -3n, max: 3n }),
    fc.constantFrom(2n ** 128n - 1n, 1n - 2n ** 128n, 2n ** 127n, 0n),
  );
  const term = fc.tuple(scalar, fc.bigInt({ min: 1n, max: 20n }));
  fc.assert(
    fc.property(fc.array(term, { maxLength: 40 }), fc.constantFrom(0n, 0n, 1n), (terms, error) => {
      // A last point makes it zero, or nearly zero.
      const sum = terms.reduce((total, [k, q]) => total + k * q, 0n) + error;
      const last = times(-sum);
      const all = terms.map(([k, q]) => ({ k, point: times(q) ?? G }));
      if (last !== undefined) all.push({ k: 1n, point: last });
      const zero = isZeroSum(
        fromPoints(all.map(({ point }) => point)),
        all.map(({ k }) => k),
      );
      expect(zero).toBe(error === 0n);
    }),
    { numRuns: runs(60) },
  );
});

test('coordinates are in range', () => {
  for (const { x, y } of multiplyGenerator([1n, 2n, N - 1n])) {
    expect(x >= 0n && x < P && y >= 0n && y < P).toBe(true);
  }
});
