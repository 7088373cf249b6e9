import { feeFor } from '../../fee-rate.ts';
import { coinFee, effectiveValue, type FeeRates, type SelectableCoin } from './coin-groups.ts';
import type { SelectionParams } from './params.ts';
import type { Selection } from './selection.ts';

/** A selection with its waste and change, all in satoshi. */
export type WeighedSelection = Selection & {
  /** The amount by which bump fees of coins with common ancestors were counted twice. */
  readonly bumpDiscount: number;
  readonly waste: number;
  /** Change after its fee; 0 if it would not be viable. */
  readonly change: number;
};

export function selectedValue(selection: Selection): number {
  return selection.coins.reduce((sum, coin) => sum + coin.value, 0);
}

/**
 * Sums the amounts that count: face value if the recipients pay the fee, else the effective value.
 */
export function totalAmount(coins: readonly SelectableCoin[], params: SelectionParams): number {
  return coins.reduce(
    (sum, coin) => sum + (params.subtractFee ? coin.value : effectiveValue(coin, params.rates)),
    0,
  );
}

function selectedAmount(selection: Selection, discount: number, params: SelectionParams): number {
  return totalAmount(selection.coins, params) + (params.subtractFee ? 0 : discount);
}

/**
 * Returns what is left for change, or 0 if it is too little for an output. Core: GetChange
 * (wallet/coinselection.cpp).
 */
function changeOf(selection: Selection, discount: number, params: SelectionParams): number {
  const fee = params.subtractFee ? 0 : params.changeFee;
  const change = selectedAmount(selection, discount, params) - selection.target - fee;
  return change < params.minViableChange ? 0 : change;
}

function timingCost(selection: Selection, rates: FeeRates): number {
  return selection.coins.reduce(
    (sum, coin) => sum + coinFee(coin, rates) - feeFor(rates.longTerm, coin.inputVsize ?? 0),
    0,
  );
}

/**
 * Computes the waste metric: the cost of spending these coins now instead of at the long-term rate,
 * plus the cost of change or, without change, the excess paid as fee. Core: RecalculateWaste
 * (wallet/coinselection.cpp).
 */
export function weigh(
  selection: Selection,
  bumpDiscount: number,
  params: SelectionParams,
): WeighedSelection {
  const change = changeOf(selection, bumpDiscount, params);
  const rest =
    change > 0
      ? params.costOfChange
      : selectedAmount(selection, bumpDiscount, params) - selection.target;
  const waste = timingCost(selection, params.rates) - bumpDiscount + rest;
  return { ...selection, bumpDiscount, waste, change };
}

/**
 * Returns the selection with the least waste; ties go to the one with more coins, then to the
 * first.
 */
export function leastWasteful(
  selections: readonly WeighedSelection[],
): WeighedSelection | undefined {
  let best: WeighedSelection | undefined;
  for (const selection of selections) {
    if (
      best === undefined ||
      selection.waste < best.waste ||
      (selection.waste === best.waste && selection.coins.length > best.coins.length)
    ) {
      best = selection;
    }
  }
  return best;
}
