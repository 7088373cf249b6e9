/** Whether everything is run, as `npm run test:all` does: `npm test` answers in minutes, and takes a sample of what is long. */
export const takesAll = process.env.COLDSIGN_TESTS === 'all';

const start = Number(process.env.COLDSIGN_SEED ?? 0);

/**
 * Every tenth of a list, or every so-manieth; with another COLDSIGN_SEED others. Where everything is
 * run, all of it, or each `thenEvery`th where even that takes minutes; all with COLDSIGN_CASES.
 */
export function sampleOf<T>(list: readonly T[], every = 10, thenEvery = 1): readonly T[] {
  const step = process.env.COLDSIGN_CASES ? 1 : takesAll ? thenEvery : every;
  return list.filter((_, i) => i % step === start % step);
}

/** How many random cases: so many where everything is run, else a quarter. */
export const runs = (count: number): number => (takesAll ? count : Math.ceil(count / 4));
