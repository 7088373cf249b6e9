import type { Random } from '../../random.ts';
import { descending, pick } from './branch-and-bound.ts';
import type { OutputGroup } from './coin-groups.ts';
import {
  type NoSelection,
  noSelection,
  type Selection,
  selectionOf,
  tooHeavy,
} from './selection.ts';

/** Random subsets tried for one target. */
const ITERATIONS = 1000;

/**
 * Finds a subset close above the target, or above the target with change. Core: KnapsackSolver
 * (wallet/coinselection.cpp).
 */
export function selectKnapsack(
  groups: readonly OutputGroup[],
  target: number,
  changeTarget: number,
  random: Random,
  maxWeight: number,
): Selection | NoSelection {
  const found = (chosen: readonly OutputGroup[]) => selectionOf('knapsack', target, chosen);
  const sifted = sift(random.shuffle(groups), target, changeTarget, maxWeight);
  const { exact, smaller, lowestLarger } = sifted;
  let { wasTooHeavy } = sifted;
  if (exact !== undefined) return found([exact]);

  const total = smaller.reduce((sum, group) => sum + group.amount, 0);
  if (total === target) {
    const all = found(smaller);
    if (all.weight <= maxWeight) return all;
    wasTooHeavy = true;
  }
  if (total < target) {
    if (lowestLarger !== undefined) return found([lowestLarger]);
    return wasTooHeavy ? tooHeavy : noSelection;
  }

  const pool = [...smaller].sort(descending);
  let best = approximate(pool, total, target, random, maxWeight);
  if (best.amount !== target && total >= target + changeTarget) {
    best = approximate(pool, total, target + changeTarget, random, maxWeight);
  }
  const missesBoth = best.amount !== target && best.amount < target + changeTarget;
  if (lowestLarger !== undefined && (missesBoth || lowestLarger.amount <= best.amount)) {
    return found([lowestLarger]);
  }
  const subset = found(pick(pool, best.chosen));
  if (subset.weight <= maxWeight) return subset;
  return lowestLarger === undefined ? tooHeavy : found([lowestLarger]);
}

type Sifted = {
  readonly exact: OutputGroup | undefined;
  /** Groups below the target with change; larger ones would only overshoot. */
  readonly smaller: readonly OutputGroup[];
  readonly lowestLarger: OutputGroup | undefined;
  readonly wasTooHeavy: boolean;
};

function sift(
  groups: readonly OutputGroup[],
  target: number,
  changeTarget: number,
  maxWeight: number,
): Sifted {
  const smaller: OutputGroup[] = [];
  let lowestLarger: OutputGroup | undefined;
  let exact: OutputGroup | undefined;
  let wasTooHeavy = false;
  for (const group of groups) {
    if (group.weight > maxWeight) {
      wasTooHeavy = true;
    } else if (group.amount === target) {
      exact = group;
      break;
    } else if (group.amount < target + changeTarget) {
      smaller.push(group);
    } else if (lowestLarger === undefined || group.amount < lowestLarger.amount) {
      lowestLarger = group;
    }
  }
  return { exact, smaller, lowestLarger, wasTooHeavy };
}

/** Indexes into the pool, and the sum of their amounts. */
type Subset = { readonly chosen: Uint32Array; readonly amount: number };

/** State shared by all iterations over one pool. */
type Search = {
  /** Amounts in descending order. */
  readonly amounts: Float64Array;
  readonly weights: Float64Array;
  readonly heaviest: number;
  readonly target: number;
  readonly maxWeight: number;
  readonly random: Random;
  /** Indexes of the subset being tried, in the order of selection. */
  readonly picked: Uint32Array;
  readonly isPicked: Uint8Array;
};

/**
 * Draws random subsets in two passes: first about every other group, then the groups left out. A
 * group that reaches the target is noted and removed again. Of a run of such groups only the
 * smallest matters, so the others are skipped, unlike in Core, and many groups cost little time.
 * Core: ApproximateBestSubset.
 */
function approximate(
  pool: readonly OutputGroup[],
  total: number,
  target: number,
  random: Random,
  maxWeight: number,
): Subset {
  const weights = Float64Array.from(pool, (group) => group.weight);
  const search: Search = {
    amounts: Float64Array.from(pool, (group) => group.amount),
    weights,
    heaviest: weights.reduce((most, weight) => Math.max(most, weight), 0),
    target,
    maxWeight,
    random,
    picked: new Uint32Array(pool.length),
    isPicked: new Uint8Array(pool.length),
  };
  let best: Subset = { chosen: Uint32Array.from(pool, (_, i) => i), amount: total };
  for (let iteration = 0; iteration < ITERATIONS && best.amount !== target; iteration++) {
    best = tryOnce(search, best);
  }
  return best;
}

function tryOnce(search: Search, known: Subset): Subset {
  const { amounts, weights, heaviest, target, maxWeight, random, picked, isPicked } = search;
  const { length } = amounts;
  let best = known;
  let count = 0;
  let amount = 0;
  let weight = 0;
  let reached = false;
  const note = (last: number) => {
    reached = true;
    const sum = amount + (amounts[last] ?? 0);
    if (sum >= best.amount) return;
    const chosen = picked.slice(0, count + 1);
    chosen[count] = last;
    best = { chosen, amount: sum };
  };
  // Groups are never removed from a subset, so a subset that is too heavy stays so.
  for (let pass = 0; pass < 2 && !reached && weight <= maxWeight; pass++) {
    const isDrawn = pass === 0 ? () => random.bool() : (i: number) => isPicked[i] === 0;
    for (let i = 0; i < length && weight <= maxWeight; ) {
      const missing = target - amount;
      if ((amounts[i] ?? 0) >= missing && weight + heaviest <= maxWeight) {
        const end = firstBelow(amounts, missing, i);
        const poorest = drawPoorest(amounts, i, end, isDrawn);
        if (poorest !== undefined) note(poorest);
        i = end;
        continue;
      }
      if (isDrawn(i)) {
        const own = weights[i] ?? 0;
        if ((amounts[i] ?? 0) >= missing && weight + own <= maxWeight) {
          note(i);
        } else {
          amount += amounts[i] ?? 0;
          weight += own;
          picked[count++] = i;
          isPicked[i] = 1;
        }
      }
      i++;
    }
  }
  for (let i = 0; i < count; i++) isPicked[picked[i] ?? 0] = 0;
  return best;
}

/** Returns the first position from `from` on with less than `amount`. `amounts` descend. */
function firstBelow(amounts: Float64Array, amount: number, from: number): number {
  let low = from;
  let high = amounts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((amounts[middle] ?? 0) < amount) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Returns the smallest of the positions drawn between `from` and `end`; of equal ones the first.
 */
function drawPoorest(
  amounts: Float64Array,
  from: number,
  end: number,
  isDrawn: (i: number) => boolean,
): number | undefined {
  for (let behind = end; behind > from; ) {
    // Amounts are integers, so "below amount + 1" means "not above".
    const start = firstBelow(amounts, (amounts[behind - 1] ?? 0) + 1, from);
    for (let i = start; i < behind; i++) if (isDrawn(i)) return i;
    behind = start;
  }
  return undefined;
}
