import { describe, expect, test } from 'vitest';
import { selectBranchAndBound } from '../../../../src/wallet/funding/coin-selection/branch-and-bound.ts';
import { selectCoinGrinder } from '../../../../src/wallet/funding/coin-selection/coin-grinder.ts';
import type { OutputGroup } from '../../../../src/wallet/funding/coin-selection/coin-groups.ts';
import { isSelection, tooHeavy } from '../../../../src/wallet/funding/coin-selection/selection.ts';
import { createRandom, type Random } from '../../../support/generate/random.ts';
import { someGroup } from '../../../support/generate/selection.ts';

const RUNS = 400;
const LIMIT = 400_000;

type Set = { readonly amount: number; readonly weight: number; readonly waste: number };

function* allSets(groups: readonly OutputGroup[]): Iterable<Set> {
  for (let bits = 1; bits < 2 ** groups.length; bits++) {
    let [amount, weight, waste] = [0, 0, 0];
    for (const [i, group] of groups.entries()) {
      if (((bits >> i) & 1) === 0) continue;
      amount += group.amount;
      weight += group.weight;
      waste += group.fee - group.longTermFee;
    }
    yield { amount, weight, waste };
  }
}

/** Returns the least weight that reaches the target, computed amount by amount. */
function leastWeight(groups: readonly OutputGroup[], target: number): number | undefined {
  const lightest = [0, ...new Array<number>(target).fill(Infinity)];
  for (const { amount, weight } of groups) {
    for (let from = target; from >= 0; from--) {
      const to = Math.min(target, from + amount);
      lightest[to] = Math.min(lightest[to] ?? Infinity, (lightest[from] ?? Infinity) + weight);
    }
  }
  return lightest[target];
}

/**
 * Makes a pool with few different amounts, so that there are clones. Heavier groups waste more,
 * like fees.
 */
function somePool(random: Random, wasteOf: number): readonly OutputGroup[] {
  const amounts = Array.from({ length: 5 }, () => 1 + random.int(200));
  const pick = amounts as [number, ...number[]];
  return Array.from({ length: 1 + random.int(10) }, (_, i) => {
    const size = 1 + random.int(3);
    return someGroup(i, random.pick(pick), 100 * size, wasteOf * size);
  });
}

const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), Infinity);

describe('Branch and Bound', () => {
  test.each([2, -2])('finds a set without change, with a waste of %i per coin', (wasteOf) => {
    const random = createRandom(1);
    for (let run = 0; run < RUNS; run++) {
      const pool = somePool(random, wasteOf);
      const [target, room] = [1 + random.int(600), random.int(30)];
      const maxWeight = random.oneIn(3) ? 100 * random.int(20) : LIMIT;
      const found = selectBranchAndBound(pool, target, room, maxWeight);
      const sets = [...allSets(pool)];
      const fitting = sets.filter(
        ({ amount, weight }) => amount >= target && amount <= target + room && weight <= maxWeight,
      );
      // At low fee rates it prefers the heavier of two equal coins, and may miss the lighter one
      // that would fit.
      if (wasteOf > 0 || maxWeight === LIMIT) {
        expect(isSelection(found)).toBe(fitting.length > 0);
      }
      if (!isSelection(found)) continue;
      const chosen = pool.filter(({ coins: [coin] }) => coin && found.coins.includes(coin));
      const excess = chosen.reduce((sum, group) => sum + group.amount, 0) - target;
      expect(excess).toBeGreaterThanOrEqual(0);
      expect(excess).toBeLessThanOrEqual(room);
      // At low fee rates more inputs would waste less, but the search ends once the target is
      // reached.
      if (wasteOf < 0) continue;
      const total = chosen.reduce((sum, { fee }) => sum + fee, 0);
      expect(total + excess).toBe(least(fitting.map((set) => set.waste + set.amount - target)));
    }
  });

  test('reports that only the weight limit prevents a result', () => {
    const pool = [someGroup(0, 10), someGroup(1, 10)];
    expect(selectBranchAndBound(pool, 20, 0, 300)).toBe(tooHeavy);
  });
});

describe('CoinGrinder', () => {
  test('finds the lightest set, and among equals the least valuable', () => {
    const random = createRandom(2);
    for (let run = 0; run < RUNS; run++) {
      const pool = somePool(random, 0);
      const [target, change] = [1 + random.int(500), random.int(100)];
      const maxWeight = random.oneIn(3) ? 100 * random.int(20) : LIMIT;
      const found = selectCoinGrinder(pool, target, change, maxWeight);
      const fitting = [...allSets(pool)].filter(
        ({ amount, weight }) => amount >= target + change && weight <= maxWeight,
      );
      expect(isSelection(found)).toBe(fitting.length > 0);
      if (!isSelection(found)) continue;
      const lightest = least(fitting.map(({ weight }) => weight));
      expect(found.weight).toBe(lightest);
      const amount = found.coins.reduce((sum, { value }) => sum + value, 0);
      const poorest = fitting.filter(({ weight }) => weight === lightest);
      expect(amount).toBe(least(poorest.map((set) => set.amount)));
    }
  });

  test('finds the lightest set of forty groups within its tries', () => {
    const random = createRandom(3);
    for (let run = 0; run < RUNS / 10; run++) {
      const pool = Array.from({ length: 40 }, (_, i) =>
        someGroup(i, 1 + random.int(200), 100 * (1 + random.int(3))),
      );
      const target = Math.floor(pool.reduce((sum, { amount }) => sum + amount, 0) / 3);
      const found = selectCoinGrinder(pool, target, 0, LIMIT);
      expect(isSelection(found) && found.weight).toBe(leastWeight(pool, target));
    }
  });
});
