import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleOf } from '../support/generate/sample.ts';
import { buildMutants, type Mutant, type MutatedReview } from './rule-mutants.ts';

/** Code that looks like a rule, but whose removal changes no finding, with the reason. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  'psbt-subject.ts session === undefined':
    'a vector has a transaction; test/psbt/bips.test.ts has those without',
  'fee-bounds.ts rates.length + fees.length === 0':
    'a review joins no limits; test/library/payment/fee.test.ts has them',
  'fee-proof.ts sighashType === undefined && signatures.length === 0': 'saves time',
  'find-types.ts inputs.every((input) => typesOf(input, knowsOwners).length === 0)': 'saves time',
  'outputs.ts !reviewed.some(isPending)': 'saves time',
  'shared-wallet.ts false': 'an absent value is false too',
  "outputs.ts kind === 'nulldata' && value === 0n": 'the next line says the same',
};

let review: MutatedReview;

beforeAll(async () => {
  review = await buildMutants();
});

afterAll(() => review.remove());

const nameOf = ({ place, code }: Mutant) => `${place.replace(/.*\/|:.*/g, '')} ${code}`;

/** A vector, and the rules that had a result when it was reviewed. */
type Run<T> = { readonly vector: T; readonly rules: ReadonlySet<number> };

/**
 * Returns rules that no vector notices. Each vector is reviewed once with all rules. A rule without
 * a result then cannot change its review, so that each rule is tried only with vectors in which it
 * had one, until one of them notices it. The cheapest vectors are first.
 */
function survivors(): readonly string[] {
  const { reviewVectors, isAsExpected } = review.without();
  const runs = reviewVectors
    .map((vector) => ({ vector, size: (vector.psbt ?? vector.hex ?? '').length }))
    .sort((a, b) => a.size - b.size)
    .map(({ vector }): Run<typeof vector> & { readonly isRight: boolean } => {
      let isRight = false;
      const rules = review.effective(() => {
        isRight = isAsExpected(vector);
      });
      return { vector, rules, isRight };
    });
  expect(runs.filter(({ isRight }) => !isRight).map(({ vector }) => vector.name)).toEqual([]);
  const left: string[] = [];
  for (const [number, mutant] of sampleOf([...review.mutants.entries()])) {
    if (nameOf(mutant) in WITHOUT_EFFECT) continue;
    const without = review.without(number);
    const isMissed = ({ vector }: (typeof runs)[number]) => {
      try {
        return !without.isAsExpected(vector);
      } catch {
        return true;
      }
    };
    const tried = mutant.isEarly ? runs : runs.filter(({ rules }) => rules.has(number));
    if (!tried.some(isMissed)) left.push(`${mutant.place} ${mutant.code}`);
  }
  return left;
}

test('each rule of the review is missed by a vector when it is switched off', () => {
  const left = survivors();
  console.log(`${review.mutants.length} rules, ${left.length} that no vector misses`);
  expect(left).toEqual([]);
}, 1_200_000);

test('there are more than a hundred rules, and each exception is still in the code', () => {
  const codes = new Set(review.mutants.map(nameOf));
  expect(review.mutants.length).toBeGreaterThan(100);
  expect(Object.keys(WITHOUT_EFFECT).filter((code) => !codes.has(code))).toEqual([]);
});
