import type { Block } from '../chain/block.ts';
import { blockWeight, hashBytes, strippedBlockSize } from '../chain/block-codec.ts';
import {
  type ConsensusParams,
  isActiveAfter,
  MAX_BLOCK_SIGOPS_COST,
  MAX_BLOCK_WEIGHT,
  MAX_FUTURE_BLOCK_TIME,
  MAX_TIMEWARP,
  startsPeriod,
} from '../chain/consensus.ts';
import { nextBits } from '../chain/pow.ts';
import { equalBytes, reverseBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { pushNumber } from '../script/script.ts';
import { checkTransaction, isCoinbase } from '../transaction/check.ts';
import { hasWitness } from '../transaction/codec.ts';
import { legacySigOps } from '../transaction/sigop-cost.ts';
import type { Transaction, Txid } from '../transaction/transaction.ts';
import { witnessTransactionId } from '../transaction/txid.ts';
import { WITNESS_SCALE_FACTOR } from '../transaction/weight.ts';
import { isFinal } from './block-rules.ts';
import type { ChainFacts } from './facts.ts';
import { merkleRoot } from './merkle.ts';
import { findCommitment, witnessCommitment } from './witness-commitment.ts';

/** The reason why a block is not valid, in Core's words (BIP22). */
export type Reject = string;

/** Checks the merkle root against the block's `txids`. Core: CheckMerkleRoot (validation.cpp). */
export function checkMerkleRoot({ header }: Block, txids: readonly Txid[]): Reject | undefined {
  const { root, mutated } = merkleRoot(txids.map(hashBytes));
  if (encodeHex(reverseBytes(root)) !== header.merkleRoot) return 'bad-txnmrklroot';
  return mutated ? 'bad-txns-duplicate' : undefined;
}

/** Checks a block without its context and proof of work. Core: CheckBlock (validation.cpp). */
export function checkBlock(block: Block): Reject | undefined {
  const { transactions } = block;
  const largest = MAX_BLOCK_WEIGHT / WITNESS_SCALE_FACTOR;
  const count = transactions.length;
  if (count === 0 || count > largest || strippedBlockSize(block) > largest) return 'bad-blk-length';
  const [coinbase, ...rest] = transactions;
  if (coinbase === undefined || !isCoinbase(coinbase)) return 'bad-cb-missing';
  if (rest.some(isCoinbase)) return 'bad-cb-multiple';
  let sigOps = 0;
  for (const transaction of transactions) {
    const fault = checkTransaction(transaction);
    if (fault !== undefined) return fault;
    sigOps += legacySigOps(transaction);
  }
  return sigOps * WITNESS_SCALE_FACTOR > MAX_BLOCK_SIGOPS_COST ? 'bad-blk-sigops' : undefined;
}

/**
 * Checks a header in its context. `now`: seconds since 1970. Core: ContextualCheckBlockHeader
 * (validation.cpp).
 */
export function checkHeader(
  { header }: Block,
  { tip, headers }: ChainFacts,
  params: ConsensusParams,
  now: number,
): Reject | undefined {
  if (header.bits !== nextBits(headers, header.time, params)) return 'bad-diffbits';
  if (header.time <= tip.mediantime) return 'time-too-old';
  const isBound = params.enforceBip94 && startsPeriod(tip.height + 1, params);
  if (isBound && header.time < tip.time - MAX_TIMEWARP) return 'time-timewarp-attack';
  if (header.time > now + MAX_FUTURE_BLOCK_TIME) return 'time-too-new';
  const { version } = header;
  const outdated =
    (version < 2 && isActiveAfter(params, 'bip34', tip.height)) ||
    (version < 3 && isActiveAfter(params, 'dersig', tip.height)) ||
    (version < 4 && isActiveAfter(params, 'cltv', tip.height));
  const shown = (version >>> 0).toString(16).padStart(8, '0');
  return outdated ? `bad-version(0x${shown})` : undefined;
}

/**
 * Checks a block in its context after `checkBlock`. `wtxids`: those of the transactions after the
 * coinbase, if known. Core: ContextualCheckBlock (validation.cpp).
 */
export function checkContext(
  block: Block,
  { tip }: ChainFacts,
  params: ConsensusParams,
  wtxids?: readonly Txid[],
): Reject | undefined {
  const { header, transactions } = block;
  const height = tip.height + 1;
  const cutoff = isActiveAfter(params, 'csv', tip.height) ? tip.mediantime : header.time;
  if (!transactions.every((each) => isFinal(each, height, cutoff))) return 'bad-txns-nonfinal';
  if (isActiveAfter(params, 'bip34', tip.height) && !startsWithHeight(transactions[0], height)) {
    return 'bad-cb-height';
  }
  const segwit = isActiveAfter(params, 'segwit', tip.height);
  const malleated = checkWitnesses(transactions, segwit, wtxids);
  if (malleated !== undefined) return malleated;
  return blockWeight(block) > MAX_BLOCK_WEIGHT ? 'bad-blk-weight' : undefined;
}

/** Returns true if the coinbase's scriptSig starts with the height as Core pushes it (BIP34). */
function startsWithHeight(coinbase: Transaction | undefined, height: number): boolean {
  const scriptSig = coinbase?.inputs[0]?.scriptSig;
  const prefix = pushNumber(height);
  return scriptSig !== undefined && equalBytes(scriptSig.subarray(0, prefix.length), prefix);
}

/** Checks the witness commitment. Core: CheckWitnessMalleation (validation.cpp). */
function checkWitnesses(
  transactions: readonly Transaction[],
  segwit: boolean,
  wtxids: readonly Txid[] | undefined,
): Reject | undefined {
  const [coinbase, ...rest] = transactions;
  const commitment = segwit && coinbase !== undefined ? findCommitment(coinbase) : undefined;
  if (commitment === undefined) {
    return transactions.some(hasWitness) ? 'unexpected-witness' : undefined;
  }
  const stack = coinbase?.inputs[0]?.witness ?? [];
  const [reserved] = stack;
  if (stack.length !== 1 || reserved?.length !== 32) return 'bad-witness-nonce-size';
  const expected = witnessCommitment(wtxids ?? rest.map(witnessTransactionId), reserved);
  return equalBytes(expected, commitment) ? undefined : 'bad-witness-merkle-match';
}
