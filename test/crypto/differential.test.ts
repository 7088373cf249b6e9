import { expect, test } from 'vitest';
import { compareCurves } from '../support/differential.ts';
import { casesOfRun } from '../support/generate/cases.ts';
import { takesAll } from '../support/generate/sample.ts';

// `npm run soak` runs millions of cases.
const count = casesOfRun(takesAll ? 100_000 : 2_000);

test('the kernel computes the same as libsecp256k1 and @noble/secp256k1', () => {
  expect(compareCurves(count, 20261122)).toBeGreaterThanOrEqual(count);
}, 3_600_000);
