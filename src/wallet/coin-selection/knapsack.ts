import type { Random } from '../random.ts';
import type { OutputGroup } from './coins.ts';
import {
  type NoSelection,
  noSelection,
  type Selection,
  selectionOf,
  tooHeavy,
} from './selection.ts';

/** Random subsets that are tried for one target. */
const ITERATIONS = 1000;

/** wallet/coinselection.cpp, KnapsackSolver: a subset close above the target, or above the target with change. */
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

  const pool = [...smaller].sort(
    (a, b) => b.amount - a.amount || a.fee - a.longTermFee - (b.fee - b.longTermFee),
  );
  let best = approximate(pool, total, target, random, maxWeight);
  if (best.amount !== target && total >= target + changeTarget) {
    best = approximate(pool, total, target + changeTarget, random, maxWeight);
  }
  const missesBoth = best.amount !== target && best.amount < target + changeTarget;
  if (lowestLarger !== undefined && (missesBoth || lowestLarger.amount <= best.amount)) {
    return found([lowestLarger]);
  }
  const subset = found(pool.filter((_, index) => best.included[index] === 1));
  if (subset.weight <= maxWeight) return subset;
  return lowestLarger === undefined ? tooHeavy : found([lowestLarger]);
}

type Sifted = {
  readonly exact: OutputGroup | undefined;
  /** Those below the target with change: larger ones would only overshoot. */
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

type Subset = { readonly included: Uint8Array; readonly amount: number };

/** ApproximateBestSubset: random subsets in two passes, first every other group, then those left out. */
function approximate(
  pool: readonly OutputGroup[],
  total: number,
  target: number,
  random: Random,
  maxWeight: number,
): Subset {
  const amounts = Float64Array.from(pool, (group) => group.amount);
  const weights = Float64Array.from(pool, (group) => group.weight);
  let best: Subset = { included: new Uint8Array(pool.length).fill(1), amount: total };
  const included = new Uint8Array(pool.length);
  for (let iteration = 0; iteration < ITERATIONS && best.amount !== target; iteration++) {
    included.fill(0);
    let amount = 0;
    let weight = 0;
    let reached = false;
    for (let pass = 0; pass < 2 && !reached; pass++) {
      for (let i = 0; i < amounts.length; i++) {
        if (pass === 0 ? !random.bool() : included[i] === 1) continue;
        amount += amounts[i] ?? 0;
        weight += weights[i] ?? 0;
        included[i] = 1;
        if (amount < target || weight > maxWeight) continue;
        reached = true;
        if (amount < best.amount) best = { included: included.slice(), amount };
        amount -= amounts[i] ?? 0;
        weight -= weights[i] ?? 0;
        included[i] = 0;
      }
    }
  }
  return best;
}
