import { setTimeout as sleep } from 'node:timers/promises';
import type { Block, BlockHash } from '../../../chain/block.ts';
import { decodeBlock } from '../../../chain/block-codec.ts';
import type { BroadcastResult, FeeEstimate, PeerStatus } from '../../../chain/node-answers.ts';
import type { AbandonedBranch, BlockStatus, ChainSource } from '../../../chain/source.ts';
import { encodeHex } from '../../../encoding/hex.ts';
import { RpcCode } from '../../../rpc/error.ts';
import { encodeTransaction } from '../../../transaction/codec.ts';
import { perKvb, perVbyte } from '../../../transaction/fee-bounds.ts';
import type { NodeAnswer, NodeClient } from './client.ts';
import { createCoinReader } from './coins.ts';
import { createHeaderReader, type HeaderReader, NOT_FOUND } from './headers.ts';
import { createMempoolReader } from './mempool.ts';
import { fetchTransactions } from './mempool-entries.ts';
import { createNodeScanner } from './scan.ts';
import { readSilentCandidates } from './silent.ts';
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

/**
 * Error codes after which a transaction is not sent again soon: the node has seen it, or rejects
 * it.
 */
const SETTLED: ReadonlySet<number> = new Set([
  RpcCode.VERIFY_ERROR,
  RpcCode.VERIFY_REJECTED,
  RpcCode.VERIFY_ALREADY_IN_UTXO_SET,
]);

export type NodeChainOptions = {
  /** Milliseconds between polls of a node that cannot wait for a block. Default: 500. */
  readonly pollInterval?: number;
  /** Ends all waiting. */
  readonly signal?: AbortSignal;
};

/** Creates a chain from a Bitcoin node (Core or a derivative). Only immutable facts are cached. */
export function createNodeChain(client: NodeClient, options: NodeChainOptions = {}): ChainSource {
  const headers = createHeaderReader(client);
  const coins = createCoinReader(client, headers);
  const mempool = createMempoolReader(client, coins);
  const scanner = createNodeScanner(client);
  return {
    tip: () => headers.tip(),
    headers: (from, count) => headers.range(from, count),
    blocks: (from, count) => readBlocks(client, headers, from, count),
    blockStatus: (hash) => readBlockStatus(client, headers, hash),
    findCoins: (outPoints) => coins.find(outPoints),
    knowsAllCoins: true,
    mempool: () => mempool.read(),
    findInMempool: (txids) => mempool.find(txids),
    findTransactions: (txids) => fetchTransactions(client, txids),
    mempoolUpdates: () => mempool.updates(),
    estimateFee: async (target, mode) =>
      readEstimate(await client.call('estimatesmartfee', target, mode)),
    async broadcast(transaction, { maxFeeRate, maxBurn = 0n } = {}): Promise<BroadcastResult> {
      const hex = encodeHex(encodeTransaction(transaction));
      const rate = maxFeeRate === undefined ? [] : [Number(perKvb(maxFeeRate)) / 1e8];
      const limits = maxBurn === 0n ? rate : [rate[0] ?? null, Number(maxBurn) / 1e8];
      const answer = await client.ask('sendrawtransaction', hex, ...limits);
      if (!('error' in answer)) return { txid: asText(answer.result, 'txid') };
      return { ...answer.error, settled: SETTLED.has(answer.error.code) };
    },
    mempoolMinimumFeeRate: () => readMinimum(client, 'mempoolminfee'),
    minimumRelayFeeRate: () => readMinimum(client, 'minrelaytxfee'),
    incrementalRelayFeeRate: () => readMinimum(client, 'incrementalrelayfee'),
    scan: (request) => scanner.scan(request),
    silentCandidates: async (from, count) =>
      readSilentCandidates(client, await headers.range(from, count)),
    firstBlock: () => scanner.firstBlock(),
    firstHeightFrom: (time) => firstHeightFrom(headers, time),
    forkHeight: (hash) => headers.forkHeight(hash),
    findBlock: (hash) => findBlock(client, hash),
    abandonedBranches: () => readBranches(client),
    ask: (method, params) => client.askExactly(method, params),
    peers: () => readPeers(client),
    startedAt: () => readStart(client),
    waitForTip: createTipWaiter(client, headers, options),
  };
}

/** Blocks are megabytes, so few are requested at once. */
const BLOCKS_AT_ONCE = 8;

async function readBlocks(
  client: NodeClient,
  headers: HeaderReader,
  from: number,
  count: number,
): Promise<readonly Block[]> {
  const range = await headers.range(from, count);
  const blocks: Block[] = [];
  for (let at = 0; at < range.length; at += BLOCKS_AT_ONCE) {
    const part = range.slice(at, at + BLOCKS_AT_ONCE);
    const calls = part.map(({ hash }) => ({ method: 'getblock', params: [hash, 0] }));
    blocks.push(...(await client.batch(calls)).map(readBlock));
  }
  return blocks;
}

async function findBlock(client: NodeClient, hash: BlockHash): Promise<Block | undefined> {
  const answer = await client.ask('getblock', hash, 0);
  // The block is unknown, or only its header is known: it was pruned, or never downloaded.
  if ('error' in answer && [NOT_FOUND, RpcCode.MISC_ERROR].includes(answer.error.code)) {
    return undefined;
  }
  return readBlock(answer);
}

function readBlock(answer: NodeAnswer): Block {
  const block = decodeBlock(asBytes(resultOf(answer, 'getblock'), 'block'));
  if (block === undefined) throw unexpected('block');
  return block;
}

/**
 * Returns a block's status. On the best chain: valid, except the genesis block, which nodes do not
 * check. Elsewhere: the status of its branch, from the tips.
 */
async function readBlockStatus(
  client: NodeClient,
  headers: HeaderReader,
  hash: BlockHash,
): Promise<BlockStatus | undefined> {
  const answer = await client.ask('getblockheader', hash);
  if ('error' in answer && answer.error.code === NOT_FOUND) return undefined;
  const fields = asObject(resultOf(answer, 'getblockheader'), 'block header');
  const height = asNumber(fields.height, 'height');
  if (asNumber(fields.confirmations, 'confirmations') >= 0) {
    return height === 0 ? 'unvalidated' : 'valid';
  }
  for (const tip of await readTips(client)) {
    const length = tip.height - height;
    if (length < 0 || length >= tip.length) continue;
    let at = await headers.byHash(tip.hash);
    for (let step = 0; step < length && at.previous !== undefined; step++) {
      at = await headers.byHash(at.previous);
    }
    if (at.hash !== hash) continue;
    if (tip.status === 'valid-fork') return 'valid';
    // Below the tip of an invalid branch, a block may be valid; it was not checked further.
    return tip.status === 'invalid' && length === 0 ? 'invalid' : 'unvalidated';
  }
  return 'unvalidated';
}

async function readTips(client: NodeClient) {
  return asList(await client.call('getchaintips'), 'list of tips').map((item) => {
    const { hash, height, branchlen, status } = asObject(item, 'tip');
    return {
      hash: asText(hash, 'hash'),
      height: asNumber(height, 'height'),
      length: asNumber(branchlen, 'branchlen'),
      status: asText(status, 'status'),
    };
  });
}

/**
 * Lists branches that left the best chain. Only a branch that was the best chain is completely
 * verified.
 */
async function readBranches(client: NodeClient): Promise<readonly AbandonedBranch[]> {
  const tips = await readTips(client);
  return tips
    .filter(({ status }) => status === 'valid-fork')
    .map(({ hash, height, length: blocks }) => ({ hash, height, blocks }));
}

/** Parses the result of estimatesmartfee. */
export function readEstimate(result: unknown): FeeEstimate {
  const { feerate, errors, blocks } = asObject(result, 'estimate');
  const found = asNumber(blocks, 'blocks');
  if (feerate !== undefined)
    return { feeRate: perVbyte(asSatoshis(feerate, 'feerate')), blocks: found };
  return {
    errors: asList(errors ?? [], 'errors').map((error) => asText(error, 'error')),
    blocks: found,
  };
}

async function readMinimum(client: NodeClient, name: string): Promise<number> {
  const info = asObject(await client.call('getmempoolinfo'), 'mempool');
  return perVbyte(asSatoshis(info[name], name));
}

/**
 * Number of headers, several days of blocks, that are read in sequence. Longer ranges are bisected
 * first.
 */
const HEADERS_AT_ONCE = 2000;

/**
 * Finds the first block whose time reaches `time`. Median times never decrease, so they are
 * bisected. A block reaches `time` by its own time shortly before.
 */
async function firstHeightFrom(headers: HeaderReader, time: number): Promise<number | undefined> {
  const { height: tip } = await headers.tip();
  let [low, high] = [0, tip + 1];
  while (high - low > HEADERS_AT_ONCE) {
    const middle = (low + high) >> 1;
    const [header] = await headers.range(middle, 1);
    if (header === undefined || header.mediantime >= time) high = middle;
    else low = middle;
  }
  const from = Math.max(0, low - HEADERS_AT_ONCE);
  const near = await headers.range(from, Math.min(tip, high) + 1 - from);
  return near.find((header) => header.time >= time)?.height;
}

async function readStart(client: NodeClient): Promise<number | undefined> {
  const [answer] = await client.batch([{ method: 'uptime' }]);
  // A whitelist may exclude the method, and the result is optional.
  if (answer === undefined || 'error' in answer) return undefined;
  return Date.now() / 1000 - asNumber(answer.result, 'uptime');
}

async function readPeers(client: NodeClient): Promise<PeerStatus> {
  const [network, chain] = await client.batch([
    { method: 'getnetworkinfo' },
    { method: 'getblockchaininfo' },
  ]);
  const { connections } = asObject(resultOf(network, 'getnetworkinfo'), 'network');
  const { initialblockdownload } = asObject(resultOf(chain, 'getblockchaininfo'), 'chain');
  return {
    connections: asNumber(connections, 'connections'),
    initialBlockDownload: initialblockdownload === true,
  };
}

/** Milliseconds that the node is asked to wait for a block; less than the timeout of a request. */
const WAIT_AT_NODE = 30_000;

/** Waits for blocks at the node, or polls if the node cannot wait from a given tip on. */
function createTipWaiter(
  client: NodeClient,
  headers: HeaderReader,
  { pollInterval = 500, signal }: NodeChainOptions,
): NonNullable<ChainSource['waitForTip']> {
  let canWait = true;
  let waiting: { readonly hash: BlockHash; readonly news: Promise<void> } | undefined;
  /** Shares one request among all waiting callers, because the node answers few at once. */
  const newsAfter = (hash: BlockHash): Promise<void> => {
    if (waiting?.hash === hash) return waiting.news;
    const news = client
      .ask('waitfornewblock', WAIT_AT_NODE, hash)
      .then((answer) => {
        // The argument is new in version 30, and a whitelist may exclude the method.
        if ('error' in answer) canWait = false;
      })
      .catch(() => sleep(pollInterval, undefined, { ref: false }))
      .finally(() => {
        if (waiting?.news === news) waiting = undefined;
      });
    waiting = { hash, news };
    return news;
  };
  return async (hash, milliseconds) => {
    const end = performance.now() + milliseconds;
    for (;;) {
      if (signal?.aborted === true) return undefined;
      const tip = await headers.tip();
      const left = end - performance.now();
      if (tip.hash !== hash || left <= 0) return tip;
      const patience = new AbortController();
      const stop = () => patience.abort();
      signal?.addEventListener('abort', stop, { once: true });
      const time = canWait ? left : Math.min(left, pollInterval);
      // The loop notices if this was aborted.
      const asleep = sleep(time, undefined, { signal: patience.signal }).catch(() => undefined);
      await (canWait ? Promise.race([asleep, newsAfter(hash)]) : asleep);
      stop();
      signal?.removeEventListener('abort', stop);
    }
  };
}
