import type { OutputGroup, SelectableCoin } from './coin-groups.ts';

/** Core's names for the algorithms (GetAlgorithmName). */
export type Algorithm = 'bnb' | 'knapsack' | 'srd' | 'cg' | 'manual';

/** The result of one algorithm (wallet/coinselection.h, SelectionResult). */
export type Selection = {
  readonly algorithm: Algorithm;
  readonly target: number;
  readonly coins: readonly SelectableCoin[];
  readonly weight: number;
};

/** Why a sufficient set of coins cannot be selected. */
export type SelectionError =
  /** The preset coins do not suffice, and no others may be added. `missing`: what they lack. */
  | { readonly error: 'preset too small'; readonly missing?: number | undefined }
  /** The selected inputs, or these and the preset ones, exceed the weight limit. */
  | { readonly error: 'inputs too heavy' }
  | { readonly error: 'preset and inputs too heavy' }
  /** The weight limit is below the weight without inputs, or leaves no room for change. */
  | { readonly error: 'no weight for inputs' }
  | { readonly error: 'no weight for change' }
  /** The coins' cluster of unconfirmed transactions is too large to compute its fees. */
  | { readonly error: 'cluster too large to price' }
  /** Only coins with too long a chain of unconfirmed ancestors would suffice. */
  | { readonly error: 'chain too long' };

/** No set of coins was found. */
export type NoSelection = SelectionError | { readonly error: 'too few coins' };

export const noSelection: NoSelection = { error: 'too few coins' };
export const tooHeavy: NoSelection = { error: 'inputs too heavy' };

export function isSelection(result: Selection | NoSelection): result is Selection {
  return !('error' in result);
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

/** wallet/coinselection.h: the smallest and the largest change to aim for. */
export const CHANGE_LOWER = 50_000;
export const CHANGE_UPPER = 1_000_000;
