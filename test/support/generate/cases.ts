import { createRandom, type Random } from './random.ts';

/** One case of a random run, with a seed of its own, by which it can be repeated alone. */
export type Case<T> = {
  readonly value: T;
  /** Absent: it was found, not made. */
  readonly seed?: number;
};

export type CasesWanted<T> = {
  readonly seed: number;
  /** How many without COLDSIGN_CASES. */
  readonly usual: number;
  readonly make: (random: Random) => T;
  /** The test's own: ends the run when somebody stops it. */
  readonly signal: AbortSignal;
};

/** So many go one by one before the rest go in batches: a server answers the two in different code. */
const SINGLE = 500;
const BATCH = 100;

/** How many cases each random test makes: COLDSIGN_CASES, or what is usual for it. */
export function casesOfRun(usual: number, text = process.env.COLDSIGN_CASES): number {
  if (text === undefined || text === '') return usual;
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new Error(`COLDSIGN_CASES is a number of cases, such as 1000000 or 1e6, not ${text}`);
}

/** Cases in lists that can be asked at once, until they are all made or the run is stopped. */
export function* batchesOfCases<T>(wanted: CasesWanted<T>): Generator<readonly Case<T>[]> {
  const { seed, make, signal } = wanted;
  const count = casesOfRun(wanted.usual);
  const progress = createProgress(count);
  for (let next = 0; next < count; ) {
    if (signal.aborted) {
      console.log(`stopped after ${next} of ${count} cases`);
      return;
    }
    const size = next < SINGLE ? 1 : Math.min(BATCH, count - next);
    yield Array.from({ length: size }, (_, i) => {
      const own = seed + next + i;
      return { value: make(createRandom(own)), seed: own };
    });
    next += size;
    progress(next);
  }
}

/** Says every hundredth of a long run how far it is. */
function createProgress(count: number): (done: number) => void {
  const step = Math.max(1000, Math.floor(count / 100));
  let said = 0;
  return (done) => {
    if (done - said < step) return;
    said = done;
    console.log(`${done} of ${count} cases`);
  };
}

/** How many of each kind of answer there were: a run that only met errors would prove little. */
export type Tally = {
  add(kind: string): void;
  /** A case in which the two are not the same. */
  differs(of: Case<unknown>, what: string): void;
  /** Prints the counts; fails if there was a difference. */
  finish(): void;
};

/** More differences than these tell nothing new. */
const ENOUGH = 20;

export function createTally(): Tally {
  const counts = new Map<string, number>();
  const differences: string[] = [];
  return {
    add: (kind) => counts.set(kind, (counts.get(kind) ?? 0) + 1),
    differs({ seed }, what) {
      const again = `COLDSIGN_SEED=${seed} COLDSIGN_CASES=1 makes this case alone: `;
      const text = seed === undefined ? what : again + what;
      console.log(text);
      differences.push(text);
      if (differences.length >= ENOUGH) throw new Error(differences.join('\n'));
    },
    finish() {
      console.log(Object.fromEntries(counts));
      if (differences.length > 0) throw new Error(differences.join('\n'));
    },
  };
}
