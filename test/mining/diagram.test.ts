import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareFeeRate, type FeeFrac } from '../../src/chain/fee-frac.ts';
import { isBetterDiagram } from '../../src/mining/diagram.ts';

const chunks = fc
  .array(fc.record({ fee: fc.nat(9), size: fc.integer({ min: 1, max: 4 }) }), { maxLength: 4 })
  .map((list) => list.sort((a, b) => compareFeeRate(b, a)));

/** Returns the best fee for a number of units, times 12, which all sizes divide. */
function paid(list: readonly FeeFrac[], units: number): number {
  const [first, ...rest] = list;
  if (first === undefined || units === 0) return 0;
  const taken = Math.min(units, first.size);
  return (12 * first.fee * taken) / first.size + paid(rest, units - taken);
}

test('a diagram is better if it pays at least as much at every size, and more at one', () => {
  let better = 0;
  fc.assert(
    fc.property(chunks, chunks, (ours, others) => {
      const sizes = Array.from({ length: 17 }, (_, units) => units);
      const gains = sizes.map((units) => paid(ours, units) - paid(others, units));
      const expected = gains.every((gain) => gain >= 0) && gains.some((gain) => gain > 0);
      better += Number(expected);
      expect(isBetterDiagram(ours, others)).toBe(expected);
    }),
    { numRuns: 500 },
  );
  expect(better).toBeGreaterThan(20);
});
