import type { Block } from '../chain/block.ts';
import { type ConsensusParams, isActiveAfter } from '../chain/consensus.ts';
import { nextBits } from '../chain/pow.ts';
import type { Satoshis } from '../encoding/amount.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { Op } from '../script/opcodes.ts';
import type { ListVerifier } from '../sighash/first-failure.ts';
import { legacySigOps } from '../transaction/sigop-cost.ts';
import { transactionId, witnessTransactionId } from '../transaction/txid.ts';
import { transactionWeight, WITNESS_SCALE_FACTOR } from '../transaction/weight.ts';
import { assemble, type Selection } from './assemble.ts';
import type { PricedEntry } from './block-assembler.ts';
import { blockSubsidy } from './block-rules.ts';
import { makeCoinbase } from './coinbase.ts';
import {
  type ChainFacts,
  chainFacts,
  type MiningError,
  minimumTime,
  miningError,
  TIP_CHANGED,
} from './facts.ts';
import { zeroHash } from './merkle.ts';
import type { MiningOptions } from './options.ts';
import { priceEntries } from './price-entries.ts';
import { inSteps } from './steps.ts';
import { type BlockTest, testBlock } from './test-block.ts';
import { blockVersion } from './versionbits.ts';
import { commitmentScript, witnessCommitment } from './witness-commitment.ts';

/** A block without its coinbase, nonce and final time. */
export type BlockTemplate = {
  /** The chain that it extends. */
  readonly facts: ChainFacts;
  readonly height: number;
  /** Signed, 32 bits. */
  readonly version: number;
  /** Seconds since 1970. */
  readonly time: number;
  readonly bits: number;
  /** Entries in the order of the block. */
  readonly entries: readonly PricedEntry[];
  /** Subsidy and fees. */
  readonly coinbaseValue: Satoshis;
  /** Commitment for a coinbase whose reserved value is 32 zeros. */
  readonly commitmentScript: Bytes;
  readonly segwit: boolean;
  /** `Mempool.updates` of the view that it is based on. */
  readonly updates: number;
  /** Time of creation by the clock. */
  readonly madeAt: number;
};

export type TemplateRequest = Pick<BlockTest, 'source' | 'params' | 'now'> & {
  readonly options: MiningOptions;
  readonly selection: Selection;
  readonly verifier: ListVerifier;
  /** Awaited between steps, so that other requests can be served. */
  readonly pause?: (() => Promise<void>) | undefined;
};

/** Number of attempts to read a chain that changes meanwhile. */
const ATTEMPTS = 5;

/**
 * Builds the best block from the source's mempool, and tests it like a proposal. Core:
 * CreateNewBlock (node/miner.cpp).
 */
export async function buildTemplate(
  request: TemplateRequest,
): Promise<BlockTemplate | MiningError> {
  let built = await buildOnce(request);
  const isStale = () => 'error' in built && built.error === 'stale';
  for (let attempt = 1; attempt < ATTEMPTS && isStale(); attempt++) {
    built = await buildOnce(request);
  }
  return built;
}

async function buildOnce(request: TemplateRequest): Promise<BlockTemplate | MiningError> {
  const { source, params } = request;
  const tip = await source.tip();
  const facts = await chainFacts(source, tip, params);
  const mempool = await source.mempool();
  if (mempool.tipHash !== tip.hash) {
    const what = `The mempool was seen on top of ${mempool.tipHash}, the tip is ${tip.hash}`;
    return miningError('stale', what);
  }
  if (mempool.partial) {
    return miningError('unknown', 'The chain source knows only a part of the mempool');
  }
  if ('error' in facts) {
    const isSame = (await source.tip()).hash === tip.hash;
    return isSame ? facts : miningError('stale', facts.message);
  }
  const entries = await priceEntries(mempool.entries, source);
  if ('error' in entries) return entries;
  await request.pause?.();
  const next = { height: tip.height + 1, mediantime: tip.mediantime };
  const { options, selection, pause } = request;
  const chosen = await inSteps(assemble(entries, next, options, selection), pause);
  const template = compose(facts, chosen, mempool.updates, request);
  await pause?.();
  const fault = await findFault(template, mempool.scriptsVerified, request);
  if ((await source.tip()).hash !== tip.hash) return miningError('stale', TIP_CHANGED);
  return fault ?? template;
}

function compose(
  facts: ChainFacts,
  chosen: readonly PricedEntry[],
  updates: number,
  { params, options, now }: TemplateRequest,
): BlockTemplate {
  const { tip, headers, deployments } = facts;
  const height = tip.height + 1;
  const time = Math.max(minimumTime(tip, params), now);
  const fixedVersion = params.network === 'regtest' ? options.blockVersion : undefined;
  const wtxids = chosen.map(({ wtxid }) => wtxid);
  return {
    facts,
    height,
    version: fixedVersion ?? blockVersion(deployments),
    time,
    bits: nextBits(headers, time, params),
    entries: chosen,
    coinbaseValue: chosen.reduce((total, { fee }) => total + fee, blockSubsidy(height, params)),
    commitmentScript: commitmentScript(witnessCommitment(wtxids, zeroHash)),
    segwit: isActiveAfter(params, 'segwit', tip.height),
    updates,
    madeAt: now,
  };
}

/** Core's debug texts for reasons that do not come from the transactions. */
const details: { readonly [reason: string]: string } = {
  'time-too-new': 'time-too-new, block timestamp too far in the future',
};

/**
 * Checks that inputs exist, that fees and weights are right, and that rules are met. Ids are
 * trusted if the source gets its transactions from a node.
 */
async function findFault(
  template: BlockTemplate,
  scriptsVerified: boolean,
  request: TemplateRequest,
): Promise<MiningError | undefined> {
  const { facts, height, entries, segwit } = template;
  if (!entries.every((entry) => isAsNamed(entry, scriptsVerified))) {
    return broken('The mempool view has transactions under names or weights that are not theirs');
  }
  const coinbase = makeCoinbase({
    height,
    value: template.coinbaseValue,
    scriptPubKey: Uint8Array.of(Op.OP_1),
    commitmentScript: template.commitmentScript,
    segwit,
  });
  const block: Block = {
    header: {
      version: template.version,
      previousBlockHash: facts.tip.hash,
      merkleRoot: '0'.repeat(64),
      time: template.time,
      bits: template.bits,
      nonce: 0,
    },
    transactions: [coinbase, ...entries.map(({ transaction }) => transaction)],
  };
  const verdict = await testBlock(block, {
    ...request,
    facts,
    verifier: scriptsVerified ? undefined : request.verifier,
    txids: [transactionId(coinbase), ...entries.map(({ txid }) => txid)],
    wtxids: entries.map(({ wtxid }) => wtxid),
    checkMerkleRoot: false,
  });
  if ('error' in verdict) return verdict;
  if (!verdict.valid) {
    return broken(`TestBlockValidity failed: ${details[verdict.reject] ?? verdict.reject}`);
  }
  const fees = template.coinbaseValue - blockSubsidy(height, request.params);
  if (verdict.fees !== fees) {
    return broken('The fees of the mempool view are not those of its coins');
  }
  const cost = entries.reduce((total, { sigopCost }) => total + sigopCost, 0);
  return verdict.sigopCost - legacySigOps(coinbase) * WITNESS_SCALE_FACTOR === cost
    ? undefined
    : broken('The sigop costs of the mempool view are not those of its coins');
}

const broken = (what: string): MiningError => miningError('broken', what);

function isAsNamed({ transaction, txid, wtxid, weight }: PricedEntry, named: boolean): boolean {
  if (transactionWeight(transaction) !== weight) return false;
  return (
    named || (transactionId(transaction) === txid && witnessTransactionId(transaction) === wtxid)
  );
}

/** Updates a template's time and bits before it is returned. Core: UpdateTime (node/miner.cpp). */
export function refresh(
  { facts, time, bits }: BlockTemplate,
  params: ConsensusParams,
  now: number,
): { readonly time: number; readonly bits: number } {
  const current = Math.max(time, minimumTime(facts.tip, params), now);
  if (!params.allowMinDifficultyBlocks) return { time: current, bits };
  return { time: current, bits: nextBits(facts.headers, current, params) };
}
