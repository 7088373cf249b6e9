import { priceTransaction, type SpentOutput } from '../../chain/mempool-entry.ts';
import type { Mempool, MempoolEntry } from '../../chain/source.ts';
import { decodeTransaction } from '../../transaction/codec.ts';
import { type OutPoint, outPointKey, type Txid } from '../../transaction/transaction.ts';
import type { NodeClient } from './client.ts';
import type { CoinReader } from './coins.ts';
import {
  asBytes,
  asList,
  asNumber,
  asObject,
  asSatoshis,
  asText,
  resultOf,
  unexpected,
} from './values.ts';

export type MempoolReader = {
  read(): Promise<Mempool>;
  updates(): Promise<number>;
};

/** Entries are asked for one by one up to this many, above it with one call for all. */
const FEW = 2000;
const ATTEMPTS = 5;

/**
 * The node's mempool. What has been seen is kept, so that a second look costs only what is new. Sigop costs, which a
 * node does not tell, are counted from the coins.
 */
export function createMempoolReader(client: NodeClient, coins: CoinReader): MempoolReader {
  let entries = new Map<Txid, MempoolEntry>();
  let summary = '';
  let updates = 0;

  /** Priorities, and whether anything is different from when it was last asked. */
  async function look(): Promise<ReadonlyMap<Txid, bigint>> {
    const [best, info, priorities] = await client.batch([
      { method: 'getbestblockhash' },
      { method: 'getmempoolinfo' },
      { method: 'getprioritisedtransactions' },
    ]);
    const tipHash = asText(resultOf(best, 'getbestblockhash'), 'best block hash');
    const deltas = readDeltas(
      priorities === undefined || 'error' in priorities ? {} : priorities.result,
    );
    const { size, bytes, usage, total_fee } = asObject(resultOf(info, 'getmempoolinfo'), 'mempool');
    const now = [tipHash, size, bytes, usage, total_fee, ...[...deltas].flat()].join();
    if (now !== summary) updates += 1;
    summary = now;
    return deltas;
  }

  /** `undefined` when something left the mempool while it was read. */
  async function list(): Promise<Listing | undefined> {
    // In this order: were it the other way round, a block could come in between and the list still seem to be older than it.
    const [pool, best] = await client.batch([
      { method: 'getrawmempool' },
      { method: 'getbestblockhash' },
    ]);
    const txids = asList(resultOf(pool, 'getrawmempool'), 'list of txids').map((txid) =>
      asText(txid, 'txid'),
    );
    const fresh = await fetchEntries(
      client,
      txids.filter((txid) => !entries.has(txid)),
    );
    if (fresh === undefined) return undefined;
    const next = new Map<Txid, MempoolEntry>();
    for (const txid of txids) {
      const entry = entries.get(txid) ?? fresh.get(txid);
      if (entry !== undefined) next.set(txid, entry);
    }
    await countSigops(next, [...fresh.keys()], coins);
    return { tipHash: asText(resultOf(best, 'getbestblockhash'), 'best block hash'), next };
  }

  return {
    async updates() {
      await look();
      return updates;
    },
    async read() {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const deltas = await look();
        const seen = updates;
        const listing = await list();
        if (listing === undefined) continue;
        const { tipHash, next } = listing;
        entries = next;
        return { tipHash, entries: withDeltas(next, deltas), updates: seen, scriptsVerified: true };
      }
      throw new Error('the mempool changes faster than it can be read');
    },
  };
}

type Listing = { readonly tipHash: string; readonly next: Map<Txid, MempoolEntry> };

function readDeltas(result: unknown): ReadonlyMap<Txid, bigint> {
  const deltas = new Map<Txid, bigint>();
  for (const [txid, value] of Object.entries(asObject(result, 'list of priorities'))) {
    const delta = asNumber(asObject(value, 'priority').fee_delta, 'fee_delta');
    if (delta !== 0) deltas.set(txid, BigInt(delta));
  }
  return deltas;
}

function withDeltas(
  entries: ReadonlyMap<Txid, MempoolEntry>,
  deltas: ReadonlyMap<Txid, bigint>,
): readonly MempoolEntry[] {
  return Array.from(entries.values(), (entry) => {
    const feeDelta = deltas.get(entry.txid);
    return feeDelta === undefined ? entry : { ...entry, feeDelta };
  });
}

async function fetchEntries(
  client: NodeClient,
  txids: readonly Txid[],
): Promise<ReadonlyMap<Txid, MempoolEntry> | undefined> {
  const details = await fetchDetails(client, txids);
  const calls = txids.map((txid) => ({ method: 'getrawtransaction', params: [txid] }));
  const raw = await client.batch(calls);
  const entries = new Map<Txid, MempoolEntry>();
  for (const [at, txid] of txids.entries()) {
    const answer = raw[at];
    const detail = details.get(txid);
    if (answer === undefined || 'error' in answer || detail === undefined) return undefined;
    entries.set(txid, readEntry(txid, detail, asBytes(answer.result, 'transaction')));
  }
  return entries;
}

async function fetchDetails(
  client: NodeClient,
  txids: readonly Txid[],
): Promise<ReadonlyMap<Txid, unknown>> {
  if (txids.length > FEW) {
    return new Map(Object.entries(asObject(await client.call('getrawmempool', true), 'mempool')));
  }
  const calls = txids.map((txid) => ({ method: 'getmempoolentry', params: [txid] }));
  const details = new Map<Txid, unknown>();
  for (const [at, answer] of (await client.batch(calls)).entries()) {
    const txid = txids[at];
    if (txid !== undefined && 'result' in answer) details.set(txid, answer.result);
  }
  return details;
}

function readEntry(txid: Txid, detail: unknown, bytes: Uint8Array): MempoolEntry {
  const transaction = decodeTransaction(bytes, { witness: true });
  if (transaction === undefined) throw unexpected('transaction');
  const fields = asObject(detail, 'mempool entry');
  return {
    txid,
    wtxid: asText(fields.wtxid, 'wtxid'),
    transaction,
    weight: asNumber(fields.weight, 'weight'),
    fee: asSatoshis(asObject(fields.fees, 'fees').base, 'base fee'),
    sigopCost: undefined,
    time: asNumber(fields.time, 'time'),
  };
}

/** What a coin that is not found leaves open stays `undefined`: the template's builder then says so. */
async function countSigops(
  entries: Map<Txid, MempoolEntry>,
  fresh: readonly Txid[],
  coins: CoinReader,
): Promise<void> {
  const outside = fresh.flatMap((txid) =>
    (entries.get(txid)?.transaction.inputs ?? [])
      .map(({ prevout }) => prevout)
      .filter((prevout) => !entries.has(prevout.txid)),
  );
  const found = await coins.find(outside);
  const find = (outPoint: OutPoint): SpentOutput | undefined => {
    const output = entries.get(outPoint.txid)?.transaction.outputs[outPoint.vout];
    if (output === undefined) return found.get(outPointKey(outPoint));
    return { amount: output.value, scriptPubKey: output.scriptPubKey };
  };
  for (const txid of fresh) {
    const entry = entries.get(txid);
    if (entry === undefined) continue;
    const priced = priceTransaction(entry.transaction, find);
    if (priced !== undefined) entries.set(txid, { ...entry, sigopCost: priced.sigopCost });
  }
}
