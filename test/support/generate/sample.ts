/** Whether everything is run, as `npm run test:all` does: `npm test` answers in minutes, and takes a sample of what is long. */
export const takesAll = process.env.COLDSIGN_TESTS === 'all';

const start = Number(process.env.COLDSIGN_SEED ?? 0);

/** Each fifth of a list, or each so-manieth; with another COLDSIGN_SEED others. All of it where everything is run. */
export function sampleOf<T>(list: readonly T[], every = 5): readonly T[] {
  return takesAll ? list : list.filter((_, i) => i % every === start % every);
}

/** How many random cases: so many where everything is run, else a quarter. */
export const runs = (count: number): number => (takesAll ? count : Math.ceil(count / 4));
