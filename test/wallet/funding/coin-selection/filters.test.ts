import { expect, test } from 'vitest';
import { groupCandidates } from '../../../../src/wallet/funding/coin-selection/filters.ts';
import { someCoin, someParams } from '../../../support/generate/selection.ts';

/** Returns sizes of the groups of one script's coins, and whether a group is partial. */
function groupsOf(count: number): readonly (readonly [number, boolean])[] {
  const coins = Array.from({ length: count }, (_, i) => someCoin(i, { script: 'one' }));
  const { mixed } = groupCandidates(coins, someParams({ avoidPartialSpends: true }));
  return mixed.map(({ coins: { length }, partial }) => [length, partial]);
}

// Core: GroupOutputs (wallet/spend.cpp).
test('only the last of several groups of a script is partial, even if it is full', () => {
  expect(groupsOf(1)).toEqual([[1, false]]);
  expect(groupsOf(100)).toEqual([[100, false]]);
  expect(groupsOf(101)).toEqual([
    [1, true],
    [100, false],
  ]);
  expect(groupsOf(200)).toEqual([
    [100, true],
    [100, false],
  ]);
  expect(groupsOf(250)).toEqual([
    [50, true],
    [100, false],
    [100, false],
  ]);
});

// Core: GroupOutputs (wallet/spend.cpp) keeps groups by the OutputType of their coins.
test.each([1, 2, 101])('each group of %i coins has the type of its coins', (count) => {
  const coins = Array.from({ length: count }, (_, i) => someCoin(i, { type: 'bech32m' }));
  const { mixed } = groupCandidates(coins, someParams({ avoidPartialSpends: true }));
  expect(new Set(mixed.map(({ type }) => type))).toEqual(new Set(['bech32m']));
});
