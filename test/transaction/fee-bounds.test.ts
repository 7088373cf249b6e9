import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  defaultFeeTiers,
  type FeeFacts,
  type FeeTiers,
  judgeFee,
} from '../../src/transaction/fee-bounds.ts';

const ranks: readonly (keyof FeeTiers | undefined)[] = [undefined, 'high', 'veryHigh', 'tooHigh'];
const rankOf = (facts: FeeFacts) => ranks.indexOf(judgeFee(facts, defaultFeeTiers)?.tier);

const facts = fc.record({
  fee: fc.bigInt({ min: 0n, max: 20_000_000n }),
  vsize: fc.integer({ min: 60, max: 100_000 }),
  paid: fc.bigInt({ min: 0n, max: 10_000_000_000n }),
  lifted: fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: undefined }),
  estimate: fc.option(fc.bigInt({ min: 0n, max: 500_000n }), { nil: undefined }),
});

describe('a fee', () => {
  test('never gets better by being larger, nor worse by paying more', () => {
    fc.assert(
      fc.property(facts, fc.bigInt({ min: 0n, max: 1_000_000n }), (each, more) => {
        expect(rankOf({ ...each, fee: each.fee + more })).toBeGreaterThanOrEqual(rankOf(each));
        expect(rankOf({ ...each, paid: each.paid + more })).toBeLessThanOrEqual(rankOf(each));
      }),
    );
  });

  test('never gets worse by a smaller part, or by parents that it pays for', () => {
    fc.assert(
      fc.property(facts, fc.bigInt({ min: 0n, max: 20_000_000n }), (each, part) => {
        const smaller = { ...each, part: part < each.fee ? part : each.fee };
        expect(rankOf(smaller)).toBeLessThanOrEqual(rankOf(each));
        expect(rankOf(each)).toBeLessThanOrEqual(rankOf({ ...each, lifted: 0 }));
      }),
    );
  });

  test('is too high above 2,000 sat/vB, above 0.1 BTC, and above a quarter of a large payment', () => {
    fc.assert(
      fc.property(facts, ({ vsize, paid }) => {
        const size = BigInt(vsize);
        expect(rankOf({ fee: 2_000n * size + 1n, vsize, paid })).toBe(3);
        expect(rankOf({ fee: 10_000_001n, vsize, paid })).toBe(3);
        if (paid > 400_000n && paid < 40_000_000n)
          expect(rankOf({ fee: paid / 4n + 1n, vsize, paid })).toBe(3);
      }),
    );
  });

  test('allows payments of 50,000 sat and more up to 300 sat/vB in 166 virtual bytes', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 50_000n, max: 1_000_000n }),
        fc.integer({ min: 110, max: 166 }),
        fc.bigInt({ min: 1n, max: 300n }),
        (paid, vsize, rate) => {
          expect(rankOf({ fee: rate * BigInt(vsize), vsize, paid })).toBeLessThan(3);
        },
      ),
    );
  });

  test('has no share limit up to 5,000 sat, unless the rate is above 300 sat/vB', () => {
    fc.assert(
      fc.property(facts, fc.bigInt({ min: 0n, max: 5_000n }), (each, fee) => {
        if (fee <= 300n * BigInt(each.vsize)) expect(rankOf({ ...each, fee })).toBe(0);
      }),
    );
  });
});
