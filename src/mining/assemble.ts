import type { Satoshis } from '../encoding/amount.ts';
import type { Txid } from '../transaction/transaction.ts';
import { compareTxids } from '../transaction/transaction.ts';
import { virtualSize } from '../transaction/weight.ts';
import { type BlockRoom, createBlockRoom, type NextBlock, type PricedEntry } from './block-room.ts';
import type { Graph } from './closure.ts';
import { findClusters, indexEntries } from './clusters.ts';
import { compareFeeRate, type FeeOverSize } from './fee-rate.ts';
import { fillByAncestors } from './fill-by-ancestors.ts';
import { linearize } from './linearize.ts';
import type { MiningOptions } from './options.ts';

/** A part of a cluster that is bought as a whole. */
type Offer = FeeOverSize & {
  /** Indices into the entries, in the order of the block. */
  readonly members: readonly number[];
  readonly cluster: number;
  /** `fee / size`, to decide quickly where it is not close. */
  readonly ratio: number;
  /** Size of the cluster's chunks of this same feerate, up to and with this one. */
  readonly prefixSize: number;
  /** The member whose txid is the largest. */
  readonly lastTxid: Txid;
};

/**
 * Which of two selections fills a block. `core`: chunks of clusters, as the current release. `best`: where the block
 * is too small for all, the selection of earlier releases instead if it earns more.
 */
export type Selection = 'core' | 'best';

/** The transactions of the next block in their order. */
export function assemble(
  entries: readonly PricedEntry[],
  next: NextBlock,
  options: MiningOptions,
  selection: Selection = 'core',
): readonly PricedEntry[] {
  const room = createBlockRoom(next, options);
  fillByChunks(entries, room, options);
  if (selection === 'core' || !room.wasTooSmall()) return room.taken;
  const other = createBlockRoom(next, options);
  fillByAncestors(entries, other, options);
  return feesOf(other.taken) > feesOf(room.taken) ? other.taken : room.taken;
}

function feesOf(entries: readonly PricedEntry[]): Satoshis {
  return entries.reduce((total, { fee }) => total + fee, 0n);
}

/** node/miner.cpp, addChunks: chunks of mempool clusters by falling feerate. */
function fillByChunks(
  entries: readonly PricedEntry[],
  room: BlockRoom,
  { bytesPerSigop }: MiningOptions,
): void {
  const skipped = new Set<number>();
  for (const offer of makeOffers(entries, bytesPerSigop).sort(compareOffers)) {
    if (skipped.has(offer.cluster)) continue;
    const rate = { fee: offer.fee, size: virtualSize(offer.size) };
    if (compareFeeRate(rate, room.leastFeeRate) < 0) return;
    const members = offer.members.flatMap((at) => entries[at] ?? []);
    const sigopCost = members.reduce((total, member) => total + member.sigopCost, 0);
    if (room.admit(members, offer.size, sigopCost)) continue;
    // What is behind it in its cluster may depend on it.
    skipped.add(offer.cluster);
    if (room.isClosed()) return;
  }
}

function makeOffers(entries: readonly PricedEntry[], bytesPerSigop: number): Offer[] {
  const fees = entries.map(({ fee, feeDelta = 0n }) => Number(fee + feeDelta));
  const sizes = entries.map(({ weight, sigopCost }) => Math.max(weight, sigopCost * bytesPerSigop));
  const clusters = findClusters(entries, indexEntries(entries));
  const txidOf = (member: number | undefined): Txid => entries[member ?? -1]?.txid ?? '';
  return clusters.flatMap(({ members, parents }, cluster) => {
    const graph: Graph = {
      fees: members.map((member) => fees[member] ?? 0),
      sizes: members.map((member) => sizes[member] ?? 1),
      parents,
    };
    const fallback = (a: number, b: number): number =>
      compareTxids(txidOf(members[a]), txidOf(members[b]));
    let previous: Offer | undefined;
    return linearize(graph, fallback).map((chunk): Offer => {
      const even = previous !== undefined && compareFeeRate(previous, chunk) === 0;
      previous = {
        fee: chunk.fee,
        size: chunk.size,
        members: chunk.members.map((at) => members[at] ?? 0),
        cluster,
        ratio: chunk.fee / chunk.size,
        prefixSize: (even ? (previous?.prefixSize ?? 0) : 0) + chunk.size,
        lastTxid: txidOf(members[chunk.members.reduce((a, b) => (fallback(a, b) > 0 ? a : b))]),
      };
      return previous;
    });
  });
}

/** txgraph.cpp, CompareMainTransactions. */
function compareOffers(a: Offer, b: Offer): number {
  const apart = b.ratio - a.ratio;
  // Two divisions in doubles are off by less than this; only what is closer needs the exact comparison.
  if (Math.abs(apart) > 1e-9 * Math.max(Math.abs(a.ratio), Math.abs(b.ratio))) return apart;
  return (
    compareFeeRate(b, a) || a.prefixSize - b.prefixSize || compareTxids(a.lastTxid, b.lastTxid)
  );
}
