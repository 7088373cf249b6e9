import type { MembersOf } from '../arguments/basic-kinds.ts';
import { checkArguments } from '../arguments/check-arguments.ts';
import { blockHash } from '../chain/block-codec.ts';
import { makeMempoolEntry } from '../chain/mempool-entry.ts';
import type { BroadcastResult, FeeEstimate } from '../chain/node-answers.ts';
import type { ChainCoin, ChainHeader, ChainSource, Mempool } from '../chain/source.ts';
import { argumentError } from '../encoding/coldsign-error.ts';
import { encodeHex } from '../encoding/hex.ts';
import { isCoinbase } from '../transaction/check.ts';
import {
  type OutPoint,
  outPointKey,
  type Transaction,
  type Txid,
} from '../transaction/transaction.ts';
import { transactionId } from '../transaction/txid.ts';
import {
  type CoinSource,
  type FeeRates,
  type SourceTransaction,
  sourceKinds,
} from './coin-source.ts';
import { isSourceError } from './source-error.ts';
import { createFollower, type Follower } from './source-follower.ts';
import { parentsFirst, scanOf } from './source-scan.ts';
import { createTipReader, headerAt, staleness } from './source-tip.ts';

/** Settings for using a source as a chain. */
export type SourceChainOptions = {
  /** Number of unused positions in a row after which the search ends. Default: 20, as in BIP44. */
  readonly gapLimit?: number | undefined;
  /** Milliseconds for which data count as current. Default: 0. Needs `now`. */
  readonly interval?: number | undefined;
  /** Returns the time in milliseconds. */
  readonly now?: (() => number) | undefined;
  /**
   * Resolves to true after this many milliseconds, or to false if the program ends. If absent,
   * waiting for blocks is not supported.
   */
  readonly wait?: ((milliseconds: number) => Promise<boolean>) | undefined;
};

const optionMembers = {
  gapLimit: 'GapLimit?',
  interval: 'number?',
  now: 'function?',
  wait: 'function?',
} as const satisfies MembersOf<SourceChainOptions>;

/** Milliseconds between checks of the tip while a caller waits for a new one. */
const LOOK = 5000;

/**
 * Wraps a source of coins as the chain of wallets. It does not have complete blocks, or other
 * people's transactions in the mempool.
 *
 * @param source - A source, such as `createEsploraSource` returns.
 * @param options - Limits for requests.
 * @throws `ColdsignError`: `WRONG_ARGUMENT`; codes that begin with `SOURCE_` when it is used.
 */
export function createSourceChain(
  source: CoinSource,
  options: SourceChainOptions = {},
): ChainSource {
  checkArguments(
    'createSourceChain',
    { source: [source, 'CoinSource'], options: [options, 'SourceChainOptions?'] },
    { ...sourceKinds, SourceChainOptions: { only: optionMembers } },
  );
  if (options.interval !== undefined && options.now === undefined) {
    throw argumentError(
      'createSourceChain: options.interval needs options.now, without which no data count as current',
      'Pass a clock in milliseconds as now.',
    );
  }
  const follower = createFollower(source, options);
  const readTip = createTipReader(source, options);
  /** Transactions broadcast here that the source has not reported yet. */
  const sent = new Map<Txid, Transaction>();
  let updates = 1;
  let lastPool = '';

  async function waiting(): Promise<readonly SourceTransaction[]> {
    const found = await follower.read((await readTip()).hash);
    return waitingIn(found);
  }

  function waitingIn(found: ReadonlyMap<Txid, SourceTransaction>): readonly SourceTransaction[] {
    const spenders = new Map(
      [...found.values()].flatMap(({ txid, transaction }) =>
        transaction.inputs.map(({ prevout }) => [outPointKey(prevout), txid] as const),
      ),
    );
    for (const [txid, { inputs }] of sent) {
      const isTold = inputs.some(({ prevout }) => spenders.has(outPointKey(prevout)));
      if (isTold) sent.delete(txid);
    }
    const pool = [...found.values()].filter(({ block }) => block === undefined);
    const all = [...pool, ...[...sent].map(([txid, transaction]) => ({ txid, transaction }))];
    const ids = all
      .map(({ txid }) => txid)
      .sort()
      .join();
    if (ids !== lastPool) updates += 1;
    lastPool = ids;
    return all;
  }

  async function mempool(): Promise<Mempool> {
    const { hash: tipHash } = await readTip();
    const found = await follower.read(tipHash);
    const entries = parentsFirst(waitingIn(found));
    const outputOf = ({ txid, vout }: OutPoint) => {
      const made = (found.get(txid)?.transaction ?? sent.get(txid))?.outputs[vout];
      return made && { value: made.value, scriptPubKey: made.scriptPubKey };
    };
    return {
      tipHash,
      entries: entries.map(({ transaction }) => makeMempoolEntry(transaction, outputOf)),
      updates,
      scriptsVerified: false,
      partial: true,
    };
  }

  return {
    network: source.network,
    tip: readTip,
    async headers(from, count) {
      const tip = readTip.last();
      if (tip !== undefined && from === tip.height && count > 0) return [tip];
      // After a change of the tip, blocks may differ.
      const isSame = tip !== undefined && follower.isAt(tip.hash);
      const known = count === 1 && isSame ? headerIn(follower.found(), from) : undefined;
      if (known !== undefined) return [known];
      if (count > MOST_HEADERS) return [];
      const headers = await source.headers(from, count);
      return headers.map((header, i) => headerAt(from + i, header, blockHash(header)));
    },
    blocks: async () => [],
    blockStatus: async (hash) => {
      const isKnown = [...follower.found().values()].some(({ block }) => block?.hash === hash);
      return isKnown ? 'unvalidated' : undefined;
    },
    findCoins: async (outPoints) => {
      const isCurrent = follower.isAt((await readTip()).hash);
      return findCoins(source, isCurrent ? follower : undefined, outPoints);
    },
    mempool,
    async mempoolUpdates() {
      await waiting();
      return updates;
    },
    async findInMempool(txids) {
      const pool = new Map((await waiting()).map(({ txid, transaction }) => [txid, transaction]));
      return pick(txids, async (txid) => pool.get(txid));
    },
    findTransactions: (txids) =>
      pick(
        txids,
        async (txid) =>
          follower.found().get(txid)?.transaction ?? sent.get(txid) ?? source.transaction(txid),
      ),
    estimateFee: async (target) => estimate(await source.feeRates(), target),
    async broadcast(transaction) {
      const result = await send(source, transaction);
      if ('txid' in result) sent.set(result.txid, transaction);
      follower.forget();
      return result;
    },
    async scan(request) {
      const tip = await readTip();
      const found = await follower.read(tip.hash, request.scripts);
      return scanOf(request, tip, [...found.values()]);
    },
    follow: (ranges) => follower.follow(ranges),
    // Scanning all blocks costs no more than scanning the last ones.
    firstHeightFrom: async () => 1,
    async waitForTip(hash, milliseconds) {
      const { wait } = options;
      for (let left = milliseconds; ; left -= LOOK) {
        const tip = await readTip();
        if (tip.hash !== hash || left <= 0 || wait === undefined) return tip;
        if (!(await wait(Math.min(left, LOOK)))) return undefined;
      }
    },
    notices: (now) => staleness(readTip.last(), now),
  };
}

/** Maximum number of headers per request, because some servers answer ten at a time. */
const MOST_HEADERS = 20;

async function pick<T>(
  txids: readonly Txid[],
  find: (txid: Txid) => Promise<T | undefined>,
): Promise<ReadonlyMap<Txid, T>> {
  const picked = new Map<Txid, T>();
  for (const txid of txids) {
    const found = await find(txid);
    if (found !== undefined) picked.set(txid, found);
  }
  return picked;
}

/** Finds the header of a block that contains one of the transactions. */
function headerIn(
  found: ReadonlyMap<Txid, SourceTransaction>,
  height: number,
): ChainHeader | undefined {
  for (const { block } of found.values()) {
    if (block?.height !== height || block.header === undefined) continue;
    return headerAt(height, block.header, blockHash(block.header));
  }
  return undefined;
}

/**
 * Finds coins by their scripts: creates them from transactions and omits coins that a block has
 * spent.
 */
async function findCoins(
  source: CoinSource,
  follower: Follower | undefined,
  outPoints: readonly OutPoint[],
): Promise<ReadonlyMap<string, ChainCoin>> {
  const coins = new Map<string, ChainCoin>();
  const followed = [...(follower?.found().values() ?? [])];
  const spent = spentIn(followed);
  for (const outPoint of outPoints) {
    const { txid, vout } = outPoint;
    const near = follower?.found().get(txid);
    const output = (near?.transaction ?? (await source.transaction(txid)))?.outputs[vout];
    if (output === undefined) continue;
    const isNear = near !== undefined && follower?.knows(encodeHex(output.scriptPubKey)) === true;
    const history = isNear ? followed : await source.transactions([output.scriptPubKey]);
    const made = isNear ? near : history.find((each) => each.txid === txid);
    const key = outPointKey(outPoint);
    if (made?.block === undefined || (isNear ? spent : spentIn(history)).has(key)) continue;
    const { value: amount, scriptPubKey } = output;
    const coinbase = isCoinbase(made.transaction);
    coins.set(key, { value: amount, scriptPubKey, height: made.block.height, coinbase });
  }
  return coins;
}

/** Lists coins spent in blocks, by `outPointKey`. */
function spentIn(found: readonly SourceTransaction[]): ReadonlySet<string> {
  const spenders = found.filter(({ block }) => block !== undefined);
  return new Set(
    spenders.flatMap(({ transaction }) =>
      transaction.inputs.map(({ prevout }) => outPointKey(prevout)),
    ),
  );
}

/** Returns the rate of the longest target up to `target`, or of the shortest if all are longer. */
export function estimate(rates: FeeRates, target: number): FeeEstimate {
  const targets = Object.keys(rates)
    .map(Number)
    .sort((a, b) => a - b);
  const blocks = targets.filter((each) => each <= target).pop() ?? targets[0];
  const rate = blocks === undefined ? undefined : rates[blocks];
  if (blocks === undefined || rate === undefined) {
    return { errors: [], blocks: 0 };
  }
  return { feeRate: Math.ceil(rate * 1000) / 1000, blocks };
}

/** RPC_VERIFY_ERROR, RPC_VERIFY_REJECTED and RPC_VERIFY_ALREADY_IN_UTXO_SET (rpc/protocol.h). */
const [ERROR, REJECTED, ALREADY] = [-25, -26, -27];

/** Broadcasts a transaction. Servers pass on their node's error, as JSON or in a sentence. */
async function send(source: CoinSource, transaction: Transaction): Promise<BroadcastResult> {
  try {
    return { txid: await source.broadcast(transaction) };
  } catch (error) {
    // Only a refusal is a result; without an answer, the outcome is unknown.
    if (!isSourceError(error) || error.code !== 'SOURCE_REFUSED') throw error;
    if (/already in (the )?(mempool|block)|txn-already-(known|in-mempool)/i.test(error.message)) {
      return { txid: transactionId(transaction) };
    }
    const code = Number(/"code":\s*(-\d+)/.exec(error.message)?.[1] ?? REJECTED);
    const message = /"message":\s*"([^"]*)"/.exec(error.message)?.[1] ?? error.message;
    return { code, message, settled: [ERROR, REJECTED, ALREADY].includes(code) };
  }
}
