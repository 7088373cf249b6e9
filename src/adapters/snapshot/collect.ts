import { encodeFilter, filterKey } from '../../chain/block-filter.ts';
import { createMempoolGraph } from '../../chain/mempool-graph.ts';
import type {
  ChainCoin,
  ChainHeader,
  ChainSource,
  ChainTip,
  MempoolEntry,
} from '../../chain/source.ts';
import { type Json, jsonObject } from '../../json/json.ts';
import { createTemplateCache } from '../../mining/mining.ts';
import { defaultMiningOptions } from '../../mining/options.ts';
import type { Context } from '../../rpc/context.ts';
import { findMethod, runMethod } from '../../rpc/execute.ts';
import { methods } from '../../rpc/methods/index.ts';
import type { Snapshot, SnapshotMempool, SnapshotTransaction } from '../../snapshot/snapshot.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import { silentMarkers } from '../../wallet/keys/silent-owner.ts';
import { createWatch } from '../../wallet/ledger/watch.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { readFees, readServerFees } from './fees.ts';
import { readHeaders, readServerHeaders } from './headers.ts';
import { type Collecting, scanForWallet } from './scan-wallet.ts';
import { collectSilentPayments } from './silent.ts';
import type { UnspentCoins } from './utxo-set.ts';

/** Attempts to read everything without a new block arriving. */
const ATTEMPTS = 5;

/**
 * Collects all facts about the descriptors as of one block. Rejects or returns an error if they are
 * not available.
 */
export async function collectSnapshot(collecting: Collecting): Promise<Snapshot | Failure> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const tip = await collecting.chain.tip();
    const snapshot = await collectAt(collecting, tip);
    if (snapshot === undefined) continue;
    if ('error' in snapshot || (await collecting.chain.tip()).hash === tip.hash) return snapshot;
  }
  return { error: 'The chain changes faster than it can be read. Try again' };
}

/** Returns `undefined` if the tip has changed. */
async function collectAt(
  collecting: Collecting,
  tip: ChainTip,
): Promise<Snapshot | Failure | undefined> {
  const { chain, client, context } = collecting;
  const scanned = await scanForWallet(collecting, tip);
  if ('error' in scanned) return scanned;
  const { wallet, unspent, firstBlock } = scanned;
  const { confirmed: own, coins } = await readWallet(wallet, unspent, chain);
  const from = collecting.silent;
  const collected = await collectSilentPayments(chain, { wallet, from, tip }, context.secp256k1);
  const confirmed = withOthers(own, collected.transactions);
  const mempool = await readMempool(chain, wallet, collecting.template);
  if (mempool.tipHash !== tip.hash) return undefined;
  const recording = recordChain({ ...chain, mempool: async () => mempool.view });
  if (collecting.template) await rehearseTemplate(recording.source, context);
  for (const [key, coin] of recording.coins) coins.set(key, coin);
  const watch = createWatch();
  watch.followScripts(wallet.descriptors);
  const heights = new Set([...confirmed.map(({ height }) => height), ...recording.headers.keys()]);
  const server = 'network' in client ? client : undefined;
  if (server === undefined) {
    for (let back = 0; back < HEADERS_BELOW_TIP; back++) heights.add(tip.height - back);
    heights.add(firstBlock - 1);
  }
  return {
    network: context.network.name,
    tip,
    firstBlock,
    coinsOnly: unspent !== undefined,
    ...(server !== undefined && { claims: true as const }),
    headers:
      server === undefined
        ? await readHeaders(chain, tip.height, heights)
        : await readServerHeaders(chain, tip, heights),
    transactions: confirmed,
    coins,
    mempool: mempool.kept,
    fees: 'network' in client ? await readServerFees(client) : await readFees(client),
    scripts: encodeFilter(
      [...watch.scripts, ...silentMarkers(wallet.descriptors)],
      filterKey(tip.hash),
    ),
    ...(collected.silent && { silent: collected.silent }),
  };
}

/** Appends the other transactions that are not present yet. */
function withOthers(
  own: readonly SnapshotTransaction[],
  others: readonly SnapshotTransaction[],
): readonly SnapshotTransaction[] {
  const place = ({ height, index }: SnapshotTransaction) => `${height} ${index}`;
  const known = new Set(own.map(place));
  return [...own, ...others.filter((each) => !known.has(place(each)))];
}

/**
 * A day of blocks, so that a wallet that saw an earlier snapshot finds its last block among them.
 */
const HEADERS_BELOW_TIP = 144;

type WalletFacts = {
  readonly confirmed: readonly SnapshotTransaction[];
  readonly coins: Map<string, ChainCoin>;
};

async function readWallet(
  { ledger }: Wallet,
  unspent: UnspentCoins | undefined,
  chain: ChainSource,
): Promise<WalletFacts> {
  const confirmed: SnapshotTransaction[] = [];
  for (const { transaction, state } of ledger.transactions.values()) {
    if (state.kind !== 'confirmed') continue;
    confirmed.push({ height: state.height, index: state.index, transaction });
  }
  const outPoints = [...ledger.outputs.values()].map(({ outPoint }) => outPoint);
  const coins = new Map([
    ...(unspent?.coins ?? []),
    ...(await chain.findCoins(outPoints.filter((outPoint) => isConfirmed(ledger, outPoint.txid)))),
  ]);
  return { confirmed, coins };
}

function isConfirmed({ transactions }: Wallet['ledger'], txid: string): boolean {
  return transactions.get(txid)?.state.kind === 'confirmed';
}

type MempoolFacts = {
  readonly tipHash: string;
  readonly kept: SnapshotMempool;
  /** The mempool as the snapshot will contain it. */
  readonly view: Awaited<ReturnType<ChainSource['mempool']>>;
};

/**
 * Reads the complete mempool, or the clusters that pay the wallet, spend from it, or conflict with
 * its spends.
 */
async function readMempool(
  chain: ChainSource,
  { ledger }: Wallet,
  complete: boolean,
): Promise<MempoolFacts> {
  const view = await chain.mempool();
  const entries = complete ? view.entries : clustersOf(view.entries, ledger);
  const { scriptsVerified, tipHash } = view;
  return { tipHash, kept: { entries, complete, scriptsVerified }, view };
}

function clustersOf(
  entries: readonly MempoolEntry[],
  ledger: Wallet['ledger'],
): readonly MempoolEntry[] {
  const graph = createMempoolGraph(entries);
  const kept = new Set<string>();
  for (const { txid, transaction } of entries) {
    const contested = transaction.inputs.some(({ prevout }) => {
      const key = outPointKey(prevout);
      return ledger.outputs.has(key) || ledger.spenders.has(key);
    });
    if (!contested && !ledger.transactions.has(txid)) continue;
    for (const member of graph.cluster(txid)) kept.add(member);
  }
  return entries.filter(({ txid }) => kept.has(txid));
}

/** Builds a template, so that all facts that it needs are recorded. */
async function rehearseTemplate(chain: ChainSource, context: Context): Promise<void> {
  const method = findMethod(methods, 'getblocktemplate');
  const rules: Json = context.network.name === 'signet' ? ['segwit', 'signet'] : ['segwit'];
  const mining = { options: defaultMiningOptions, cache: createTemplateCache() };
  await runMethod(method, [jsonObject({ rules })], { ...context, chain, mining });
}

type Recording = {
  readonly source: ChainSource;
  /** All headers and coins that were returned. */
  readonly headers: Map<number, ChainHeader>;
  readonly coins: Map<string, ChainCoin>;
};

/**
 * Wraps a chain and records its answers, so that repeating the same calls on the record gives the
 * same answers.
 */
function recordChain(chain: ChainSource): Recording {
  const headers = new Map<number, ChainHeader>();
  const coins = new Map<string, ChainCoin>();
  const source: ChainSource = {
    ...chain,
    async headers(from, count) {
      const found = await chain.headers(from, count);
      for (const header of found) headers.set(header.height, header);
      return found;
    },
    async findCoins(outPoints) {
      const found = await chain.findCoins(outPoints);
      for (const [key, coin] of found) coins.set(key, coin);
      return found;
    },
  };
  return { source, headers, coins };
}
