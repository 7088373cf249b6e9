import { selectAutomatically } from './choose.ts';
import type { SelectableCoin } from './coin-groups.ts';
import type { SelectionParams } from './params.ts';
import { type NoSelection, noSelection, type Selection } from './selection.ts';
import { totalAmount, type WeighedSelection, weigh } from './waste.ts';

/**
 * Sums like `totalAmount` without the cost of unconfirmed ancestors: a cheap upper bound that shows
 * whether a search can succeed.
 */
export function roughAmount(coins: readonly SelectableCoin[], params: SelectionParams): number {
  if (params.subtractFee) return totalAmount(coins, params);
  return coins.reduce((sum, coin) => sum + coin.bumpFee, totalAmount(coins, params));
}

export type SelectionRequest = {
  readonly target: number;
  /** Coins that are spent in any case. */
  readonly preset: readonly SelectableCoin[];
  readonly available: readonly SelectableCoin[];
  readonly allowOtherInputs: boolean;
};

/**
 * wallet/spend.cpp, SelectCoins: the preset coins, and what is still missing chosen from the
 * available ones.
 */
export function selectCoins(
  { target, preset, available, allowOtherInputs }: SelectionRequest,
  params: SelectionParams,
): WeighedSelection | NoSelection {
  const missing = target - totalAmount(preset, params);
  if (!allowOtherInputs && missing > 0) {
    return { error: 'preset too small' };
  }
  const manual = manualSelection(preset, target);
  if (missing <= 0) return weigh(manual, 0, params);
  if (missing > roughAmount(available, params)) return noSelection;

  const found = selectAutomatically(available, missing, params);
  if ('error' in found || preset.length === 0) return found;
  const merged: Selection = {
    algorithm: found.algorithm,
    target: found.target + totalAmount(preset, params),
    coins: [...preset, ...found.coins],
    weight: found.weight + manual.weight,
  };
  if (merged.weight > params.maxTxWeight - 4 * params.sizeWithoutInputs) {
    return { error: 'preset and inputs too heavy' };
  }
  return weigh(merged, found.bumpDiscount, params);
}

function manualSelection(preset: readonly SelectableCoin[], target: number): Selection {
  const weight = preset.reduce((sum, coin) => sum + 4 * (coin.inputVsize ?? 0), 0);
  return { algorithm: 'manual', target, coins: preset, weight };
}
