import { setImmediate as nextTurn } from 'node:timers/promises';
import { priceTransaction } from '../../../chain/mempool-entry.ts';
import type { ChainCoin, MempoolEntry } from '../../../chain/source.ts';
import { hash256 } from '../../../crypto/hash.ts';
import { reverseBytes } from '../../../encoding/bytes.ts';
import { encodeHex } from '../../../encoding/hex.ts';
import { decodeTransaction, hasWitness } from '../../../transaction/codec.ts';
import {
  type OutPoint,
  outPointKey,
  type Transaction,
  type Txid,
  type TxOut,
} from '../../../transaction/transaction.ts';
import { transactionWeight } from '../../../transaction/weight.ts';
import type { NodeClient } from './client.ts';
import type { CoinReader } from './coins.ts';
import { asBytes, asNumber, asObject, unexpected } from './values.ts';

/** Transactions in one request, and concurrent requests. */
const PART = 1000;
const AT_ONCE = 3;

/**
 * Most transactions whose arrival times are requested, because a node takes longer to look them up
 * than to return the transactions.
 */
const FEW = 1000;

/**
 * New transactions, without fee and sigop cost, and the confirmed coins that they spend, by
 * `outPointKey`.
 */
export type Fresh = {
  readonly entries: ReadonlyMap<Txid, MempoolEntry>;
  readonly coins: ReadonlyMap<string, ChainCoin>;
};

/**
 * Fetches the given transactions that are still in the mempool. Several parts are requested
 * concurrently, so that the node works during parsing. Everything is computed from the bytes,
 * except arrival times of few transactions.
 */
export async function fetchEntries(
  client: NodeClient,
  coins: CoinReader,
  txids: readonly Txid[],
  listed: ReadonlySet<Txid>,
): Promise<Fresh> {
  const found = { entries: new Map<Txid, MempoolEntry>(), coins: new Map<string, ChainCoin>() };
  const starts = Array.from({ length: Math.ceil(txids.length / PART) }, (_, part) => part * PART);
  const queue = starts.values();
  const work = async (): Promise<void> => {
    for (const start of queue) {
      const part = await fetchPart(client, txids.slice(start, start + PART));
      const times = txids.length <= FEW ? await fetchTimes(client, part) : undefined;
      for (const entry of part) {
        const time = times?.get(entry.txid);
        found.entries.set(entry.txid, time === undefined ? entry : { ...entry, time });
      }
      const outside = part
        .flatMap(({ transaction }) => transaction.inputs.map(({ prevout }) => prevout))
        .filter(({ txid }) => !listed.has(txid));
      if (outside.length === 0) continue;
      for (const [key, coin] of await coins.find(outside)) found.coins.set(key, coin);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}

async function fetchPart(
  client: NodeClient,
  txids: readonly Txid[],
): Promise<readonly MempoolEntry[]> {
  const calls = txids.map((txid) => ({ method: 'getrawtransaction', params: [txid] }));
  const answers = await client.batch(calls);
  return txids.flatMap((txid, at) => {
    const answer = answers[at];
    if (answer === undefined || 'error' in answer) return [];
    return readEntry(txid, asBytes(answer.result, 'transaction'));
  });
}

async function fetchTimes(
  client: NodeClient,
  entries: readonly MempoolEntry[],
): Promise<ReadonlyMap<Txid, number>> {
  const calls = entries.map(({ txid }) => ({ method: 'getmempoolentry', params: [txid] }));
  const times = new Map<Txid, number>();
  for (const [at, answer] of (await client.batch(calls)).entries()) {
    const txid = entries[at]?.txid;
    if (txid === undefined || 'error' in answer) continue;
    times.set(txid, asNumber(asObject(answer.result, 'mempool entry').time, 'time'));
  }
  return times;
}

function readEntry(txid: Txid, bytes: Uint8Array): MempoolEntry {
  const transaction = decodeTransaction(bytes, { witness: true });
  if (transaction === undefined) throw unexpected('transaction');
  return {
    txid,
    wtxid: hasWitness(transaction) ? encodeHex(reverseBytes(hash256(bytes))) : txid,
    transaction,
    weight: transactionWeight(transaction),
    fee: undefined,
    sigopCost: undefined,
  };
}

/**
 * Computes fees and sigop costs from the coins, pausing for other work. Removes transactions from
 * `entries` whose coins are gone.
 */
export async function priceFresh(entries: Map<Txid, MempoolEntry>, fresh: Fresh): Promise<void> {
  const find = (outPoint: OutPoint): TxOut | undefined => {
    const made = entries.get(outPoint.txid) ?? fresh.entries.get(outPoint.txid);
    return made?.transaction.outputs[outPoint.vout] ?? fresh.coins.get(outPointKey(outPoint));
  };
  let count = 0;
  for (const [txid, entry] of fresh.entries) {
    const priced = priceTransaction(entry.transaction, find);
    if (priced === undefined) entries.delete(txid);
    else entries.set(txid, { ...entry, ...priced });
    if (++count % PART === 0) await nextTurn();
  }
}

/** Fetches transactions from the mempool and, if the node has a transaction index, from blocks. */
export async function fetchTransactions(
  client: NodeClient,
  txids: readonly Txid[],
): Promise<ReadonlyMap<Txid, Transaction>> {
  const entries = await fetchPart(client, txids);
  return new Map(entries.map(({ txid, transaction }) => [txid, transaction]));
}

/**
 * Fetches transactions that are in the mempool. A node with a transaction index also returns
 * confirmed ones, which have no mempool entry.
 */
export async function findTransactions(
  client: NodeClient,
  txids: readonly Txid[],
): Promise<ReadonlyMap<Txid, Transaction>> {
  const answers = await client.batch(
    txids.flatMap((txid) => [
      { method: 'getrawtransaction', params: [txid] },
      { method: 'getmempoolentry', params: [txid] },
    ]),
  );
  const found = new Map<Txid, Transaction>();
  for (const [at, txid] of txids.entries()) {
    const [raw, entry] = [answers[2 * at], answers[2 * at + 1]];
    if (raw === undefined || 'error' in raw || entry === undefined || 'error' in entry) continue;
    found.set(txid, readEntry(txid, asBytes(raw.result, 'transaction')).transaction);
  }
  return found;
}
