import type { Mempool, MempoolEntry } from '../../../chain/source.ts';
import type { Transaction, Txid } from '../../../transaction/transaction.ts';
import type { NodeClient } from './client.ts';
import type { CoinReader } from './coins.ts';
import { fetchEntries, findTransactions, priceFresh } from './mempool-entries.ts';
import { asList, asNumber, asObject, asText, resultOf } from './values.ts';

export type MempoolReader = {
  read(): Promise<Mempool>;
  /** Finds transactions that are in the mempool now. */
  find(txids: readonly Txid[]): Promise<ReadonlyMap<Txid, Transaction>>;
  updates(): Promise<number>;
};

const ATTEMPTS = 5;

type Look = Pick<Mempool, 'limits'> & { readonly deltas: ReadonlyMap<Txid, bigint> };

/** The node's mempool. What has been seen is kept, so that a second look costs only what is new. */
export function createMempoolReader(client: NodeClient, coins: CoinReader): MempoolReader {
  let entries = new Map<Txid, MempoolEntry>();
  let summary = '';
  /** The node's count of what came and went. */
  let sequence = 0;
  let forks: ReadonlySet<string> | undefined;
  let updates = 0;

  /** Priorities and limits, and whether anything is different from when it was last asked. */
  async function look(): Promise<Look> {
    const [best, info, priorities] = await client.batch([
      { method: 'getbestblockhash' },
      { method: 'getmempoolinfo' },
      { method: 'getprioritisedtransactions' },
    ]);
    const tipHash = asText(resultOf(best, 'getbestblockhash'), 'best block hash');
    const prioritised = priorities === undefined || 'error' in priorities ? {} : priorities.result;
    const told = asObject(resultOf(info, 'getmempoolinfo'), 'mempool');
    const { size, bytes, usage, total_fee } = told;
    // Prioritised transactions matter too: one may replace another of the same size and fee.
    const now = [tipHash, size, bytes, usage, total_fee, JSON.stringify(prioritised)].join();
    if (now !== summary) updates += 1;
    summary = now;
    return { deltas: readDeltas(prioritised), ...readLimits(told) };
  }

  /**
   * The tip that the list belongs to; `undefined` when anything changed while it was read. What was
   * there is kept. The tip is asked for on both sides of the list: a block in between would leave
   * open which of the two is older.
   */
  async function list(): Promise<string | undefined> {
    const [before, pool, after] = await client.batch([
      { method: 'getbestblockhash' },
      { method: 'getrawmempool', params: [false, true] },
      { method: 'getbestblockhash' },
    ]);
    const tipHash = asText(resultOf(before, 'getbestblockhash'), 'best block hash');
    if (resultOf(after, 'getbestblockhash') !== tipHash) return undefined;
    const listed = asObject(resultOf(pool, 'getrawmempool'), 'list of the mempool');
    const txids = asList(listed.txids, 'list of txids').map((txid) => asText(txid, 'txid'));
    const count = asNumber(listed.mempool_sequence, 'mempool_sequence');
    const came = txids.filter((txid) => !entries.has(txid)).length;
    // More happened than new transactions tell: one may have been in a block that is undone, and be
    // back with another witness.
    if (entries.size > 0 && count - sequence !== came && (await hasForked())) entries = new Map();
    sequence = count;
    const unknown = txids.filter((txid) => !entries.has(txid));
    const fresh = await fetchEntries(client, coins, unknown, new Set(txids));
    const next = new Map<Txid, MempoolEntry>();
    for (const txid of txids) {
      const entry = entries.get(txid) ?? fresh.entries.get(txid);
      if (entry !== undefined) next.set(txid, entry);
    }
    await priceFresh(next, fresh);
    entries = next;
    return next.size === txids.length ? tipHash : undefined;
  }

  /** Returns true if there are new branches besides the best chain. */
  async function hasForked(): Promise<boolean> {
    const tips = asList(await client.call('getchaintips'), 'list of tips');
    const hashes = tips
      .map((tip) => asObject(tip, 'tip'))
      .filter(({ status }) => status !== 'active');
    const before = forks ?? new Set();
    forks = new Set(hashes.map(({ hash }) => asText(hash, 'block hash')));
    return [...forks].some((hash) => !before.has(hash));
  }

  async function read(): Promise<Mempool> {
    if (forks === undefined) await hasForked();
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { deltas, ...limits } = await look();
      const seen = updates;
      const tipHash = await list();
      if (tipHash === undefined) continue;
      const found = withDeltas(entries, deltas);
      return { tipHash, entries: found, updates: seen, scriptsVerified: true, ...limits };
    }
    throw new Error('the mempool changes faster than it can be read');
  }

  /** One after the other: the next one finds what the one before has kept. */
  let last: Promise<unknown> = Promise.resolve();
  return {
    find: (txids) => findTransactions(client, txids),
    async updates() {
      await look();
      return updates;
    },
    read() {
      const reading = last.then(read, read);
      last = reading;
      return reading;
    },
  };
}

/** Nodes before version 31 have no clusters. */
function readLimits(info: { readonly [name: string]: unknown }): Pick<Mempool, 'limits'> {
  const { limitclustercount: count, limitclustersize: size } = info;
  if (count === undefined || size === undefined) return {};
  const clusterCount = asNumber(count, 'limitclustercount');
  return { limits: { clusterCount, clusterSize: asNumber(size, 'limitclustersize') } };
}

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
