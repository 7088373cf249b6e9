import type { OutputGroup, SelectableCoin } from './coins.ts';

/** Core's names for the algorithms (GetAlgorithmName). */
export type Algorithm = 'bnb' | 'knapsack' | 'srd' | 'cg' | 'manual';

/** What one algorithm found (wallet/coinselection.h, SelectionResult). */
export type Selection = {
  readonly algorithm: Algorithm;
  readonly target: number;
  readonly coins: readonly SelectableCoin[];
  readonly weight: number;
};

/** Nothing found; with the words for the user when it is more than a lack of coins. */
export type NoSelection = { readonly failed: true; readonly message: string };

export const noSelection: NoSelection = { failed: true, message: '' };

export const tooHeavy: NoSelection = {
  failed: true,
  message:
    "The inputs size exceeds the maximum weight. Please try sending a smaller amount or manually consolidating your wallet's UTXOs",
};

export function isSelection(result: Selection | NoSelection): result is Selection {
  return !('failed' in result);
}

export function selectionOf(
  algorithm: Algorithm,
  target: number,
  groups: readonly OutputGroup[],
): Selection {
  return {
    algorithm,
    target,
    coins: groups.flatMap((group) => group.coins),
    weight: groups.reduce((sum, group) => sum + group.weight, 0),
  };
}

/** wallet/coinselection.h: the least change that is worth aiming for, and the most. */
export const CHANGE_LOWER = 50_000;
export const CHANGE_UPPER = 1_000_000;
