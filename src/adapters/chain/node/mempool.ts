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

/** Reads the node's mempool. Entries are cached, so that a later read fetches only new ones. */
export function createMempoolReader(client: NodeClient, coins: CoinReader): MempoolReader {
  let entries = new Map<Txid, MempoolEntry>();
  let summary = '';
  /** The node's count of added and removed transactions. */
  let sequence = 0;
  let forks: ReadonlySet<string> | undefined;
  let updates = 0;

  /** Reads priorities and limits, and counts a change since the last call. */
  async function look(): Promise<Look> {
    const [best, info, priorities] = await client.batch([
      { method: 'getbestblockhash' },
      { method: 'getmempoolinfo' },
      { method: 'getprioritisedtransactions' },
    ]);
    const tipHash = asText(resultOf(best, 'getbestblockhash'), 'best block hash');
    const prioritised = priorities === undefined || 'error' in priorities ? {} : priorities.result;
    const found = asObject(resultOf(info, 'getmempoolinfo'), 'mempool');
    const { size, bytes, usage, total_fee } = found;
    // Prioritised transactions count too: one may replace another of the same size and fee.
    const now = [tipHash, size, bytes, usage, total_fee, JSON.stringify(prioritised)].join();
    if (now !== summary) updates += 1;
    summary = now;
    return { deltas: readDeltas(prioritised), ...readLimits(found) };
  }

  /**
   * Updates the cached list and returns its tip. Returns `undefined`, keeping the cache, if
   * anything changed during the read. The tip is requested before and after the list, because a
   * block in between would make its age ambiguous.
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
    // There were more changes than new transactions: one may have returned from an abandoned block
    // with another witness.
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

  /** Queue of reads, so that each one finds what the previous one cached. */
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
