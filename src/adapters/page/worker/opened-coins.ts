import type { ChainCoin, ChainSource } from '../../../chain/source.ts';
import type { NetworkName } from '../../../encoding/network.ts';
import { createSnapshotSource } from '../../../snapshot/snapshot-source.ts';
import { COINBASE_MATURITY } from '../../../transaction/check.ts';
import { outPointKey, type Transaction } from '../../../transaction/transaction.ts';
import { transactionId } from '../../../transaction/txid.ts';

/**
 * Makes a chain that knows only these transactions, each in its own block, and coins of a list.
 * Their real blocks are unknown. Nodes refuse a coin that is spent or too young, so no money is
 * lost.
 */
export function chainOf(
  transactions: readonly Transaction[],
  network: NetworkName,
  now: number,
  listed: readonly (readonly [outpoint: string, coin: ChainCoin])[] = [],
): ChainSource {
  const known = new Map(transactions.map((each) => [transactionId(each), each] as const));
  const sorted = parentsFirst(known);
  const spent = new Set(
    sorted.flatMap(([, { inputs }]) => inputs.map(({ prevout }) => outPointKey(prevout))),
  );
  const coins = sorted.flatMap(([txid, { outputs }], i) =>
    outputs.map(({ value, scriptPubKey }, vout): [string, ChainCoin] => [
      outPointKey({ txid, vout }),
      { value: value, scriptPubKey, height: i + 1, coinbase: false },
    ]),
  );
  const count = sorted.length + COINBASE_MATURITY + 1;
  const headerAt = (height: number) => ({
    height,
    hash: `${height}`.padStart(64, '0'),
    version: 4,
    bits: 0x207fffff,
    time: now,
    maxTime: now,
  });
  const estimates = { unset: [], economical: [], conservative: [] };
  return createSnapshotSource({
    network,
    tip: { ...headerAt(count), mediantime: now },
    firstBlock: 0,
    coinsOnly: false,
    headers: Array.from({ length: count + 1 }, (_, height) => headerAt(height)),
    transactions: sorted.map(([, transaction], i) => ({ height: i + 1, index: 1, transaction })),
    coins: new Map([...coins.filter(([key]) => !spent.has(key)), ...listed]),
    mempool: { entries: [], complete: true, scriptsVerified: false },
    fees: { estimates, mempoolMinimum: 0n, relayMinimum: 1000n },
    scripts: new Uint8Array(0),
  });
}

type Known = ReadonlyMap<string, Transaction>;

function parentsFirst(known: Known): readonly (readonly [string, Transaction])[] {
  const placed = new Map<string, Transaction>();
  const place = (txid: string) => {
    const transaction = placed.has(txid) ? undefined : known.get(txid);
    if (transaction === undefined) return;
    for (const { prevout } of transaction.inputs) place(prevout.txid);
    placed.set(txid, transaction);
  };
  for (const txid of known.keys()) place(txid);
  return [...placed];
}
