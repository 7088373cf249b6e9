import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findingIds } from '../../src/review/catalog.ts';
import { readVector, vectorPath } from '../support/paths.ts';
import { madeFindings, madeVectors } from '../support/vectors/made-vectors.ts';

test('every finding has one program and one file of vectors', () => {
  const all = [...findingIds, 'clean'].sort();
  expect([...madeFindings].sort()).toEqual(all);
  const files = readdirSync(vectorPath('review')).filter((name) => name.endsWith('.json'));
  expect(files.map((name) => name.replace('.json', '')).sort()).toEqual(all);
});

test.each([...findingIds, 'clean'])('vectors/review/make/%s.ts makes its file', async (id) => {
  expect(await madeVectors(id)).toBe(readVector(`review/${id}.json`));
});
