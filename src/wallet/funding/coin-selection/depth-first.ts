import type { OutputGroup } from './coin-groups.ts';

/** wallet/coinselection.cpp, TOTAL_TRIES. */
const TOTAL_TRIES = 100_000;

/**
 * `explore`: add the next group. `shift`: replace the last added group by the next. `cut`: the
 * previous group leads to no better solution either.
 */
type Step = 'explore' | 'shift' | 'cut';

export type Walk = {
  add(index: number): void;
  remove(index: number): void;
  /** Judges the selection after `index` was added; `selected` are indices into the pool. */
  judge(index: number, selected: readonly number[]): Step;
};

/**
 * Walks depth first over all selections, inclusion first, over a pool sorted by descending amount.
 * Branch and Bound and CoinGrinder share it. A group is skipped if the one before it has the same
 * amount and was left out, because that would repeat a search.
 */
export function walkDepthFirst(pool: readonly OutputGroup[], walk: Walk): void {
  const selected: number[] = [];
  let next = 0;

  const deselectLast = (): number => {
    const last = selected.pop() ?? 0;
    walk.remove(last);
    return last;
  };

  const clonesEnd = endsOfClones(pool);

  for (let tries = 1; ; tries++) {
    walk.add(next);
    selected.push(next);
    let step = walk.judge(next, selected);
    next++;
    if (tries >= TOTAL_TRIES) return;
    if (next === pool.length) step = 'cut';
    if (step === 'explore') continue;
    if (step === 'cut') deselectLast();
    for (;;) {
      if (selected.length === 0) return;
      const candidate = clonesEnd[deselectLast()] ?? pool.length;
      if (candidate === pool.length) continue;
      next = candidate;
      break;
    }
  }
}

/** Returns for each index the next index with another amount. */
function endsOfClones(pool: readonly OutputGroup[]): Uint32Array {
  const ends = new Uint32Array(pool.length);
  for (let i = pool.length - 1; i >= 0; i--) {
    const isClone = i + 1 < pool.length && pool[i + 1]?.amount === pool[i]?.amount;
    ends[i] = isClone ? (ends[i + 1] ?? 0) : i + 1;
  }
  return ends;
}
