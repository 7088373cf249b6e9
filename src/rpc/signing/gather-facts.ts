import { createMempoolGraph, type MempoolGraph } from '../../chain/mempool-graph.ts';
import type { ChainCoin, ChainSource, ChainTip } from '../../chain/source.ts';
import type { JsonArray } from '../../json/json.ts';
import { coinTimes } from '../../mining/test-block.ts';
import type { AcceptanceFacts, KnownCoin } from '../../policy/acceptance-facts.ts';
import { isCoinbase } from '../../transaction/check.ts';
import {
  type OutPoint,
  outPointKey,
  type Transaction,
  type Txid,
} from '../../transaction/transaction.ts';
import { transactionId } from '../../transaction/txid.ts';
import { rateOf } from '../../wallet/fee-rate.ts';
import { defaultRelayFees } from '../../wallet/funding/fund-request.ts';
import type { Ledger } from '../../wallet/ledger/ledger.ts';
import { openWalletsOf } from '../../wallet-host/host.ts';
import { findKnownCoins, requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { parsePrevCoins } from '../parse/prevtxs.ts';
import { profileRules } from '../profile.ts';
import { incrementalFeeOf } from '../spending/bump-rate.ts';

export type GatheredFacts = AcceptanceFacts & {
  /** Sentences about facts that are unknown here for every transaction. */
  readonly doubts: readonly string[];
};

/**
 * Collects known facts about the coins that these transactions spend: from the chain, from loaded
 * wallets, and last from the caller.
 */
export async function acceptanceFacts(
  transactions: readonly Transaction[],
  prevtxs: JsonArray | undefined,
  context: Context,
): Promise<GatheredFacts> {
  const outPoints = transactions.flatMap(({ inputs }) => inputs.map(({ prevout }) => prevout));
  const chain = context.chain && requireChain(context, 'testmempoolaccept');
  const ledgers = context.wallets === undefined ? [] : openWalletsOf(context.wallets);
  const wallets = createWalletFacts(ledgers.map(({ value }) => value.ledger));
  const known = context.findCoins && (await findKnownCoins(context, outPoints));
  const pool = await readPool(chain, wallets);
  const coins = new Map<string, KnownCoin>([
    ...(known ?? []),
    ...outPoints.flatMap((outPoint) => wallets.coins(outPoint)),
    ...outPoints.flatMap((outPoint) => waitingCoins(pool.mempool, outPoint)),
    ...((await chain?.findCoins(outPoints)) ?? []),
  ]);
  const rules = profileRules(context.profile);
  const { coins: given } = parsePrevCoins(prevtxs ?? [], coins, rules);
  const claims = [...given].filter(([key]) => !coins.has(key));
  const tip = await chain?.tip();
  const all: ReadonlyMap<string, KnownCoin> = new Map([...coins, ...claims]);
  return {
    coins: all,
    isGone: (key) => chain?.knowsAllCoins === true || wallets.isSpent(key),
    tip,
    mediantimeBelow: await readTimes(transactions, all, tip, chain),
    isMined: await findMined(transactions, wallets, chain),
    ...pool,
    together: new Set(transactions.map(transactionId)),
    mempoolMinimumFee: rateOf(await chain?.mempoolMinimumFeeRate?.()) ?? 0,
    minimumRelayFee: rateOf(await chain?.minimumRelayFeeRate?.()) ?? defaultRelayFees.minRelayFee,
    incrementalRelayFee: await incrementalFeeOf(chain),
    verifier: context.secp256k1,
    doubts: [
      ...(claims.length > 0 ? ['Coins that only prevtxs contains'] : []),
      'Whether its coins were spent since, and what else waits in the mempools of nodes',
    ],
  };
}

type WalletFacts = {
  /** Returns the unspent output, under its `outPointKey`. */
  coins(outPoint: OutPoint): readonly (readonly [string, KnownCoin])[];
  isSpent(key: string): boolean;
  isMined(txid: Txid): boolean;
  readonly spenders: ReadonlyMap<string, Txid>;
};

function createWalletFacts(ledgers: readonly Ledger[]): WalletFacts {
  const stateOf = (txid: Txid) =>
    ledgers.flatMap(({ transactions }) => transactions.get(txid)?.state ?? [])[0];
  const spenders = new Map<string, Txid>();
  const spent = new Set<string>();
  for (const ledger of ledgers) {
    for (const [key, txids] of ledger.spenders) {
      for (const txid of txids) {
        const state = stateOf(txid);
        if (state?.kind === 'confirmed') spent.add(key);
        if (state?.kind === 'inactive' && !state.abandoned) spenders.set(key, txid);
      }
    }
  }
  return {
    coins(outPoint) {
      const key = outPointKey(outPoint);
      const ledger = ledgers.find(({ outputs }) => outputs.has(key));
      const output = ledger?.outputs.get(key)?.output;
      const made = ledger?.transactions.get(outPoint.txid);
      if (output === undefined || made === undefined || spent.has(key)) return [];
      const { value: amount, scriptPubKey } = output;
      const height = made.state.kind === 'confirmed' ? made.state.height : 'waits';
      return [
        [key, { value: amount, scriptPubKey, height, coinbase: isCoinbase(made.transaction) }],
      ];
    },
    isSpent: (key) => spent.has(key),
    isMined: (txid) => stateOf(txid)?.kind === 'confirmed',
    spenders,
  };
}

/** Reads the median times that BIP68 compares coins' ages with, where they count in time. */
async function readTimes(
  transactions: readonly Transaction[],
  coins: ReadonlyMap<string, KnownCoin>,
  tip: ChainTip | undefined,
  chain: ChainSource | undefined,
): Promise<AcceptanceFacts['mediantimeBelow']> {
  if (tip === undefined || chain === undefined) return () => undefined;
  const placed = new Map<string, Pick<ChainCoin, 'height'>>();
  for (const [key, { height }] of coins) {
    if (typeof height === 'number') placed.set(key, { height });
  }
  const times = await coinTimes({ transactions }, [], placed, { tip }, chain);
  return (height) => {
    if (height > tip.height) return tip.mediantime;
    return 'error' in times ? undefined : times.below.get(height);
  };
}

/**
 * Finds transactions whose outputs are coins of the chain, or that a wallet has seen in a block.
 */
async function findMined(
  transactions: readonly Transaction[],
  wallets: WalletFacts,
  chain: ChainSource | undefined,
): Promise<AcceptanceFacts['isMined']> {
  const made = transactions.flatMap((transaction) => {
    const txid = transactionId(transaction);
    return transaction.outputs.map((_, vout) => ({ txid, vout }));
  });
  const coins = (await chain?.findCoins(made)) ?? new Map();
  const mined = new Set(
    made.filter((each) => coins.has(outPointKey(each))).map(({ txid }) => txid),
  );
  return (txid) => mined.has(txid) || wallets.isMined(txid);
}

async function readPool(
  chain: ChainSource | undefined,
  wallets: WalletFacts,
): Promise<Pick<AcceptanceFacts, 'mempool' | 'isWholeMempool' | 'spenders'>> {
  const view = await chain?.mempool();
  const entries = view?.entries ?? [];
  const spenders = new Map(wallets.spenders);
  for (const { txid, transaction } of entries) {
    for (const { prevout } of transaction.inputs) spenders.set(outPointKey(prevout), txid);
  }
  const isWholeMempool = view !== undefined && view.partial !== true;
  return { mempool: createMempoolGraph(entries), isWholeMempool, spenders };
}

function waitingCoins(
  mempool: MempoolGraph,
  outPoint: OutPoint,
): readonly (readonly [string, KnownCoin])[] {
  const output = mempool.entry(outPoint.txid)?.transaction.outputs[outPoint.vout];
  if (output === undefined) return [];
  const { value: amount, scriptPubKey } = output;
  return [[outPointKey(outPoint), { value: amount, scriptPubKey, height: 'waits' }]];
}
