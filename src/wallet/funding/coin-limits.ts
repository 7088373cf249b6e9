import type { SelectableCoin } from './coin-selection/coin-groups.ts';

/**
 * Limits on the coins that are chosen beside the preset ones. To add one, add its member and its
 * rule. Every door hands it over as it is.
 */
export type CoinLimits = {
  /** The least number of confirmations. Absent: 0. */
  readonly minDepth?: number | undefined;
  /** The greatest number of confirmations. Absent: no limit. */
  readonly maxDepth?: number | undefined;
};

/** One rule for each limit: which coins it lets pass. */
const rules: readonly ((coin: SelectableCoin, limits: CoinLimits) => boolean)[] = [
  ({ depth }, { minDepth = 0 }) => depth >= minDepth,
  ({ depth }, { maxDepth = Number.POSITIVE_INFINITY }) => depth <= maxDepth,
];

/** Returns the coins that may be chosen. */
export const withinLimits = (
  coins: readonly SelectableCoin[],
  limits: CoinLimits,
): readonly SelectableCoin[] => coins.filter((coin) => rules.every((rule) => rule(coin, limits)));
