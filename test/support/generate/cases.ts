import { createRandom, type Random } from './random.ts';
import { takesSamples } from './sample.ts';

/** A case of a random run, with a seed that repeats only this case. */
export type Case<T> = {
  readonly value: T;
  /** Absent for a case that was found, not generated. */
  readonly seed?: number;
};

export type CasesWanted<T> = {
  readonly seed: number;
  /** Number of cases without COLDSIGN_CASES. */
  readonly usual: number;
  readonly make: (random: Random) => T;
  /** The test's signal, which ends the run when a person stops it. */
  readonly signal: AbortSignal;
};

/**
 * Number of cases that are sent one by one before the rest go in batches, because a server answers
 * the two in different code.
 */
const SINGLE = 500;
const BATCH = 100;

/**
 * Returns the number of cases of a random test: COLDSIGN_CASES, or its usual number, of which
 * .ci/run takes a quarter.
 */
export function casesOfRun(usual: number, text = process.env.COLDSIGN_CASES): number {
  if (text === undefined || text === '') return takesSamples ? Math.ceil(usual / 4) : usual;
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new Error(`COLDSIGN_CASES is a number of cases, such as 1000000 or 1e6, not ${text}`);
}

/** Yields cases in lists that can be sent at once, until all are made or the run is stopped. */
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

/** Prints progress at every hundredth of a long run. */
function createProgress(count: number): (done: number) => void {
  const step = Math.max(1000, Math.floor(count / 100));
  let said = 0;
  return (done) => {
    if (done - said < step) return;
    said = done;
    console.log(`${done} of ${count} cases`);
  };
}

/** Counts of each kind of answer, because a run with only errors would prove little. */
export type Tally = {
  add(kind: string): void;
  /** Reports a case in which the two differ. */
  differs(of: Case<unknown>, what: string): void;
  /** Prints the counts; fails if there was a difference. */
  finish(): void;
};

/** Number of differences after which a run ends. */
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
