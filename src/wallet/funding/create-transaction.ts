import type { FeeRate } from '../fee-rate.ts';
import type { Wallet } from '../wallet.ts';
import { buildTransaction, type TooLittleFee } from './build-transaction.ts';
import { selectAutomatically } from './coin-selection/choose.ts';
import type { SelectableCoin } from './coin-selection/coin-groups.ts';
import type { SelectionParams } from './coin-selection/params.ts';
import { type NoSelection, noSelection, type Selection } from './coin-selection/selection.ts';
import { totalAmount, type WeighedSelection, weigh } from './coin-selection/waste.ts';
import type { Funded, Funding } from './fund-request.ts';
import type { FundingError } from './funding-error.ts';
import type { SpendingLookup } from './input-size.ts';
import { type Attempt, prepareFunding } from './prepare-funding.ts';
import { presetCoins } from './selectable-coins.ts';

/** Returns the coins that may be selected at a fee rate. */
export type AvailableCoins = (
  lookup: SpendingLookup,
  rate: FeeRate,
) => readonly SelectableCoin[] | FundingError;

/**
 * Creates the transaction with Core's checks in their order. Core: CreateTransactionInternal
 * (wallet/spend.cpp).
 */
export function createTransactionInternal(
  wallet: Wallet,
  funding: Funding,
  available: AvailableCoins,
): Funded | FundingError {
  let spareSize = 0;
  for (;;) {
    const created = attemptTransaction(wallet, funding, available, spareSize);
    if (!('shortBy' in created)) return created;
    spareSize += Math.max(1, created.shortBy);
  }
}

function attemptTransaction(
  wallet: Wallet,
  funding: Funding,
  available: AvailableCoins,
  spareSize: number,
): Funded | FundingError | TooLittleFee {
  const attempt = prepareFunding(wallet, funding, spareSize);
  if ('error' in attempt) return attempt;
  const { request } = funding;
  if (attempt.target === 0 && request.preset.length === 0) {
    return { error: 'nothing to do' };
  }
  const { lookup, rate } = attempt;
  const preset = presetCoins(wallet, funding, lookup, rate);
  if ('error' in preset) return preset;
  const mayChoose = request.includeWatching || !wallet.flags.disablePrivateKeys;
  const found = request.allowOtherInputs && mayChoose ? available(lookup, rate) : [];
  if ('error' in found) return found;
  const selection = select(attempt, preset, found);
  return 'error' in selection ? selection : buildTransaction(attempt, selection);
}

function select(
  { funding, target, recipientsSum, params }: Attempt,
  preset: readonly SelectableCoin[],
  available: readonly SelectableCoin[],
): WeighedSelection | FundingError {
  const { allowOtherInputs } = funding.request;
  const selection = selectCoins({ target, preset, available, allowOtherInputs }, params);
  if (!('error' in selection)) return selection;
  const balance = [...preset, ...available].reduce((sum, { value }) => sum + value, 0);
  const effective = totalAmount(preset, params) + roughAmount(available, params);
  const missing = target - effective;
  if (selection.error === 'preset too small') return { ...selection, missing };
  if (selection.error !== 'too few coins') return selection;
  if (balance >= recipientsSum && effective < target) {
    return { error: 'insufficient for fee', fee: target - recipientsSum, missing };
  }
  return { error: 'insufficient funds', missing };
}

/**
 * Returns the sum without the cost of unconfirmed ancestors: a cheap upper bound that shows whether
 * a search can succeed.
 */
function roughAmount(coins: readonly SelectableCoin[], params: SelectionParams): number {
  if (params.subtractFee) return totalAmount(coins, params);
  return coins.reduce((sum, coin) => sum + coin.bumpFee, totalAmount(coins, params));
}

type SelectionRequest = {
  readonly target: number;
  /** Coins that must be spent. */
  readonly preset: readonly SelectableCoin[];
  readonly available: readonly SelectableCoin[];
  readonly allowOtherInputs: boolean;
};

/**
 * Selects the preset coins, and from the available ones what is still missing. Core: SelectCoins
 * (wallet/spend.cpp).
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
