import { MAX_BLOCK_SIGOPS_COST } from '../chain/consensus.ts';
import type { FeeFrac } from '../chain/fee-frac.ts';
import type { MempoolEntry } from '../chain/source.ts';
import type { Satoshis } from '../encoding/amount.ts';
import { isFinal } from './block-rules.ts';
import { type MiningOptions, RESERVED_SIGOPS_COST } from './options.ts';

/** A mempool entry whose fee and sigop cost are known. */
export type PricedEntry = MempoolEntry & { readonly fee: Satoshis; readonly sigopCost: number };

/** Parameters of the next block. */
export type NextBlock = {
  readonly height: number;
  /** Median time past of the tip: the cutoff for lock times in seconds. */
  readonly mediantime: number;
};

/** A block under construction. */
export type BlockAssembler = {
  /** Minimum fee rate, in satoshi over virtual bytes. */
  readonly leastFeeRate: FeeFrac;
  /**
   * Adds the members if they are final and this much fits. The limits may be higher than the
   * members' own.
   */
  tryAdd(members: readonly PricedEntry[], weight: number, sigopCost: number): boolean;
  /** Returns true if the block is nearly full and too many candidates in a row did not fit. */
  readonly isFull: () => boolean;
  /** Returns true if a transaction did not fit because of weight or sigops. */
  readonly overflowed: () => boolean;
  /** Selected transactions in order. */
  readonly taken: readonly PricedEntry[];
};

/** node/miner.cpp, addChunks. */
const MAX_CONSECUTIVE_FAILURES = 1000;
const BLOCK_FULL_ENOUGH_WEIGHT_DELTA = 4000;

/**
 * Creates an empty block. Core: TestChunkBlockLimits, TestChunkTransactions and AddToBlock
 * (node/miner.cpp).
 */
export function createBlockAssembler(next: NextBlock, options: MiningOptions): BlockAssembler {
  const { height, mediantime } = next;
  const { blockMaxWeight, blockMinTxFee } = options;
  const taken: PricedEntry[] = [];
  let weight = options.blockReservedWeight;
  let sigopCost = RESERVED_SIGOPS_COST;
  let failures = 0;
  let hasOverflowed = false;
  return {
    taken,
    leastFeeRate: { fee: Number(blockMinTxFee), size: 1000 },
    isFull: () =>
      failures > MAX_CONSECUTIVE_FAILURES &&
      weight + BLOCK_FULL_ENOUGH_WEIGHT_DELTA > blockMaxWeight,
    overflowed: () => hasOverflowed,
    tryAdd(members, asked, askedSigopCost) {
      const fits =
        weight + asked < blockMaxWeight && sigopCost + askedSigopCost < MAX_BLOCK_SIGOPS_COST;
      hasOverflowed ||= !fits;
      if (!fits || !members.every(({ transaction }) => isFinal(transaction, height, mediantime))) {
        failures += 1;
        return false;
      }
      failures = 0;
      for (const member of members) {
        weight += member.weight;
        sigopCost += member.sigopCost;
        taken.push(member);
      }
      return true;
    },
  };
}
