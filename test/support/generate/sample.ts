const scope = process.env.COLDSIGN_TESTS;

/**
 * True if all tests run, as with `npm run test:all`, which takes an hour. `npm test` takes minutes,
 * and samples long lists.
 */
export const takesAll = scope === 'all';

/** True if the tests that take minutes run, too: in a complete run, and with samples in .ci/run. */
export const takesLong = takesAll || scope === 'gate';

/** True in .ci/run, which asks a real node about fewer random cases than `npm run test:node`. */
export const takesSamples = scope === 'gate';

const start = Number(process.env.COLDSIGN_SEED ?? 0);

/**
 * Returns every tenth item of a list, or every `every`th. Another COLDSIGN_SEED selects others. A
 * complete run takes all, or each `thenEvery`th if all would take minutes. COLDSIGN_CASES takes
 * all.
 */
export function sampleOf<T>(list: readonly T[], every = 10, thenEvery = 1): readonly T[] {
  const step = process.env.COLDSIGN_CASES ? 1 : takesAll ? thenEvery : every;
  return list.filter((_, i) => i % step === start % step);
}

/** Returns the number of random cases: `count` in a complete run, else a quarter. */
export const runs = (count: number): number => (takesAll ? count : Math.ceil(count / 4));
