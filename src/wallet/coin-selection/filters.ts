import {
  type CoinType,
  coinTypes,
  effectiveValue,
  groupCoins,
  type OutputGroup,
  type SelectableCoin,
} from './coins.ts';
import type { SelectionParams } from './params.ts';

/** wallet/coinselection.h, CoinEligibilityFilter: which groups an attempt may use. */
export type EligibilityFilter = {
  readonly confirmationsMine: number;
  readonly confirmationsTheirs: number;
  readonly maxAncestors: number;
  readonly maxClusterCount: number;
  readonly partialGroups: boolean;
  readonly mixTypes: boolean;
};

/** policy/policy.h, DEFAULT_ANCESTOR_LIMIT and DEFAULT_DESCENDANT_LIMIT. */
export const CHAIN_LIMIT = 25;

/** Coins of one script that are kept together at most (wallet/spend.cpp, OUTPUT_GROUP_MAX_ENTRIES). */
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

/** From the most careful to the most permissive (wallet/spend.cpp, AutomaticCoinSelection). */
export function orderedFilters(params: SelectionParams): readonly EligibilityFilter[] {
  const filters = [filter(1, 6, 0, { mixTypes: false }), filter(1, 1, 0)];
  if (!params.spendZeroConfChange) return filters;
  filters.push(
    filter(0, 1, 2),
    filter(0, 1, Math.min(4, Math.floor(CHAIN_LIMIT / 3))),
    filter(0, 1, Math.floor(CHAIN_LIMIT / 2)),
    filter(0, 1, CHAIN_LIMIT - 1, { partialGroups: true }),
  );
  if (params.includeUnsafe) filters.push(filter(0, 0, CHAIN_LIMIT - 1, { partialGroups: true }));
  if (!params.rejectLongChains) {
    filters.push(filter(0, 1, Number.POSITIVE_INFINITY, { partialGroups: true }));
  }
  return filters;
}

function isEligible(group: OutputGroup, by: EligibilityFilter): boolean {
  return (
    group.depth >= (group.fromMe ? by.confirmationsMine : by.confirmationsTheirs) &&
    group.ancestors <= by.maxAncestors &&
    group.clusterCount <= by.maxClusterCount
  );
}

/** The same coins twice: only those worth more than their fee, and all. */
export type Pool = { readonly positive: OutputGroup[]; readonly mixed: OutputGroup[] };

export type FilteredGroups = {
  readonly byType: ReadonlyMap<CoinType, Pool>;
  readonly all: Pool;
};

/** A group, and whether it is the incomplete last one of several with the same script. */
type Candidate = { readonly group: OutputGroup; readonly partial: boolean };

/** Groups once, to be filtered as often as there are attempts. */
export type Candidates = {
  readonly positive: readonly Candidate[];
  readonly mixed: readonly Candidate[];
};

export function groupCandidates(
  coins: readonly SelectableCoin[],
  params: SelectionParams,
): Candidates {
  if (!params.avoidPartialSpends) {
    const mixed = byCoinType(coins).map((coin) => ({
      group: groupCoins([coin], coin.type, params.rates, params.subtractFee),
      partial: false,
    }));
    return { positive: mixed.filter(({ group }) => group.amount > 0), mixed };
  }
  const worthwhile = coins.filter((coin) => effectiveValue(coin, params.rates) > 0);
  return { positive: groupByScript(worthwhile, params), mixed: groupByScript(coins, params) };
}

function byCoinType(coins: readonly SelectableCoin[]): readonly SelectableCoin[] {
  return coinTypes.flatMap((type) => coins.filter((coin) => coin.type === type));
}

function groupByScript(
  coins: readonly SelectableCoin[],
  params: SelectionParams,
): readonly Candidate[] {
  const byScript = new Map<string, SelectableCoin[]>();
  for (const coin of byCoinType(coins)) {
    const key = `${coin.type} ${coin.script}`;
    const same = byScript.get(key);
    if (same === undefined) byScript.set(key, [coin]);
    else same.push(coin);
  }
  return [...byScript.values()].flatMap((same) => {
    const candidates: Candidate[] = [];
    for (let start = 0; start < same.length; start += GROUP_MAX_COINS) {
      const part = same.slice(start, start + GROUP_MAX_COINS);
      const type = part[0]?.type ?? 'unknown';
      const last = start + GROUP_MAX_COINS >= same.length;
      candidates.push({
        group: groupCoins(part, type, params.rates, params.subtractFee),
        partial: last && start > 0,
      });
    }
    return candidates.reverse();
  });
}

export function filterGroups(candidates: Candidates, by: EligibilityFilter): FilteredGroups {
  const byType = new Map<CoinType, Pool>();
  const all: Pool = { positive: [], mixed: [] };
  const admit = (list: readonly Candidate[], kind: keyof Pool) => {
    for (const { group, partial } of list) {
      if (!isEligible(group, by) || (partial && !by.partialGroups)) continue;
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

/** Groups that no filter lets through. With groups of several coins Core counts those of positive amount twice. */
export function discardedGroups(
  { mixed, positive }: Candidates,
  filters: readonly EligibilityFilter[],
  { avoidPartialSpends }: SelectionParams,
): readonly OutputGroup[] {
  return [...mixed, ...(avoidPartialSpends ? positive : [])]
    .filter(
      ({ group, partial }) =>
        !filters.some((by) => isEligible(group, by) && (!partial || by.partialGroups)),
    )
    .map(({ group }) => group);
}
