import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatUtc } from '../../src/encoding/utc.ts';
import { runs } from '../support/generate/sample.ts';

test('times are written as ISO 8601 has them, to the minute', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffffff }), (seconds) => {
      const iso = new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');
      expect(formatUtc(seconds)).toBe(iso);
    }),
    { numRuns: runs(5000) },
  );
});

test.each([0, 951_782_399, 951_868_799, 4_107_542_400, 1_709_251_140])('%i', (seconds) => {
  const iso = new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');
  expect(formatUtc(seconds)).toBe(iso);
});
