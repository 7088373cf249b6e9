/** A seeded source of choices. A seed always gives the same choices. */
export type Random = {
  /** Returns a number from 0 to `below - 1`. */
  int(below: number): number;
  bytes(length: number): Uint8Array;
  /** Returns true once in `times` calls, on average. */
  oneIn(times: number): boolean;
  pick<T>(from: readonly [T, ...T[]]): T;
  shuffle<T>(list: readonly T[]): T[];
};

/** mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    int,
    bytes: (length) => Uint8Array.from({ length }, () => int(256)),
    oneIn: (times) => int(times) === 0,
    pick: (from) => from[int(from.length)] ?? from[0],
    shuffle: (list) =>
      list
        .map((item) => ({ item, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item),
  };
}

/**
 * Returns COLDSIGN_SEED, or a new seed for each run. The run prints it, so that it can be repeated.
 */
export function seedOfRun(): number {
  const text = process.env.COLDSIGN_SEED ?? '';
  const given = Number(text);
  if (text !== '' && !(Number.isSafeInteger(given) && given > 0)) {
    throw new Error(`COLDSIGN_SEED is the number that a run has printed, not ${text}`);
  }
  const seed = text === '' ? 1 + Math.floor(Math.random() * 2 ** 31) : given;
  console.log(`seed: COLDSIGN_SEED=${seed}`);
  return seed;
}
