import { describe, expect, test } from 'vitest';
import { selectCoins } from '../../../../src/wallet/funding/choose-coins.ts';
import { selectAutomatically } from '../../../../src/wallet/funding/coin-selection/choose.ts';
import { orderedFilters } from '../../../../src/wallet/funding/coin-selection/filters.ts';
import { isSelection } from '../../../../src/wallet/funding/coin-selection/selection.ts';
import { leastWasteful, weigh } from '../../../../src/wallet/funding/coin-selection/waste.ts';
import { seededRandom, someCoin, someParams } from '../../../support/generate/selection.ts';

const vouts = (result: ReturnType<typeof selectAutomatically>) =>
  isSelection(result) ? result.coins.map(({ outPoint }) => outPoint.vout).sort() : result.error;

describe('filters', () => {
  test('go from careful to permissive, as in Core', () => {
    const rows = (more: Parameters<typeof someParams>[0]) =>
      orderedFilters(someParams(more)).map((by) => [
        by.confirmationsMine,
        by.confirmationsTheirs,
        by.maxAncestors,
      ]);
    expect(rows({ includeUnsafe: true, rejectLongChains: false })).toEqual([
      [1, 6, 0],
      [1, 1, 0],
      [0, 1, 2],
      [0, 1, 4],
      [0, 1, 12],
      [0, 1, 24],
      [0, 0, 24],
      [0, 1, Number.POSITIVE_INFINITY],
    ]);
    expect(rows({ spendZeroConfChange: false })).toHaveLength(2);
    // wallet/spend.cpp with -limitancestorcount=6 and -limitdescendantcount=6.
    expect(rows({ chainLimit: 6 }).map(([, , limit]) => limit)).toEqual([0, 0, 2, 2, 3, 5]);
  });

  test('prefer coins with six confirmations, then one, then own unconfirmed ones', () => {
    const coins = [
      someCoin(0, { depth: 0, fromMe: true, ancestors: 1, clusterCount: 1 }),
      someCoin(1, { depth: 1 }),
      someCoin(2, { depth: 6 }),
    ];
    const params = someParams();
    expect(vouts(selectAutomatically(coins, 30_000, params))).toEqual([2]);
    expect(vouts(selectAutomatically(coins, 150_000, params))).toEqual([1, 2]);
    expect(vouts(selectAutomatically(coins, 250_000, params))).toEqual([0, 1, 2]);
  });

  test('do not mix types while a single type suffices', () => {
    const coins = [
      someCoin(0, { type: 'legacy', inputVsize: 148 }),
      someCoin(1, { type: 'bech32' }),
      someCoin(2, { type: 'bech32' }),
    ];
    expect(vouts(selectAutomatically(coins, 140_000, someParams()))).toEqual([1, 2]);
    expect(vouts(selectAutomatically(coins, 250_000, someParams()))).toEqual([0, 1, 2]);
  });

  test('do not mix types either when the coins of one are too heavy, as in Core', () => {
    const coins = [
      someCoin(0, { type: 'legacy', inputVsize: 148 }),
      someCoin(1, { type: 'bech32', value: 200_000 }),
    ];
    expect(vouts(selectAutomatically(coins, 140_000, someParams({ maxTxWeight: 792 })))).toBe(
      'inputs too heavy',
    );
    expect(vouts(selectAutomatically(coins, 140_000, someParams()))).toEqual([1]);
  });

  test('take all coins of a script or none, up to a hundred', () => {
    const coins = Array.from({ length: 130 }, (_, i) => someCoin(i, { script: 'same', depth: 10 }));
    const found = selectAutomatically(coins, 150_000, someParams({ avoidPartialSpends: true }));
    expect(isSelection(found) && found.coins.length).toBe(100);
  });

  // Core: OUTPUT_GROUP_MAX_ENTRIES; more coins are shuffled before they are grouped.
  test('leave a random coin when a script has 101', () => {
    const coins = Array.from({ length: 101 }, (_, i) => someCoin(i, { script: 'same' }));
    const left = [1, 2, 3, 4, 5].map((seed) => {
      const params = someParams({ avoidPartialSpends: true, random: seededRandom(seed) });
      const found = selectAutomatically(coins, 150_000, params);
      const chosen = isSelection(found) ? found.coins : [];
      expect(chosen).toHaveLength(100);
      return coins.findIndex((coin) => !chosen.includes(coin));
    });
    expect(new Set(left).size).toBeGreaterThan(1);
  });

  test('report chains of unconfirmed transactions that are too long', () => {
    const long = { depth: 0, fromMe: true, ancestors: 25, clusterCount: 25 };
    const coins = [someCoin(0, long), someCoin(1, long)];
    expect(vouts(selectAutomatically(coins, 120_000, someParams()))).toBe('chain too long');
  });
});

test('several random draws find few inputs more often than one when fees are high', () => {
  const small = Array.from({ length: 20 }, (_, i) => someCoin(i, { value: 60_000 }));
  const coins = [...small, someCoin(20, { value: 1_000_000 })];
  const found = Array.from({ length: 200 }, (_, seed) => {
    const rates = { effective: 20_000, longTerm: 10_000 };
    const result = selectAutomatically(
      coins,
      100_000,
      someParams({ rates, random: seededRandom(seed) }),
    );
    return isSelection(result) ? result.coins.length : 0;
  });
  // The large coin is among the first two of a draw in 2 of 21 cases, and of five draws in 39 of
  // 100.
  expect(found.filter((count) => count <= 2).length).toBeGreaterThan(50);
});

describe('preset coins', () => {
  const preset = [someCoin(50, { value: 40_000 })];
  const available = [someCoin(0), someCoin(1)];

  test('are all spent, and the rest is chosen', () => {
    const request = { target: 70_000, preset, available, allowOtherInputs: true };
    const rates = { effective: 20_000, longTerm: 10_000 };
    const found = vouts(selectCoins(request, someParams({ rates })));
    expect(found).toHaveLength(2);
    expect(found).toContain(50);
  });

  test('suffice, or the call fails when nothing may be added', () => {
    const alone = { preset, available: [], allowOtherInputs: false };
    expect(selectCoins({ ...alone, target: 30_000 }, someParams())).toMatchObject({
      algorithm: 'manual',
    });
    expect(selectCoins({ ...alone, target: 50_000 }, someParams())).toMatchObject({
      error: 'preset too small',
    });
  });
});

describe('waste', () => {
  const selection = { algorithm: 'srd', target: 50_000, weight: 272 } as const;

  test('is timing plus the cost of change, or plus the excess', () => {
    const params = someParams();
    // One input of 68 vbytes costs 340 now and 680 later.
    const rich = weigh({ ...selection, coins: [someCoin(0)] }, 0, params);
    expect(rich).toMatchObject({ waste: -340 + 835, change: 100_000 - 340 - 50_000 - 155 });
    const tight = weigh({ ...selection, coins: [someCoin(0, { value: 51_000 })] }, 0, params);
    expect(tight).toMatchObject({ waste: -340 + 660, change: 0 });
  });

  test('decides, then the number of coins, then the order', () => {
    const of = (waste: number, count: number) => ({
      ...selection,
      coins: Array.from({ length: count }, (_, i) => someCoin(i)),
      bumpDiscount: 0,
      waste,
      change: 0,
    });
    const [a, b, c, d] = [of(5, 1), of(3, 1), of(3, 2), of(3, 2)];
    expect(leastWasteful([a, b, c, d])).toBe(c);
    expect(leastWasteful([])).toBeUndefined();
  });
});
