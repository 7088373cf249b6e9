import { type Coin, type OutPoint, outPointKey } from '../transaction/transaction.ts';
import type { ChainSource } from './source.ts';

/** What is known of coins: those of blocks, and those that the mempool makes. Core: FindCoins (node/coin.cpp). */
export function coinFinder(
  chain: ChainSource,
): (outPoints: readonly OutPoint[]) => Promise<ReadonlyMap<string, Coin>> {
  return async (outPoints) => {
    const found = new Map<string, Coin>(await chain.findCoins(outPoints));
    const missing = outPoints.filter((outPoint) => !found.has(outPointKey(outPoint)));
    if (missing.length === 0) return found;
    const { entries } = await chain.mempool();
    const byTxid = new Map(entries.map(({ txid, transaction }) => [txid, transaction]));
    for (const outPoint of missing) {
      const output = byTxid.get(outPoint.txid)?.outputs[outPoint.vout];
      if (output === undefined) continue;
      const { value: amount, scriptPubKey } = output;
      found.set(outPointKey(outPoint), { amount, scriptPubKey });
    }
    return found;
  };
}
