import type { BlockHash } from '../../../chain/block.ts';
import type { ConsensusParams } from '../../../chain/consensus.ts';
import { decodeCompact } from '../../../chain/pow.ts';
import type { StoredBlock } from './index-blocks.ts';

export type BestChain = {
  /** Height of the first block in `blocks`. */
  readonly firstHeight: number;
  readonly blocks: readonly StoredBlock[];
};

/** Returns the expected number of hashes of a block (chain.cpp, GetBlockProof). */
function proofOf(bits: number): bigint {
  return (1n << 256n) / (decodeCompact(bits).target + 1n);
}

/**
 * Returns the chain with the most work, or the earliest of several. If the first blocks are missing
 * (a pruned node), `heightOf` returns the height of the lowest ones. Returns `undefined` if there
 * is no block.
 */
export async function findBestChain(
  stored: readonly StoredBlock[],
  { genesis }: ConsensusParams,
  heightOf: (block: StoredBlock) => Promise<number | undefined>,
): Promise<BestChain | undefined> {
  const byHash = new Map<BlockHash, StoredBlock>();
  const children = new Map<BlockHash, StoredBlock[]>();
  for (const block of stored) {
    if (byHash.has(block.hash)) continue;
    byHash.set(block.hash, block);
    const { previousBlockHash: previous } = block.header;
    const siblings = children.get(previous);
    if (siblings === undefined) children.set(previous, [block]);
    else siblings.push(block);
  }
  let best: Tip | undefined;
  for (const root of byHash.values()) {
    if (byHash.has(root.header.previousBlockHash)) continue;
    const height = root.hash === genesis.hash ? 0 : await heightOf(root);
    if (height === undefined) continue;
    const tip = heaviest(root, height, children);
    if (best === undefined || tip.work > best.work) best = tip;
  }
  return best && chainOf(best, byHash);
}

type Tip = {
  readonly block: StoredBlock;
  readonly height: number;
  readonly work: bigint;
  readonly rootHeight: number;
};

function heaviest(
  root: StoredBlock,
  height: number,
  children: ReadonlyMap<BlockHash, readonly StoredBlock[]>,
): Tip {
  // Blocks missing below a root are assumed to have its difficulty.
  const work = proofOf(root.header.bits) * BigInt(height + 1);
  let best: Tip = { block: root, height, work, rootHeight: height };
  // Ordered by height, then by arrival.
  const queue: Tip[] = [best];
  for (const tip of queue) {
    if (tip.work > best.work) best = tip;
    for (const block of children.get(tip.block.hash) ?? []) {
      const more = tip.work + proofOf(block.header.bits);
      queue.push({ block, height: tip.height + 1, work: more, rootHeight: height });
    }
  }
  return best;
}

function chainOf(
  { block, height, rootHeight }: Tip,
  byHash: ReadonlyMap<BlockHash, StoredBlock>,
): BestChain {
  const blocks: StoredBlock[] = [];
  for (
    let at: StoredBlock | undefined = block;
    at !== undefined && blocks.length <= height - rootHeight;
    at = byHash.get(at.header.previousBlockHash)
  ) {
    blocks.push(at);
  }
  return { firstHeight: rootHeight, blocks: blocks.reverse() };
}
