import { compareFeeRate } from '../chain/fee-frac.ts';
import type { Satoshis } from '../encoding/amount.ts';
import { virtualSize } from '../transaction/weight.ts';
import {
  type BlockAssembler,
  createBlockAssembler,
  type NextBlock,
  type PricedEntry,
} from './block-assembler.ts';
import { createChunkQueue } from './chunk-queue.ts';
import { findParents } from './clusters.ts';
import { fillByAncestors } from './fill-by-ancestors.ts';
import type { MiningOptions } from './options.ts';
import type { Steps } from './steps.ts';

/**
 * The selection for a block. `core`: chunks of clusters, as in the current release. `best`: if the
 * block is too small for all transactions, the selection of earlier releases if it earns more.
 */
export type Selection = 'core' | 'best';

/**
 * Selects the transactions of the next block in order. Yields between steps, because a mempool may
 * be large.
 */
export function* assemble(
  entries: readonly PricedEntry[],
  next: NextBlock,
  options: MiningOptions,
  selection: Selection = 'core',
): Steps<readonly PricedEntry[]> {
  const parents = findParents(entries);
  yield;
  const block = createBlockAssembler(next, options);
  yield* fillByChunks(entries, parents, block, options);
  if (selection === 'core' || !block.overflowed()) return block.taken;
  yield;
  const other = createBlockAssembler(next, options);
  fillByAncestors(entries, parents, other, options);
  return feesOf(other.taken) > feesOf(block.taken) ? other.taken : block.taken;
}

function feesOf(entries: readonly PricedEntry[]): Satoshis {
  return entries.reduce((total, { fee }) => total + fee, 0n);
}

/**
 * Adds chunks of mempool clusters by falling feerate. If a chunk does not fit, the rest of its
 * cluster is skipped, because it may depend on that chunk. Core: addChunks (node/miner.cpp).
 */
function* fillByChunks(
  entries: readonly PricedEntry[],
  parents: readonly (readonly number[])[],
  block: BlockAssembler,
  { bytesPerSigop }: MiningOptions,
): Steps<void> {
  const queue = yield* createChunkQueue(entries, parents, bytesPerSigop);
  for (let candidate = queue.pop(); candidate !== undefined; candidate = queue.pop()) {
    const rate = { fee: candidate.fee, size: virtualSize(candidate.size) };
    if (compareFeeRate(rate, block.leastFeeRate) < 0) return;
    const sigopCost = candidate.members.reduce((total, member) => total + member.sigopCost, 0);
    if (block.tryAdd(candidate.members, candidate.size, sigopCost)) queue.replace(candidate);
    else if (block.isFull()) return;
    yield;
  }
}
