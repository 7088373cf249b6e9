import type { Block, BlockHash } from '../../../src/chain/block.ts';
import { blockHash } from '../../../src/chain/block-codec.ts';
import type { ConsensusParams } from '../../../src/chain/consensus.ts';
import { medianTime } from '../../../src/chain/median-time.ts';
import { makeMempoolEntry } from '../../../src/chain/mempool-entry.ts';
import type { BroadcastResult } from '../../../src/chain/node-answers.ts';
import type {
  BlockStatus,
  ChainCoin,
  ChainHeader,
  ChainSource,
  ChainTip,
  MempoolEntry,
  SilentCandidateTransaction,
} from '../../../src/chain/source.ts';
import { addCoins, spendCoins } from '../../../src/mining/connect.ts';
import {
  type OutPoint,
  outPointKey,
  type Transaction,
  type Txid,
  type TxOut,
} from '../../../src/transaction/transaction.ts';
import { transactionId } from '../../../src/transaction/txid.ts';

/**
 * A chain in memory, from its genesis on, for tests and for rehearsing transactions before they are
 * sent.
 */
export type MemoryChain = {
  readonly source: ChainSource;
  /**
   * Appends a block to the tip without checking it. Transactions that it confirms or makes
   * impossible leave the mempool.
   */
  connect(block: Block): void;
  /**
   * Adds a transaction to the mempool, replacing those that spend the same coins. Returns
   * `undefined` if it spends unknown coins.
   */
  submit(transaction: Transaction): MempoolEntry | undefined;
  /** Core's prioritisetransaction, for transactions of the mempool. */
  prioritise(txid: Txid, feeDelta: bigint): void;
};

type Pool = {
  readonly entries: Map<Txid, MempoolEntry>;
  /** The transaction that spends each outpoint, by `outPointKey`. */
  readonly spenders: Map<string, Txid>;
  updates: number;
};

export function createMemoryChain(params: ConsensusParams): MemoryChain {
  const headers: ChainHeader[] = [params.genesis];
  const blocks: Block[] = [];
  const coins = new Map<string, ChainCoin>();
  const candidates: SilentCandidateTransaction[] = [];
  const heights = new Map<BlockHash, number>([[params.genesis.hash, 0]]);
  const pool: Pool = { entries: new Map(), spenders: new Map(), updates: 1 };
  const find = (outPoint: OutPoint): TxOut | undefined => {
    const made = pool.entries.get(outPoint.txid)?.transaction.outputs[outPoint.vout];
    return made ?? coins.get(outPointKey(outPoint));
  };

  function connect(block: Block): void {
    const { version, time, bits } = block.header;
    const height = headers.length;
    const hash = blockHash(block.header);
    headers.push({ height, hash, version, time, bits });
    blocks.push(block);
    heights.set(hash, height);
    for (const transaction of block.transactions) {
      const txid = transactionId(transaction);
      const spent = transaction.inputs.map(({ prevout }) => coins.get(outPointKey(prevout)));
      const spentScripts = spent.flatMap((coin) => coin?.scriptPubKey ?? []);
      const index = block.transactions.indexOf(transaction);
      if (spentScripts.length === transaction.inputs.length) {
        candidates.push({ transaction, index, height, spentScripts });
      }
      spendCoins(coins, transaction);
      addCoins(coins, transaction, txid, height);
      removeEntry(pool, txid);
      removeConflicts(pool, transaction);
    }
    pool.updates += 1;
  }

  function submit(transaction: Transaction): MempoolEntry | undefined {
    const entry = makeMempoolEntry(transaction, find);
    if (entry.fee === undefined) return undefined;
    const known = pool.entries.get(entry.txid);
    if (known !== undefined) return known;
    removeConflicts(pool, transaction);
    for (const { prevout } of transaction.inputs)
      pool.spenders.set(outPointKey(prevout), entry.txid);
    pool.entries.set(entry.txid, entry);
    pool.updates += 1;
    return entry;
  }

  return {
    connect,
    submit,
    prioritise(txid, feeDelta) {
      const entry = pool.entries.get(txid);
      if (entry === undefined) return;
      pool.entries.set(txid, { ...entry, feeDelta: (entry.feeDelta ?? 0n) + feeDelta });
      pool.updates += 1;
    },
    source: {
      ...createSource({ headers, blocks, coins, heights, pool }, submit),
      silentCandidates: async (from, count) =>
        candidates.filter(({ height }) => height >= from && height < from + count),
    },
  };
}

type State = {
  readonly headers: readonly ChainHeader[];
  /** Blocks from height 1. */
  readonly blocks: readonly Block[];
  readonly coins: ReadonlyMap<string, ChainCoin>;
  readonly heights: ReadonlyMap<BlockHash, number>;
  readonly pool: Pool;
};

function createSource(
  { headers, blocks, coins, heights, pool }: State,
  submit: (transaction: Transaction) => MempoolEntry | undefined,
): ChainSource {
  return {
    tip: async () => tipOf(headers),
    headers: async (from, count) => headers.slice(from, from + count),
    blocks: async (from, count) => (from < 1 ? [] : blocks.slice(from - 1, from - 1 + count)),
    blockStatus: async (hash) => statusAt(heights.get(hash)),
    knowsAllCoins: true,
    findCoins: async (outPoints) => {
      const found = new Map<string, ChainCoin>();
      for (const outPoint of outPoints) {
        const key = outPointKey(outPoint);
        const coin = coins.get(key);
        if (coin !== undefined) found.set(key, coin);
      }
      return found;
    },
    mempool: async () => ({
      tipHash: tipOf(headers).hash,
      entries: [...pool.entries.values()],
      updates: pool.updates,
      scriptsVerified: false,
    }),
    mempoolUpdates: async () => pool.updates,
    estimateFee: async () => ({ errors: [], blocks: 0 }),
    broadcast: async (transaction): Promise<BroadcastResult> =>
      submit(transaction) ?? {
        code: -25,
        message: 'bad-txns-inputs-missingorspent',
        settled: true,
      },
  };
}

function tipOf(headers: readonly ChainHeader[]): ChainTip {
  const last = headers.length - 1;
  const { height = 0, hash = '', version = 0, time = 0, bits = 0 } = headers[last] ?? {};
  return { height, hash, version, time, bits, mediantime: medianTime(headers, last) };
}

/** The genesis block's transactions are never checked. */
function statusAt(height: number | undefined): BlockStatus | undefined {
  if (height === undefined) return undefined;
  return height === 0 ? 'unvalidated' : 'valid';
}

/** Removes an entry and all its descendants. */
function removeEntry(pool: Pool, txid: Txid, descendants = false): void {
  const entry = pool.entries.get(txid);
  if (entry === undefined) return;
  pool.entries.delete(txid);
  pool.updates += 1;
  for (const { prevout } of entry.transaction.inputs) pool.spenders.delete(outPointKey(prevout));
  if (!descendants) return;
  entry.transaction.outputs.forEach((_, vout) => {
    const spender = pool.spenders.get(outPointKey({ txid, vout }));
    if (spender !== undefined) removeEntry(pool, spender, true);
  });
}

function removeConflicts(pool: Pool, transaction: Transaction): void {
  for (const { prevout } of transaction.inputs) {
    const spender = pool.spenders.get(outPointKey(prevout));
    if (spender !== undefined) removeEntry(pool, spender, true);
  }
}
