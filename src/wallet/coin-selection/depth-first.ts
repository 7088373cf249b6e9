import type { OutputGroup } from './coins.ts';

/** wallet/coinselection.cpp, TOTAL_TRIES. */
const TOTAL_TRIES = 100_000;

/**
 * `explore`: go on adding. `shift`: replace the group added last by the next. `cut`: nothing better lies below the
 * group before the last either.
 */
export type Step = 'explore' | 'shift' | 'cut';

export type Walk = {
  add(index: number): void;
  remove(index: number): void;
  /** Judges the selection after `index` was added; `selected` are indices into the pool. */
  judge(index: number, selected: readonly number[]): Step;
};

/**
 * The walk that Branch and Bound and CoinGrinder share: depth first over "with this group or without it", inclusion
 * first, over a pool sorted by descending amount. A group is skipped when the one before it was left out and has the
 * same amount: it would only repeat what was seen.
 */
export function walkDepthFirst(pool: readonly OutputGroup[], walk: Walk): void {
  const selected: number[] = [];
  let next = 0;

  const deselectLast = (): number => {
    const last = selected.pop() ?? 0;
    walk.remove(last);
    return last;
  };

  /** The index after `index` that does not repeat its amount; `undefined` at the end of the pool. */
  const afterClones = (index: number): number | undefined => {
    let candidate = index + 1;
    while (candidate < pool.length && pool[candidate]?.amount === pool[candidate - 1]?.amount) {
      candidate++;
    }
    return candidate < pool.length ? candidate : undefined;
  };

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
      const candidate = afterClones(deselectLast());
      if (candidate === undefined) continue;
      next = candidate;
      break;
    }
  }
}
