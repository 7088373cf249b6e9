import { priceTransaction } from '../chain/mempool-entry.ts';
import type { ChainSource, MempoolEntry } from '../chain/source.ts';
import { type OutPoint, outPointKey, type TxOut } from '../transaction/transaction.ts';
import type { PricedEntry } from './block-assembler.ts';
import { indexEntries } from './clusters.ts';
import { type MiningError, miningError } from './facts.ts';

function isPriced(entry: MempoolEntry): entry is PricedEntry {
  return entry.fee !== undefined && entry.sigopCost !== undefined;
}

function withoutRepetition(entries: readonly MempoolEntry[]): readonly MempoolEntry[] {
  const index = indexEntries(entries);
  if (index.size === entries.length) return entries;
  return entries.filter(({ txid }, at) => index.get(txid) === at);
}

/** Computes missing fees and sigop costs from the spent coins. */
export async function priceEntries(
  listed: readonly MempoolEntry[],
  source: ChainSource,
): Promise<readonly PricedEntry[] | MiningError> {
  const entries = withoutRepetition(listed);
  if (entries.every(isPriced)) return entries;
  const index = indexEntries(entries);
  const outside = entries
    .filter((entry) => !isPriced(entry))
    .flatMap(({ transaction }) => transaction.inputs.map(({ prevout }) => prevout))
    .filter(({ txid }) => !index.has(txid));
  const coins = await source.findCoins(outside);
  const find = (outPoint: OutPoint): TxOut | undefined => {
    const parent = entries[index.get(outPoint.txid) ?? -1];
    return parent?.transaction.outputs[outPoint.vout] ?? coins.get(outPointKey(outPoint));
  };
  const priced: PricedEntry[] = [];
  for (const entry of entries) {
    if (isPriced(entry)) {
      priced.push(entry);
      continue;
    }
    const found = priceTransaction(entry.transaction, find);
    if (found === undefined) {
      const what = `Mempool transaction ${entry.txid} spends a coin that is not known`;
      return miningError('unknown', what);
    }
    priced.push({
      ...entry,
      fee: entry.fee ?? found.fee,
      sigopCost: entry.sigopCost ?? found.sigopCost,
    });
  }
  return priced;
}
