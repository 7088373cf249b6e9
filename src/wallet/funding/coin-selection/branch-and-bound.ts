import { MAX_MONEY } from '../../../encoding/amount.ts';
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
 * Branch and Bound (wallet/coinselection.cpp, SelectCoinsBnB): finds the set of least waste between
 * `target` and `target + costOfChange`, so that no change is needed. Groups must have positive
 * amounts.
 */
export function selectBranchAndBound(
  groups: readonly OutputGroup[],
  target: number,
  costOfChange: number,
  maxWeight: number,
): Selection | NoSelection {
  const pool = [...groups].sort(descending);
  const amounts = Float64Array.from(pool, (group) => group.amount);
  const weights = Float64Array.from(pool, (group) => group.weight);
  const wastes = Float64Array.from(pool, (group) => group.fee - group.longTermFee);
  const behind = sumsBehind(amounts);
  if ((behind[0] ?? 0) + (amounts[0] ?? 0) < target || pool.length === 0) return noSelection;

  // The ratio of fee to long-term fee is that of the two rates, which are not known here.
  const isFeeRateHigh = (wastes[0] ?? 0) > 0;
  let amount = 0;
  let weight = 0;
  let waste = 0;
  let best: readonly number[] = [];
  let bestWaste = Number(MAX_MONEY);
  let wasTooHeavy = false;

  walkDepthFirst(pool, {
    add(index) {
      amount += amounts[index] ?? 0;
      weight += weights[index] ?? 0;
      waste += wastes[index] ?? 0;
    },
    remove(index) {
      amount -= amounts[index] ?? 0;
      weight -= weights[index] ?? 0;
      waste -= wastes[index] ?? 0;
    },
    judge(index, selected) {
      if (amount + (behind[index] ?? 0) < target) return 'cut';
      if (weight > maxWeight) {
        wasTooHeavy = true;
        return 'shift';
      }
      if (amount > target + costOfChange) return 'shift';
      // At high fee rates each further input adds waste, so a partial set that is already worse
      // cannot win.
      if (isFeeRateHigh && waste > bestWaste) return 'shift';
      if (amount < target) return 'explore';
      const total = waste + amount - target;
      if (total <= bestWaste) {
        best = [...selected];
        bestWaste = total;
      }
      return 'shift';
    },
  });

  if (best.length === 0) return wasTooHeavy ? tooHeavy : noSelection;
  return selectionOf('bnb', target, pick(pool, best));
}

/** Orders groups by descending amount, then by ascending waste. Core: descending. */
export function descending(a: OutputGroup, b: OutputGroup): number {
  return b.amount - a.amount || a.fee - a.longTermFee - (b.fee - b.longTermFee);
}

/** Returns for each index the sum of all later amounts. */
export function sumsBehind(amounts: Float64Array): Float64Array {
  const sums = new Float64Array(amounts.length);
  for (let i = amounts.length - 2; i >= 0; i--) {
    sums[i] = (sums[i + 1] ?? 0) + (amounts[i + 1] ?? 0);
  }
  return sums;
}

export function pick(
  pool: readonly OutputGroup[],
  indices: Iterable<number>,
): readonly OutputGroup[] {
  return Array.from(indices).flatMap((index) => pool[index] ?? []);
}
