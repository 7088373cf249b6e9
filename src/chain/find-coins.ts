import {
  type Coin,
  type OutPoint,
  outPointKey,
  type Transaction,
  type Txid,
} from '../transaction/transaction.ts';
import type { ChainSource } from './source.ts';

/** Returns a lookup of coins in blocks and in the mempool. Core: FindCoins (node/coin.cpp). */
export function coinFinder(
  chain: ChainSource,
): (outPoints: readonly OutPoint[]) => Promise<ReadonlyMap<string, Coin>> {
  return async (outPoints) => {
    const found = new Map<string, Coin>(await chain.findCoins(outPoints));
    const missing = outPoints.filter((outPoint) => !found.has(outPointKey(outPoint)));
    if (missing.length === 0) return found;
    const pooled = await findInMempool(
      chain,
      missing.map(({ txid }) => txid),
    );
    for (const outPoint of missing) {
      const output = pooled.get(outPoint.txid)?.outputs[outPoint.vout];
      if (output !== undefined) found.set(outPointKey(outPoint), output);
    }
    return found;
  };
}

/** Finds transactions in the mempool, without reading all of it if the source supports that. */
export async function findInMempool(
  chain: ChainSource,
  txids: readonly Txid[],
): Promise<ReadonlyMap<Txid, Transaction>> {
  const wanted = new Set(txids);
  if (wanted.size === 0) return new Map();
  if (chain.findInMempool !== undefined) return chain.findInMempool([...wanted]);
  const { entries } = await chain.mempool();
  return new Map(
    entries
      .filter(({ txid }) => wanted.has(txid))
      .map(({ txid, transaction }) => [txid, transaction] as const),
  );
}
