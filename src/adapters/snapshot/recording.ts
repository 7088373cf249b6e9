import type { ChainCoin, ChainHeader, ChainSource } from '../../chain/source.ts';

export type Recording = {
  readonly source: ChainSource;
  /** All headers and coins that were returned. */
  readonly headers: Map<number, ChainHeader>;
  readonly coins: Map<string, ChainCoin>;
};

/**
 * Wraps a chain and records its answers, so that repeating the same calls on the record gives the
 * same answers.
 */
export function recordChain(chain: ChainSource): Recording {
  const headers = new Map<number, ChainHeader>();
  const coins = new Map<string, ChainCoin>();
  const source: ChainSource = {
    ...chain,
    async headers(from, count) {
      const found = await chain.headers(from, count);
      for (const header of found) headers.set(header.height, header);
      return found;
    },
    async findCoins(outPoints) {
      const found = await chain.findCoins(outPoints);
      for (const [key, coin] of found) coins.set(key, coin);
      return found;
    },
  };
  return { source, headers, coins };
}
