import {
  type CoinType,
  coinTypes,
  effectiveValue,
  groupCoins,
  type OutputGroup,
  type SelectableCoin,
} from './coin-groups.ts';
import type { SelectionParams } from './params.ts';

/** wallet/coinselection.h, CoinEligibilityFilter: the groups that an attempt may use. */
export type EligibilityFilter = {
  readonly confirmationsMine: number;
  readonly confirmationsTheirs: number;
  readonly maxAncestors: number;
  readonly maxClusterCount: number;
  readonly partialGroups: boolean;
  readonly mixTypes: boolean;
};

/** The most coins of one script in one group (wallet/spend.cpp, OUTPUT_GROUP_MAX_ENTRIES). */
const GROUP_MAX_COINS = 100;

function filter(
  confirmationsMine: number,
  confirmationsTheirs: number,
  limit: number,
  more: Partial<EligibilityFilter> = {},
): EligibilityFilter {
  return {
    confirmationsMine,
    confirmationsTheirs,
    maxAncestors: limit,
    maxClusterCount: limit,
    partialGroups: false,
    mixTypes: true,
    ...more,
  };
}

/**
 * Returns the filters from most careful to most permissive (wallet/spend.cpp,
 * AutomaticCoinSelection).
 */
export function orderedFilters(params: SelectionParams): readonly EligibilityFilter[] {
  const { chainLimit } = params;
  const filters = [filter(1, 6, 0, { mixTypes: false }), filter(1, 1, 0)];
  if (!params.spendZeroConfChange) return filters;
  filters.push(
    filter(0, 1, 2),
    filter(0, 1, Math.min(4, Math.floor(chainLimit / 3))),
    filter(0, 1, Math.floor(chainLimit / 2)),
    filter(0, 1, chainLimit - 1, { partialGroups: true }),
  );
  if (params.includeUnsafe) filters.push(filter(0, 0, chainLimit - 1, { partialGroups: true }));
  if (!params.rejectLongChains) {
    filters.push(filter(0, 1, Number.POSITIVE_INFINITY, { partialGroups: true }));
  }
  return filters;
}

function isAdmitted(group: OutputGroup, by: EligibilityFilter): boolean {
  return (
    (!group.partial || by.partialGroups) &&
    group.depth >= (group.fromMe ? by.confirmationsMine : by.confirmationsTheirs) &&
    group.ancestors <= by.maxAncestors &&
    group.clusterCount <= by.maxClusterCount
  );
}

/** Two views of the same coins: only those worth more than their fee, and all. */
export type Pool = { readonly positive: OutputGroup[]; readonly mixed: OutputGroup[] };

export type FilteredGroups = {
  readonly byType: ReadonlyMap<CoinType, Pool>;
  readonly all: Pool;
};

/** Groups made once, to be filtered for each attempt. */
export type Candidates = { readonly [K in keyof Pool]: readonly OutputGroup[] };

export function groupCandidates(
  coins: readonly SelectableCoin[],
  params: SelectionParams,
): Candidates {
  const { rates, subtractFee, avoidPartialSpends } = params;
  const byType = splitByType(coins);
  if (!avoidPartialSpends) {
    const options = { rates, subtractFee, partial: false };
    const mixed = byType.flatMap((same) =>
      same.map((coin) => groupCoins([coin], coin.type, options)),
    );
    return { positive: mixed, mixed };
  }
  const isWorthwhile = (coin: SelectableCoin) => effectiveValue(coin, rates) > 0;
  const mixed = byType.flatMap((same) => groupByScript(same, params));
  const positive = coins.every(isWorthwhile)
    ? mixed
    : byType.flatMap((same) => groupByScript(same.filter(isWorthwhile), params));
  return { positive, mixed };
}

/** Splits coins by type, in the order of `coinTypes`. */
function splitByType(coins: readonly SelectableCoin[]): readonly (readonly SelectableCoin[])[] {
  const byType = new Map<CoinType, SelectableCoin[]>(coinTypes.map((type) => [type, []]));
  for (const coin of coins) byType.get(coin.type)?.push(coin);
  return [...byType.values()];
}

/** Groups coins of one type by script. */
function groupByScript(
  coins: readonly SelectableCoin[],
  { rates, subtractFee }: SelectionParams,
): readonly OutputGroup[] {
  const byScript = new Map<string, SelectableCoin[]>();
  for (const coin of coins) {
    const same = byScript.get(coin.script);
    if (same === undefined) byScript.set(coin.script, [coin]);
    else same.push(coin);
  }
  return [...byScript.values()].flatMap((same) => {
    const groups: OutputGroup[] = [];
    for (let start = 0; start < same.length; start += GROUP_MAX_COINS) {
      const part = same.slice(start, start + GROUP_MAX_COINS);
      const type = part[0]?.type ?? 'unknown';
      const partial = start > 0 && start + GROUP_MAX_COINS >= same.length;
      groups.push(groupCoins(part, type, { rates, subtractFee, partial }));
    }
    return groups.reverse();
  });
}

export function filterGroups(candidates: Candidates, by: EligibilityFilter): FilteredGroups {
  const byType = new Map<CoinType, Pool>();
  const all: Pool = { positive: [], mixed: [] };
  const admit = (list: readonly OutputGroup[], kind: keyof Pool) => {
    for (const group of list) {
      if (!isAdmitted(group, by)) continue;
      if (kind === 'positive' && group.amount <= 0) continue;
      const pool = byType.get(group.type) ?? { positive: [], mixed: [] };
      byType.set(group.type, pool);
      pool[kind].push(group);
      all[kind].push(group);
    }
  };
  admit(candidates.mixed, 'mixed');
  admit(candidates.positive, 'positive');
  return { byType, all };
}

/**
 * Counts groups that no filter accepts. In groups of several coins Core counts those of positive
 * amount twice.
 */
export function discardedGroups(
  { mixed, positive }: Candidates,
  filters: readonly EligibilityFilter[],
  { avoidPartialSpends }: SelectionParams,
): readonly OutputGroup[] {
  return [...mixed, ...(avoidPartialSpends ? positive : [])].filter(
    (group) => !filters.some((by) => isAdmitted(group, by)),
  );
}
