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

/** Why coins that are there cannot be chosen. */
export type SelectionError =
  /** The coins that were named do not suffice, and no others may be taken. */
  | { readonly error: 'preset too small' }
  /**
   * The inputs that were found, or those together with the named ones, weigh more than the
   * transaction may.
   */
  | { readonly error: 'inputs too heavy' }
  | { readonly error: 'preset and inputs too heavy' }
  /** The transaction may weigh less than it does without inputs, or without room for change. */
  | { readonly error: 'no weight for inputs' }
  | { readonly error: 'no weight for change' }
  /** More unconfirmed transactions are connected with the coins than anybody looks at. */
  | { readonly error: 'cluster too large to price' }
  /** Only coins with too long a chain of unconfirmed ancestors would suffice. */
  | { readonly error: 'chain too long' };

/** Nothing found. */
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

/** wallet/coinselection.h: the least change that is worth aiming for, and the most. */
export const CHANGE_LOWER = 50_000;
export const CHANGE_UPPER = 1_000_000;
