import { expect, test } from 'vitest';
import { networks } from '../../src/encoding/network.ts';
import { catalogEntry, findingIds } from '../../src/review/catalog.ts';
import { printReview } from '../../src/review/print.ts';
import { isAsExpected, reviewOf, reviewVectors } from '../support/vectors/review-vectors.ts';

test.each(reviewVectors.map((vector) => [`${vector.about}: ${vector.name}`, vector] as const))(
  '%s',
  (_, vector) => {
    const review = reviewOf(vector);
    const { findings, feeProof } = review;
    expect({ findings: findings.map(({ id }) => id), fee: feeProof.kind }).toEqual({
      findings: vector.findings,
      fee: vector.fee,
    });
    // Including the texts in `says` and `lacks`.
    expect(isAsExpected(vector, review)).toBe(true);
    for (const columns of [80, 40]) {
      const lines = printReview(review, networks[review.network ?? 'regtest'], columns);
      expect(lines.filter((line) => line.length > columns)).toEqual([]);
    }
  },
);

test('every finding has a vector with it, one just without it, and an honest one', () => {
  const alarming = new Set<string>(findingIds.filter((id) => catalogEntry(id).severity !== 'note'));
  const lacking = findingIds.filter((id) => {
    const about = reviewVectors.filter((vector) => vector.about === id);
    const has = about.some((vector) => vector.has && vector.findings.includes(id));
    const others = about.filter((vector) => !vector.has && !vector.findings.includes(id));
    const isHonest = others.some(({ findings }) => !findings.some((each) => alarming.has(each)));
    return !has || others.length < 2 || !isHonest;
  });
  expect(lacking).toEqual([]);
});

test('the names of vectors agree with their expected findings', () => {
  const wrong = reviewVectors.filter(
    ({ about, has, findings }) => about !== 'clean' && findings.includes(about) !== has,
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('there are at least 300, and each published attack names its source', () => {
  expect(reviewVectors.length).toBeGreaterThanOrEqual(300);
  expect(reviewVectors.filter(({ source }) => source !== undefined).length).toBeGreaterThan(30);
});
