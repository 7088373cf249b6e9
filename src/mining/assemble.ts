import { MAX_BLOCK_SIGOPS_COST } from '../chain/consensus.ts';
import type { MempoolEntry } from '../chain/source.ts';
import type { Satoshis } from '../encoding/amount.ts';
import type { Txid } from '../transaction/transaction.ts';
import { virtualSize } from '../transaction/weight.ts';
import type { Graph } from './closure.ts';
import { findClusters, indexEntries } from './clusters.ts';
import { compareFeeRate, type FeeOverSize } from './fee-rate.ts';
import { isFinal } from './finality.ts';
import { linearize } from './linearize.ts';
import { type MiningOptions, RESERVED_SIGOPS_COST } from './options.ts';

/** A mempool entry of which everything is known that the order depends on. */
export type PricedEntry = MempoolEntry & { readonly fee: Satoshis; readonly sigopCost: number };

/** What the next block will be. */
export type NextBlock = {
  readonly height: number;
  /** Median time past of the tip: the cutoff for lock times in seconds. */
  readonly mediantime: number;
};

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

/** uint256 order: the bytes of the wire, so the display's pairs of digits from the end. */
export function compareTxids(a: Txid, b: Txid): number {
  for (let at = a.length - 2; at >= 0; at -= 2) {
    const high = a.charCodeAt(at) - b.charCodeAt(at);
    if (high !== 0) return high;
    const low = a.charCodeAt(at + 1) - b.charCodeAt(at + 1);
    if (low !== 0) return low;
  }
  return 0;
}

/**
 * node/miner.cpp, addChunks: the transactions of a block in their order, chunks of mempool clusters by falling
 * feerate, as far as weight, sigops and finality allow. Weights are those of `options`.
 */
export function assemble(
  entries: readonly PricedEntry[],
  next: NextBlock,
  options: MiningOptions,
): PricedEntry[] {
  const offers = makeOffers(entries, options.bytesPerSigop).sort(compareOffers);
  const chosen: PricedEntry[] = [];
  const skipped = new Set<number>();
  const leastFeeRate: FeeOverSize = { fee: Number(options.blockMinTxFee), size: 1000 };
  let weight = options.blockReservedWeight;
  let sigopCost = RESERVED_SIGOPS_COST;
  let failures = 0;
  for (const offer of offers) {
    if (skipped.has(offer.cluster)) continue;
    const rate = { fee: offer.fee, size: virtualSize(offer.size) };
    if (compareFeeRate(rate, leastFeeRate) < 0) break;
    const members = offer.members.flatMap((at) => entries[at] ?? []);
    const cost = members.reduce((total, member) => total + member.sigopCost, 0);
    if (
      weight + offer.size >= options.blockMaxWeight ||
      sigopCost + cost >= MAX_BLOCK_SIGOPS_COST ||
      !members.every(({ transaction }) => isFinal(transaction, next.height, next.mediantime))
    ) {
      skipped.add(offer.cluster);
      failures += 1;
      if (failures > MAX_CONSECUTIVE_FAILURES && weight + FULL_ENOUGH > options.blockMaxWeight)
        break;
      continue;
    }
    failures = 0;
    sigopCost += cost;
    for (const member of members) {
      weight += member.weight;
      chosen.push(member);
    }
  }
  return chosen;
}

const MAX_CONSECUTIVE_FAILURES = 1000;
/** With less weight than this left, many failures in a row end the search. */
const FULL_ENOUGH = 4000;

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
