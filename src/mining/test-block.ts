import type { Block } from '../chain/block.ts';
import type { ConsensusParams } from '../chain/consensus.ts';
import { MEDIAN_TIME_SPAN, medianTime } from '../chain/median-time.ts';
import type { ChainCoin, ChainSource } from '../chain/source.ts';
import type { Satoshis } from '../encoding/amount.ts';
import type { VerifyFlags } from '../script/flags.ts';
import { verifyScript } from '../script/interpreter/verify-script.ts';
import { type ScriptError, scriptErrorSentence } from '../script/script-error.ts';
import { createSighashCache } from '../sighash/cache.ts';
import { firstFailure, type ListVerifier, type ScriptRun } from '../sighash/first-failure.ts';
import { isCoinbase } from '../transaction/check.ts';
import { type OutPoint, outPointKey, type Txid } from '../transaction/transaction.ts';
import { transactionId } from '../transaction/txid.ts';
import { blockScriptFlags } from './block-rules.ts';
import {
  checkBlock,
  checkContext,
  checkHeader,
  checkMerkleRoot,
  type Reject,
} from './check-block.ts';
import { connectBlock, enforcesBip30, type ScriptCheck } from './connect.ts';
import { type ChainFacts, type MiningError, unknownHeaders } from './facts.ts';
import { lockKind } from './sequence-locks.ts';

export type BlockTest = {
  readonly source: ChainSource;
  readonly facts: ChainFacts;
  readonly params: ConsensusParams;
  /** Seconds since 1970. */
  readonly now: number;
  /**
   * If absent, a node has verified the transactions, so their scripts and BIP30 are not checked.
   */
  readonly verifier: ListVerifier | undefined;
  /** Ids of the block's transactions, if known; the coinbase's wtxid is not included. */
  readonly txids?: readonly Txid[];
  readonly wtxids?: readonly Txid[];
  readonly checkMerkleRoot: boolean;
};

export type Verdict =
  | MiningError
  | { readonly valid: false; readonly reject: Reject }
  | {
      readonly valid: true;
      /** Fees available to the coinbase. */
      readonly fees: Satoshis;
      /** Sigops cost, including the coinbase. */
      readonly sigopCost: number;
    };

/**
 * Tests whether a block can follow the tip, without proof of work. Core: TestBlockValidity
 * (validation.cpp).
 */
export async function testBlock(block: Block, test: BlockTest): Promise<Verdict> {
  const { facts, params } = test;
  const { tip } = facts;
  if (block.header.previousBlockHash !== tip.hash) {
    return rejected('inconclusive-not-best-prevblk');
  }
  const txids = test.txids ?? block.transactions.map(transactionId);
  const fault =
    (test.checkMerkleRoot ? checkMerkleRoot(block, txids) : undefined) ??
    checkBlock(block) ??
    checkHeader(block, facts, params, test.now) ??
    checkContext(block, facts, params, test.wtxids);
  return fault === undefined ? connect(block, txids, test) : rejected(fault);
}

const rejected = (reject: Reject): Verdict => ({ valid: false, reject });

async function connect(
  block: Block,
  txids: readonly Txid[],
  { source, facts, params, verifier }: BlockTest,
): Promise<Verdict> {
  const height = facts.tip.height + 1;
  const overwriting = verifier !== undefined && enforcesBip30(height, params);
  const coins = await source.findCoins(outPointsOf(block, txids, overwriting));
  const times = await coinTimes(block, txids, coins, facts, source);
  if ('error' in times) return times;
  const view = {
    height,
    mediantime: facts.tip.mediantime,
    coins,
    mediantimeBelow: (of: number) => times.below.get(of) ?? facts.tip.mediantime,
  };
  const connection = connectBlock(block, txids, view, params);
  if ('error' in connection) return rejected(connection.error);
  const { checks, fees, sigopCost } = connection;
  const flags = blockScriptFlags(params, facts.tip.height);
  const reject = verifier === undefined ? undefined : verifyScripts(checks, flags, verifier);
  return reject === undefined ? { valid: true, fees, sigopCost } : rejected(reject);
}

/** Lists the outpoints that the block spends from the chain, or that it would create. */
function outPointsOf(block: Block, txids: readonly Txid[], outputs: boolean): OutPoint[] {
  const own = new Set(txids);
  const outPoints: OutPoint[] = [];
  block.transactions.forEach((transaction, at) => {
    if (!isCoinbase(transaction)) {
      for (const { prevout } of transaction.inputs) {
        if (!own.has(prevout.txid)) outPoints.push(prevout);
      }
    }
    if (outputs) {
      transaction.outputs.forEach((_, vout) => {
        outPoints.push({ txid: txids[at] ?? '', vout });
      });
    }
  });
  return outPoints;
}

/**
 * Returns the times from which relative locks count (BIP68): "the median-time-past of the block
 * prior" to the coin's. Coins that the block itself creates count from the tip's.
 */
export async function coinTimes(
  { transactions }: Pick<Block, 'transactions'>,
  txids: readonly Txid[],
  coins: ReadonlyMap<string, Pick<ChainCoin, 'height'>>,
  { tip }: Pick<ChainFacts, 'tip'>,
  source: Pick<ChainSource, 'headers'>,
): Promise<{ readonly below: ReadonlyMap<number, number> } | MiningError> {
  const own = new Set(txids);
  const below = new Map<number, number>();
  for (const { version, inputs } of transactions) {
    for (const { prevout, sequence } of inputs) {
      const coin = coins.get(outPointKey(prevout));
      if (coin === undefined || own.has(prevout.txid) || below.has(coin.height)) continue;
      if (lockKind(version, sequence) !== 'time') continue;
      const last = Math.max(coin.height - 1, 0);
      if (last >= tip.height) continue;
      const from = Math.max(last + 1 - MEDIAN_TIME_SPAN, 0);
      const headers = await source.headers(from, last + 1 - from);
      if (headers.length !== last + 1 - from) return unknownHeaders(from, last);
      below.set(coin.height, medianTime(headers, headers.length - 1));
    }
  }
  return { below };
}

/**
 * Verifies scripts and returns a failure in the words of ConnectBlock. Core reports the first
 * failure that a thread finds. Its threads start at the end of the list, so that is usually the
 * last one.
 */
export function verifyScripts(
  checks: readonly ScriptCheck[],
  flags: VerifyFlags,
  verifier: ListVerifier,
): Reject | undefined {
  const error = firstFailure(fromTheLast(checks, flags), verifier);
  return error && `block-script-verify-flag-failed (${scriptErrorSentence(error)})`;
}

function* fromTheLast(
  checks: readonly ScriptCheck[],
  flags: VerifyFlags,
): Generator<ScriptRun<ScriptError>> {
  for (const { transaction, coins } of [...checks].reverse()) {
    const cache = createSighashCache(transaction, coins);
    for (const [index, { scriptSig, witness }] of [...transaction.inputs.entries()].reverse()) {
      const script = coins[index]?.scriptPubKey;
      const run: ScriptRun<ScriptError>['run'] = (checker) =>
        script === undefined
          ? 'UNKNOWN_ERROR'
          : verifyScript(scriptSig, script, witness, flags, checker)?.error;
      yield { cache, index, run };
    }
  }
}
