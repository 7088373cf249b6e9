import { expect, test } from 'vitest';
import { findingIds } from '../../src/review/catalog.ts';
import { reviewOf, reviewVectors } from '../support/vectors/review-vectors.ts';

test.each(reviewVectors.map((vector) => [`${vector.about}: ${vector.name}`, vector] as const))(
  '%s',
  (_, vector) => {
    const { findings, feeProof } = reviewOf(vector);
    expect({ findings: findings.map(({ id }) => id), fee: feeProof.kind }).toEqual({
      findings: vector.findings,
      fee: vector.fee,
    });
  },
);

test('every finding has a vector that has it, and one that almost has it', () => {
  const lacking = findingIds.filter((id) => {
    const about = reviewVectors.filter((vector) => vector.about === id);
    const has = about.some((vector) => vector.has && vector.findings.includes(id));
    return !has || !about.some((vector) => !vector.has && !vector.findings.includes(id));
  });
  expect(lacking).toEqual([]);
});

test('no vector says that it has what it does not expect, or the other way round', () => {
  const wrong = reviewVectors.filter(
    ({ about, has, findings }) => about !== 'clean' && findings.includes(about) !== has,
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('there are 60 and more of them, and each published attack names its source', () => {
  expect(reviewVectors.length).toBeGreaterThanOrEqual(60);
  expect(reviewVectors.filter(({ source }) => source !== undefined).length).toBeGreaterThan(30);
});
