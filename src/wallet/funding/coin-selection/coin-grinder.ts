import { MAX_MONEY } from '../../../encoding/amount.ts';
import { pick, sumsBehind } from './branch-and-bound.ts';
import type { OutputGroup } from './coin-groups.ts';
import { walkDepthFirst } from './depth-first.ts';
import {
  type NoSelection,
  noSelection,
  type Selection,
  selectionOf,
  tooHeavy,
} from './selection.ts';

/**
 * CoinGrinder (wallet/coinselection.cpp), for high fee rates: finds the lightest set that reaches
 * `target + changeTarget`; among equally light sets, the one with the smallest amount. Groups must
 * have positive amounts.
 */
export function selectCoinGrinder(
  groups: readonly OutputGroup[],
  target: number,
  changeTarget: number,
  maxWeight: number,
): Selection | NoSelection {
  const pool = [...groups].sort((a, b) => b.amount - a.amount || a.weight - b.weight);
  const amounts = Float64Array.from(pool, (group) => group.amount);
  const weights = Float64Array.from(pool, (group) => group.weight);
  const behind = sumsBehind(amounts);
  const lightest = lightestBehind(weights);
  const needed = target + changeTarget;
  if ((behind[0] ?? 0) + (amounts[0] ?? 0) < needed || pool.length === 0) return noSelection;

  let amount = 0;
  let weight = 0;
  let best: readonly number[] = [];
  let bestWeight = maxWeight;
  let bestAmount = Number(MAX_MONEY);
  let wasTooHeavy = false;

  /** Cuts if the group is as light as every later one, since no replacement can be better. */
  const giveUp = (index: number) =>
    (weights[index] ?? 0) <= (lightest[index] ?? 0) ? 'cut' : 'shift';

  /**
   * Lower bound of the weight, assuming further groups as light as the lightest and as large as the
   * last.
   */
  const leastWeight = (index: number) => {
    const last = amounts[index] ?? 1;
    return weight + (lightest[index] ?? 0) * Math.floor((needed - amount + last - 1) / last);
  };

  walkDepthFirst(pool, {
    add(index) {
      amount += amounts[index] ?? 0;
      weight += weights[index] ?? 0;
    },
    remove(index) {
      amount -= amounts[index] ?? 0;
      weight -= weights[index] ?? 0;
    },
    judge(index, selected) {
      if (amount + (behind[index] ?? 0) < needed) return 'cut';
      if (weight > bestWeight) {
        if (weight > maxWeight) wasTooHeavy = true;
        return giveUp(index);
      }
      if (amount >= needed) {
        if (weight < bestWeight || amount < bestAmount) {
          best = [...selected];
          bestWeight = weight;
          bestAmount = amount;
        }
        return 'shift';
      }
      if (best.length > 0 && leastWeight(index) > bestWeight) return giveUp(index);
      return 'explore';
    },
  });

  if (best.length === 0) return wasTooHeavy ? tooHeavy : noSelection;
  return selectionOf('cg', target, pick(pool, best));
}

/** Returns for each index the least weight of all later groups. */
function lightestBehind(weights: Float64Array): Float64Array {
  const least = new Float64Array(weights.length);
  let minimum = 2 ** 31 - 1;
  for (let i = weights.length - 1; i >= 0; i--) {
    least[i] = minimum;
    minimum = Math.min(minimum, weights[i] ?? minimum);
  }
  return least;
}
