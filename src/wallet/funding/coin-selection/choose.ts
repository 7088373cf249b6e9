import { TRUC_VERSION } from '../../../transaction/transaction.ts';
import { selectBranchAndBound } from './branch-and-bound.ts';
import { selectCoinGrinder } from './coin-grinder.ts';
import { type CoinType, coinTypes, type OutputGroup, type SelectableCoin } from './coin-groups.ts';
import {
  discardedGroups,
  type EligibilityFilter,
  type FilteredGroups,
  filterGroups,
  groupCandidates,
  orderedFilters,
  type Pool,
} from './filters.ts';
import { selectKnapsack } from './knapsack.ts';
import { type SelectionParams, TRUC_CHILD_MAX_WEIGHT } from './params.ts';
import {
  isSelection,
  type NoSelection,
  noSelection,
  type Selection,
  type SelectionError,
} from './selection.ts';
import { selectSingleRandomDraw } from './single-random-draw.ts';
import { leastWasteful, type WeighedSelection, weigh } from './waste.ts';

type Result = WeighedSelection | NoSelection;

/**
 * Core draws once. Above the long-term rate a draw with less waste also costs less now, so the best
 * of a few draws saves money.
 */
const DRAWS = 5;

/**
 * Runs all algorithms over one pool and returns the least wasteful result (wallet/spend.cpp,
 * ChooseSelectionResult).
 */
function chooseSelection(pool: Pool, target: number, params: SelectionParams): Result {
  const maxWeight = params.maxTxWeight - 4 * params.sizeWithoutInputs;
  if (maxWeight <= 0) {
    return { error: 'no weight for inputs' };
  }
  const attempts: (Selection | NoSelection)[] = [];
  if (!params.subtractFee) {
    attempts.push(selectBranchAndBound(pool.positive, target, params.costOfChange, maxWeight));
  }
  // The other algorithms may produce change, whose output needs weight too.
  const withChange = maxWeight - 4 * params.changeOutputSize;
  if (withChange < 0 && !attempts.some(isSelection)) {
    return { error: 'no weight for change' };
  }
  const { minChangeTarget, random, changeFee, rates } = params;
  attempts.push(selectKnapsack(pool.mixed, target, minChangeTarget, random, withChange));
  if (rates.effective > 3 * rates.longTerm) {
    attempts.push(selectCoinGrinder(pool.positive, target, minChangeTarget, withChange));
  }
  const draws = rates.effective > rates.longTerm ? DRAWS : 1;
  for (let draw = 0; draw < draws; draw++) {
    attempts.push(selectSingleRandomDraw(pool.positive, target, changeFee, random, withChange));
  }

  const weighed: WeighedSelection[] = [];
  for (const found of attempts.filter(isSelection)) {
    const discount = bumpDiscount(found, params);
    if (discount === undefined) return { error: 'cluster too large to price' };
    weighed.push(weigh(found, discount, params));
  }
  const error = attempts.find(
    (attempt): attempt is SelectionError => !isSelection(attempt) && !isWant(attempt),
  );
  return leastWasteful(weighed) ?? error ?? noSelection;
}

/** Returns true if these coins do not suffice, so that another set may be tried. */
const isWant = ({ error }: NoSelection): boolean => error === 'too few coins';

function bumpDiscount(selection: Selection, params: SelectionParams): number | undefined {
  const unconfirmed = selection.coins.filter((coin) => coin.depth <= 0);
  if (unconfirmed.length === 0) return 0;
  const combined = params.combinedBumpFee(unconfirmed);
  if (combined === undefined) return undefined;
  const sum = unconfirmed.reduce((total, coin) => total + coin.bumpFee, 0);
  return Math.max(0, sum - combined);
}

/**
 * Tries each output type separately, and all together only if no type suffices (wallet/spend.cpp,
 * AttemptSelection).
 */
function attemptSelection(
  groups: FilteredGroups,
  target: number,
  params: SelectionParams,
  mixTypes: boolean,
  types: readonly CoinType[] = coinTypes,
): Result {
  const found: WeighedSelection[] = [];
  for (const type of types) {
    const pool = groups.byType.get(type);
    if (pool === undefined) continue;
    const result = chooseSelection(pool, target, params);
    if (!('error' in result)) found.push(result);
    else if (!isWant(result)) return result;
  }
  const best = leastWasteful(found);
  if (best !== undefined) return best;
  if (mixTypes && groups.byType.size > 1) return chooseSelection(groups.all, target, params);
  return noSelection;
}

function paramsFor(by: EligibilityFilter, params: SelectionParams): SelectionParams {
  const unconfirmed = by.confirmationsMine === 0 || by.confirmationsTheirs === 0;
  if (params.version !== TRUC_VERSION || !unconfirmed) return params;
  return { ...params, maxTxWeight: Math.min(params.maxTxWeight, TRUC_CHILD_MAX_WEIGHT) };
}

/**
 * Tries filter after filter until an attempt succeeds. Core: AutomaticCoinSelection
 * (wallet/spend.cpp).
 */
export function selectAutomatically(
  coins: readonly SelectableCoin[],
  target: number,
  params: SelectionParams,
): Result {
  const filters = orderedFilters(params);
  // Otherwise the coins of one script beyond a full group would be dropped by age.
  const shuffled =
    params.avoidPartialSpends && coins.length > 100 ? params.random.shuffle(coins) : coins;
  const candidates = groupCandidates(shuffled, params);
  const discarded = discardedGroups(candidates, filters, params);
  const lacking = lackOfFunds(coins, target, discarded, params.chainLimit);
  if (lacking !== undefined) return lacking;

  let firstError: NoSelection | undefined;
  let current = params;
  let tried: { readonly groups: FilteredGroups; readonly isFinal: boolean } | undefined;
  for (const by of filters) {
    const groups = filterGroups(candidates, by);
    if (groups.byType.size === 0) continue;
    const next = paramsFor(by, current);
    const isSame = next === current && tried !== undefined && sameSize(groups, tried.groups);
    current = next;
    // Equal groups fail again, unless mixing types is new and no error of one type rules it out.
    if (isSame && (tried?.isFinal === true || !by.mixTypes)) continue;
    const result = attemptSelection(groups, target, current, by.mixTypes, isSame ? [] : coinTypes);
    if (!('error' in result)) return result;
    if (!isWant(result)) firstError ??= result;
    tried = { groups, isFinal: by.mixTypes || !isWant(result) };
  }
  return firstError ?? noSelection;
}

/** A more permissive filter never drops groups, so equal counts mean equal groups. */
function sameSize({ all: a }: FilteredGroups, { all: b }: FilteredGroups): boolean {
  return a.mixed.length === b.mixed.length && a.positive.length === b.positive.length;
}

function lackOfFunds(
  coins: readonly SelectableCoin[],
  target: number,
  discarded: readonly OutputGroup[],
  chainLimit: number,
): NoSelection | undefined {
  const sum = (list: readonly OutputGroup[]) =>
    list.reduce((total, group) => total + group.amount, 0);
  const left = coins.reduce((total, coin) => total + coin.value, 0) - sum(discarded);
  if (left >= target) return undefined;
  const inLongChains = discarded.filter(
    (group) => group.ancestors >= chainLimit || group.clusterCount >= chainLimit,
  );
  if (left + sum(inLongChains) <= target) return noSelection;
  return { error: 'chain too long' };
}
