import type { ChainCoin } from '../../../chain/source.ts';
import { type OutPoint, outPointKey } from '../../../transaction/transaction.ts';
import type { NodeClient } from './client.ts';
import type { HeaderReader } from './headers.ts';
import { asBytes, asNumber, asObject, asSatoshis, asText, resultOf } from './values.ts';

export type CoinReader = {
  /** Returns coins that are unspent at the tip, ignoring the mempool. */
  find(outPoints: readonly OutPoint[]): Promise<ReadonlyMap<string, ChainCoin>>;
};

/** Limit on cached coins. The cache is valid for one tip. */
const MOST_KEPT = 500_000;

export function createCoinReader(client: NodeClient, headers: HeaderReader): CoinReader {
  let seenAt = '';
  const kept = new Map<string, ChainCoin>();

  async function ask(outPoints: readonly OutPoint[], found: Map<string, ChainCoin>): Promise<void> {
    // Coins that the mempool spends are included: include_mempool is false.
    const calls = outPoints.map(({ txid, vout }) => ({
      method: 'gettxout',
      params: [txid, vout, false],
    }));
    const answers = await client.batch(calls);
    for (const [at, outPoint] of outPoints.entries()) {
      const result = resultOf(answers[at], 'gettxout');
      if (result === null) continue;
      const fields = asObject(result, 'coin');
      const best = await headers.byHash(asText(fields.bestblock, 'best block'));
      found.set(outPointKey(outPoint), readCoin(fields, best.height));
    }
  }

  return {
    async find(outPoints) {
      const tip = await headers.tip();
      if (tip.hash !== seenAt || kept.size > MOST_KEPT) kept.clear();
      seenAt = tip.hash;
      const found = new Map<string, ChainCoin>();
      const missing: OutPoint[] = [];
      for (const outPoint of outPoints) {
        const key = outPointKey(outPoint);
        const coin = kept.get(key);
        if (coin === undefined) missing.push(outPoint);
        else found.set(key, coin);
      }
      const fresh = new Map<string, ChainCoin>();
      await ask(missing, fresh);
      for (const [key, coin] of fresh) {
        found.set(key, coin);
        // Another call may have seen a new tip in the meantime.
        if (seenAt === tip.hash) kept.set(key, coin);
      }
      return found;
    },
  };
}

function readCoin(fields: { readonly [key: string]: unknown }, tipHeight: number): ChainCoin {
  const script = asObject(fields.scriptPubKey, 'scriptPubKey');
  return {
    value: asSatoshis(fields.value, 'value'),
    scriptPubKey: asBytes(script.hex, 'scriptPubKey'),
    height: tipHeight + 1 - asNumber(fields.confirmations, 'confirmations'),
    coinbase: fields.coinbase === true,
  };
}
