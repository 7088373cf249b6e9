import { describe, expect, test } from 'vitest';
import { selectKnapsack } from '../../../../src/wallet/funding/coin-selection/knapsack.ts';
import {
  CHANGE_LOWER,
  isSelection,
  tooHeavy,
} from '../../../../src/wallet/funding/coin-selection/selection.ts';
import { selectSingleRandomDraw } from '../../../../src/wallet/funding/coin-selection/single-random-draw.ts';
import { createRandom } from '../../../support/generate/random.ts';
import { seededRandom, someGroup } from '../../../support/generate/selection.ts';

const RUNS = 200;
const LIMIT = 400_000;

const amountOf = (coins: readonly { readonly value: number }[]) =>
  coins.reduce((sum, { value }) => sum + value, 0);

describe('Knapsack', () => {
  test('takes a single coin that fits exactly', () => {
    const pool = [5, 10, 20].map((amount, i) => someGroup(i, amount));
    const found = selectKnapsack(pool, 10, 3, seededRandom(1), LIMIT);
    expect(found).toMatchObject({ coins: [{ value: 10 }], algorithm: 'knapsack' });
  });

  test('takes all smaller coins when they fit exactly', () => {
    const pool = [1, 2, 3, 100].map((amount, i) => someGroup(i, amount));
    const found = selectKnapsack(pool, 6, 1, seededRandom(1), LIMIT);
    expect(isSelection(found) && amountOf(found.coins)).toBe(6);
  });

  test('takes the smallest larger coin when the smaller ones do not suffice', () => {
    const pool = [1, 2, 50, 100].map((amount, i) => someGroup(i, amount));
    const found = selectKnapsack(pool, 10, 5, seededRandom(1), LIMIT);
    expect(found).toMatchObject({ coins: [{ value: 50 }] });
  });

  test('reaches the target within the weight with random coins', () => {
    const random = createRandom(3);
    for (let run = 0; run < RUNS; run++) {
      const pool = Array.from({ length: 1 + random.int(60) }, (_, i) =>
        someGroup(i, random.int(1000) - 30, 100 * (1 + random.int(6))),
      );
      const [target, change] = [1 + random.int(8000), random.int(2000)];
      const maxWeight = random.oneIn(2) ? 100 * random.int(60) : LIMIT;
      const found = selectKnapsack(pool, target, change, seededRandom(run), maxWeight);
      if (!isSelection(found)) continue;
      expect(amountOf(found.coins)).toBeGreaterThanOrEqual(target);
      expect(found.weight).toBeLessThanOrEqual(maxWeight);
      expect(new Set(found.coins).size).toBe(found.coins.length);
    }
  });

  test('finds an exact sum of many coins', () => {
    const pool = Array.from({ length: 12 }, (_, i) => someGroup(i, 2 ** i));
    const found = selectKnapsack(pool, 2731, 4096, seededRandom(4), LIMIT);
    expect(isSelection(found) && amountOf(found.coins)).toBe(2731);
  });

  /**
   * Returns the result of wallet/coinselection.cpp, KnapsackSolver, if ApproximateBestSubset finds
   * the best subset.
   */
  function bestAmount(amounts: readonly number[], target: number, change: number) {
    if (amounts.includes(target)) return target;
    const smaller = amounts.filter((amount) => amount < target + change);
    const larger = amounts.filter((amount) => amount >= target + change);
    const sums = smaller.reduce((all, amount) => all.concat(all.map((sum) => sum + amount)), [0]);
    const leastFrom = (least: number) => Math.min(...sums.filter((sum) => sum >= least));
    const lowestLarger = Math.min(...larger);
    if (leastFrom(target) === target) return target;
    const withChange = Math.min(leastFrom(target + change), lowestLarger);
    return withChange === Infinity ? leastFrom(target) : withChange;
  }

  test('finds the best of all subsets of a few coins', () => {
    const random = createRandom(9);
    for (let run = 0; run < RUNS; run++) {
      const amounts = Array.from({ length: 1 + random.int(6) }, () => 1 + random.int(40));
      const [target, change] = [1 + random.int(60), random.int(20)];
      const pool = amounts.map((amount, i) => someGroup(i, amount));
      const found = selectKnapsack(pool, target, change, seededRandom(run), LIMIT);
      const best = bestAmount(amounts, target, change);
      expect(isSelection(found) ? amountOf(found.coins) : Infinity).toBe(best);
    }
  });

  test('repeats itself with the same randomness', () => {
    const pool = Array.from({ length: 50 }, (_, i) => someGroup(i, 1000 + i * 37));
    const once = selectKnapsack(pool, 12_345, 5000, seededRandom(5), LIMIT);
    expect(selectKnapsack(pool, 12_345, 5000, seededRandom(5), LIMIT)).toEqual(once);
  });
});

describe('Single Random Draw', () => {
  test('covers the target and the least change, with no coin too many', () => {
    const random = createRandom(6);
    for (let run = 0; run < RUNS; run++) {
      const pool = Array.from({ length: 40 }, (_, i) => someGroup(i, 5000 + random.int(20_000)));
      const target = 1 + random.int(200_000);
      const found = selectSingleRandomDraw(pool, target, 100, seededRandom(run), LIMIT);
      if (!isSelection(found)) continue;
      const needed = target + CHANGE_LOWER + 100;
      const amount = amountOf(found.coins);
      expect(amount).toBeGreaterThanOrEqual(needed);
      const last = found.coins.reduce((most, { value }) => Math.max(most, value), 0);
      expect(amount - last).toBeLessThan(needed);
    }
  });

  test('drops the least valuable coins when it gets too heavy', () => {
    const pool = [...Array(10).keys()].map((i) => someGroup(i, i === 7 ? 90_000 : 100 + i, 400));
    const found = selectSingleRandomDraw(pool, 30_000, 100, seededRandom(7), 400);
    expect(found).toMatchObject({ coins: [{ value: 90_000 }], weight: 400 });
    expect(selectSingleRandomDraw(pool, 60_000, 100, seededRandom(7), 400)).toBe(tooHeavy);
  });

  test('removes the heaviest of equally valuable coins first', () => {
    const weights = [100, 300, 200];
    const pool = weights.map((weight, i) => someGroup(i, 100_000, weight));
    const inTurn = { ...seededRandom(1), below: () => 0 };
    const needed = 200_000 - CHANGE_LOWER - 100;
    const found = selectSingleRandomDraw(pool, needed, 100, inTurn, 350);
    expect(found).toMatchObject({ weight: 300 });
    const vouts = isSelection(found) ? found.coins.map(({ outPoint }) => outPoint.vout) : [];
    expect(vouts.sort()).toEqual([0, 2]);
  });

  // wallet/coinselection.cpp, SelectCoinsSRD and MinOutputGroupComparator, with a plain list.
  test('keeps the same coins as a list sorted by amount and weight', () => {
    const random = createRandom(8);
    const inTurn = { ...seededRandom(1), below: () => 0 };
    for (let run = 0; run < RUNS; run++) {
      const pool = Array.from({ length: 12 }, (_, i) =>
        someGroup(i, 10_000 * (1 + random.int(5)), 100 * (1 + random.int(5))),
      );
      const [needed, maxWeight] = [10_000 * (1 + random.int(12)), 100 * (1 + random.int(10))];
      const kept: (typeof pool)[number][] = [];
      const sum = (of: 'amount' | 'weight') => kept.reduce((all, group) => all + group[of], 0);
      for (const group of pool) {
        kept.push(group);
        kept.sort((a, b) => a.amount - b.amount || b.weight - a.weight);
        while (sum('weight') > maxWeight) kept.shift();
        if (sum('amount') >= needed) break;
      }
      const target = needed - CHANGE_LOWER - 100;
      const found = selectSingleRandomDraw(pool, target, 100, inTurn, maxWeight);
      const isEnough = sum('amount') >= needed;
      expect(isSelection(found) && [amountOf(found.coins), found.weight]).toEqual(
        isEnough && [sum('amount'), sum('weight')],
      );
    }
  });

  test('draws every coin sooner or later', () => {
    const pool = [...Array(8).keys()].map((i) => someGroup(i, 100_000));
    const drawn = new Set<number>();
    for (let seed = 0; seed < 200; seed++) {
      const found = selectSingleRandomDraw(pool, 10_000, 100, seededRandom(seed), LIMIT);
      if (isSelection(found)) for (const { outPoint } of found.coins) drawn.add(outPoint.vout);
    }
    expect(drawn.size).toBe(8);
  });
});
