import { expect, test } from 'vitest';
import { networks } from '../../src/encoding/network.ts';
import { reviewId } from '../../src/review/id.ts';
import type { Review } from '../../src/review/model.ts';
import { reviewOf, reviewVectors } from '../support/vectors/review-vectors.ts';

const vector = reviewVectors.find(({ name }) => name === 'a payment with change');
if (vector === undefined) throw new Error('no vector');
const review = reviewOf(vector);

/** Returns variants of a value, one for each of its parts, with the part's place. */
function variants(value: unknown, place: string): readonly (readonly [string, unknown])[] {
  if (typeof value === 'bigint') return [[place, value + 1n]];
  if (typeof value === 'number') return [[place, value + 1]];
  if (typeof value === 'boolean') return [[place, !value]];
  if (typeof value === 'string') return [[place, `${value}.`]];
  if (value === undefined) return [[place, 'told']];
  if (value instanceof Uint8Array) return [[place, Uint8Array.of(...value, 0)]];
  if (Array.isArray(value)) {
    const within = value.flatMap((item, i) =>
      variants(item, `${place}[${i}]`).map(([at, other]) => [at, value.with(i, other)] as const),
    );
    return [...within, [`${place}, one more`, [...value, ...value.slice(0, 1), 7]]];
  }
  return Object.entries(value as object).flatMap(([name, member]) =>
    variants(member, `${place}.${name}`).map(
      ([at, other]) => [at, { ...(value as object), [name]: other }] as const,
    ),
  );
}

/** Returns true if the transaction can be encoded. */
function isWritable(value: unknown): boolean {
  try {
    return idOf(value) !== '';
  } catch {
    return false;
  }
}

const idOf = (value: unknown) => reviewId(value as Review, networks.regtest);

/**
 * Members that only describe the facts, or follow from them: sentences, labels, sizes and times.
 */
const DESCRIPTIVE =
  /^\.(now|vsize|nonStandard|fields|isModifiable|isFinal|feeRate|feeShare|lifted)|\.(lock|label|role|form|accounts|index|isFar|text|advice|severity|atMost|problems|sequence|isDust|isUsed|isClaimed|isForged|isShared|claim|cosigners|resembles|address)\b|\.txid\b/;

test('every fact of a review changes its id, and nothing that only describes facts does', () => {
  // A transaction with an invalid id cannot be encoded.
  const changed = variants(review, '').filter(([, value]) => isWritable(value));
  const isSame = ([, value]: readonly [string, unknown]) => idOf(value) === idOf(review);
  const kept = changed.filter(isSame).map(([place]) => place);
  expect(kept.filter((place) => !DESCRIPTIVE.test(place))).toEqual([]);
  const facts = changed.filter(([place]) => !DESCRIPTIVE.test(place));
  expect(facts.length).toBeGreaterThan(25);
  expect(idOf({ ...review, now: { time: 1_800_000_000 } })).toBe(idOf(review));
  expect(reviewId({ ...review, network: 'main' }, networks.main)).not.toBe(idOf(review));
});

test('depends on the findings and not on their wording', () => {
  const found = reviewVectors.find(({ name }) => name === 'a coin twice') ?? vector;
  const other = reviewOf(found);
  const [first] = other.findings;
  const translated = other.findings.map((each) => ({ ...each, text: 'x', advice: 'y' }));
  expect(idOf({ ...other, findings: translated })).toBe(idOf(other));
  expect(
    idOf({ ...review, findings: [{ ...first, id: 'annex', inputs: [], outputs: [] }] }),
  ).not.toBe(idOf(review));
});

test('does not depend on the order of members', () => {
  const turned = Object.fromEntries(Object.entries(review).reverse());
  expect(idOf(turned)).toBe(idOf(review));
  expect(idOf(reviewOf(vector))).toBe(idOf(review));
});
