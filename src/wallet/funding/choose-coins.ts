import { compareOutPoints } from '../../transaction/transaction.ts';
import { buildTransaction, type TooLittleFee } from './build-transaction.ts';
import { withinLimits } from './coin-limits.ts';
import { selectAutomatically } from './coin-selection/choose.ts';
import type { SelectableCoin } from './coin-selection/coin-groups.ts';
import type { SelectionParams } from './coin-selection/params.ts';
import { type NoSelection, noSelection, type Selection } from './coin-selection/selection.ts';
import { totalAmount, type WeighedSelection, weigh } from './coin-selection/waste.ts';
import type {
  ChangeOutput,
  Choice,
  ChoiceOptions,
  FundingCoins,
  Recipient,
} from './fund-request.ts';
import type { FundingError } from './funding-error.ts';
import { type Attempt, type Price, prepareFunding, priceOf } from './prepare-funding.ts';
import { pricePreset, priceUnconfirmed } from './price-coins.ts';
import { spendAll } from './spend-all.ts';

/**
 * Chooses coins for the recipients and adds change, from plain values: no wallet and no chain. Then
 * tries again with all coins of an address or none, and uses that if it costs at most `-maxapsfee`
 * more, because it reveals less about the wallet. Bump fees of the given coins are computed here.
 * Core: CreateTransaction (wallet/spend.cpp).
 */
export function chooseCoins<C extends ChangeOutput<C>>(
  given: FundingCoins,
  recipients: readonly Recipient[],
  change: C,
  options: ChoiceOptions,
): Choice<C> | FundingError {
  const { request, view, environment } = options;
  const coins = { ...given, available: withinLimits(given.available, request) };
  if (request.all) return spendAll(coins, recipients, change, options, request.all);
  const price = priceOf(recipients, options);
  if ('error' in price) return price;
  const { mempool } = view;
  const preset = pricePreset(coins.preset, mempool, price.rate);
  const available = request.allowOtherInputs
    ? priceUnconfirmed(coins.available, mempool, price.rate)
    : [];
  if ('error' in preset) return preset;
  if ('error' in available) return available;
  const among = { preset, available };
  const first = chooseOnce(among, { recipients, change, options, price });
  if ('error' in first) return first;
  const { maxApsFee } = environment.options;
  if (first.fee === 0 || maxApsFee < 0 || request.avoidPartialSpends) return first;
  // Without change, its address was taken all the same, as in Core.
  const next = first.changePosition === undefined ? (change.another?.() ?? change) : change;
  const grouped = chooseOnce(among, {
    recipients,
    change: next,
    options: { ...options, request: { ...request, avoidPartialSpends: true } },
    price,
  });
  if ('error' in grouped) return first;
  if (grouped.fee <= first.fee + maxApsFee) return grouped;
  // An address taken by the second attempt stays taken, as in Core.
  return { ...first, change: next };
}

/** Everything but the coins. */
type Order<C> = {
  readonly recipients: readonly Recipient[];
  readonly change: C;
  readonly options: ChoiceOptions;
  readonly price: Price;
};

/**
 * Chooses coins once, with Core's checks in their order. Core: CreateTransactionInternal
 * (wallet/spend.cpp).
 */
function chooseOnce<C extends ChangeOutput<C>>(
  coins: FundingCoins,
  { recipients, change, options, price }: Order<C>,
): Choice<C> | FundingError {
  let spareSize = 0;
  for (;;) {
    const attempt = prepareFunding(recipients, change, options, { ...price, spareSize });
    const made = attemptOnce(attempt, coins);
    if ('error' in made) return made;
    if (!('shortBy' in made)) return { ...made, change };
    spareSize += Math.max(1, made.shortBy);
  }
}

function attemptOnce(
  attempt: Attempt,
  coins: FundingCoins,
): Omit<Choice<never>, 'change'> | FundingError | TooLittleFee {
  if (attempt.target === 0 && coins.preset.length === 0) {
    return { error: 'nothing to do' };
  }
  const sorted = [...coins.preset].sort((a, b) => compareOutPoints(a.outPoint, b.outPoint));
  const selection = select(attempt, sorted, coins.available);
  return 'error' in selection ? selection : buildTransaction(attempt, selection, coins.preset);
}

function select(
  { options, target, recipientsSum, params }: Attempt,
  preset: readonly SelectableCoin[],
  available: readonly SelectableCoin[],
): WeighedSelection | FundingError {
  const { allowOtherInputs } = options.request;
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
