import type { Satoshis } from '../encoding/amount.ts';
import { virtualSize } from '../transaction/weight.ts';
import { type BlockRoom, createBlockRoom, type NextBlock, type PricedEntry } from './block-assembler.ts';
import { findParents } from './clusters.ts';
import { compareFeeRate } from './fee-frac.ts';
import { fillByAncestors } from './fill-by-ancestors.ts';
import { createMarket } from './chunk-queue.ts';
import type { MiningOptions } from './options.ts';
import type { Steps } from './steps.ts';

/**
 * Which of two selections fills a block. `core`: chunks of clusters, as the current release. `best`: where the block
 * is too small for all, the selection of earlier releases instead if it earns more.
 */
export type Selection = 'core' | 'best';

/** The transactions of the next block in their order. Between its steps others may be served: a mempool may be large. */
export function* assemble(
  entries: readonly PricedEntry[],
  next: NextBlock,
  options: MiningOptions,
  selection: Selection = 'core',
): Steps<readonly PricedEntry[]> {
  const parents = findParents(entries);
  yield;
  const room = createBlockRoom(next, options);
  yield* fillByChunks(entries, parents, room, options);
  if (selection === 'core' || !room.wasTooSmall()) return room.taken;
  yield;
  const other = createBlockRoom(next, options);
  fillByAncestors(entries, parents, other, options);
  return feesOf(other.taken) > feesOf(room.taken) ? other.taken : room.taken;
}

function feesOf(entries: readonly PricedEntry[]): Satoshis {
  return entries.reduce((total, { fee }) => total + fee, 0n);
}

/**
 * node/miner.cpp, addChunks: chunks of mempool clusters by falling feerate. When one does not fit, the rest of its
 * cluster is passed over with it, which may depend on it.
 */
function* fillByChunks(
  entries: readonly PricedEntry[],
  parents: readonly (readonly number[])[],
  room: BlockRoom,
  { bytesPerSigop }: MiningOptions,
): Steps<void> {
  const market = yield* createMarket(entries, parents, bytesPerSigop);
  for (let offer = market.pop(); offer !== undefined; offer = market.pop()) {
    const rate = { fee: offer.fee, size: virtualSize(offer.size) };
    if (compareFeeRate(rate, room.leastFeeRate) < 0) return;
    const sigopCost = offer.members.reduce((total, member) => total + member.sigopCost, 0);
    if (room.admit(offer.members, offer.size, sigopCost)) market.replace(offer);
    else if (room.isClosed()) return;
    yield;
  }
}
