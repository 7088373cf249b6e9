import { compareFeeRate, type FeeFrac } from '../chain/fee-frac.ts';
import { createHeap } from '../encoding/heap.ts';
import { lastOf } from '../encoding/list.ts';
import { compareTxids, type Txid } from '../transaction/transaction.ts';
import type { PricedEntry } from './block-assembler.ts';
import type { Graph } from './closure.ts';
import { type Cluster, findClusters } from './clusters.ts';
import { type Chunk, linearize } from './linearize.ts';
import type { Steps } from './steps.ts';

/** A chunk of a cluster, whose members are selected together. */
type ChunkCandidate = Rated & {
  /** Members in the order of the block. */
  readonly members: readonly PricedEntry[];
  /** Total size of the cluster's chunks of this feerate, up to and including this one. */
  readonly prefixSize: number;
  /** The largest txid of its members. */
  readonly lastTxid: Txid;
  readonly cluster: LinearizedCluster;
  /** Index of the chunk in the cluster, from 0. */
  readonly number: number;
};

type LinearizedCluster = {
  /** Members, which determine the candidates together with their sizes. */
  readonly members: readonly PricedEntry[];
  readonly sizes: readonly number[];
  /** Returns the chunk of this number, which is computed on demand. */
  candidate(number: number): ChunkCandidate | undefined;
};

type Rated = FeeFrac & {
  /** `fee / size` as a double, which decides unless the difference is tiny. */
  readonly ratio: number;
};

/**
 * A cluster that is not linearized yet, with the feerate of its best transaction. No chunk has a
 * higher feerate.
 */
type UnlinearizedCluster = Rated & { readonly cluster: Cluster };

export type ChunkQueue = {
  /** Removes and returns the best candidate. */
  pop(): ChunkCandidate | undefined;
  /** Replaces a candidate by the next one of its cluster. */
  replace(candidate: ChunkCandidate): void;
};

/**
 * Creates a queue of the mempool's chunks, the best first. Linearizes clusters only as far as
 * needed.
 */
export function* createChunkQueue(
  entries: readonly PricedEntry[],
  parents: readonly (readonly number[])[],
  bytesPerSigop: number,
): Steps<ChunkQueue> {
  const rates = entries.map(({ fee, feeDelta, weight, sigopCost }) => {
    const modified = Number(feeDelta === undefined ? fee : fee + feeDelta);
    return rated(modified, Math.max(weight, sigopCost * bytesPerSigop));
  });
  yield;
  const clusters = findClusters(parents);
  yield;
  const waiting = clusters.map(
    (cluster): UnlinearizedCluster => ({ ...best(cluster, rates), cluster }),
  );
  yield;
  waiting.sort(compareRates).reverse();
  yield;
  const open = createHeap<ChunkCandidate>(compareOffers);
  const replace = ({ cluster, number }: Pick<ChunkCandidate, 'cluster' | 'number'>): void => {
    const candidate = cluster.candidate(number + 1);
    if (candidate !== undefined) open.push(candidate);
  };
  return {
    replace,
    pop() {
      for (let last = lastOf(waiting); last !== undefined; last = lastOf(waiting)) {
        const [first] = open.items;
        if (first !== undefined && compareRates(first, last) < 0) break;
        waiting.pop();
        replace({ cluster: linearizeCluster(last.cluster, entries, rates), number: -1 });
      }
      return open.pop();
    },
  };
}

function rated(fee: number, size: number): Rated {
  return { fee, size, ratio: fee / size };
}

function best({ members }: Cluster, rates: readonly Rated[]): Rated {
  let top = rated(0, 1);
  members.forEach((member, at) => {
    const rate = rates[member] ?? top;
    if (at === 0 || compareRates(rate, top) < 0) top = rate;
  });
  return top;
}

/** Cache by the first member of each cluster; most clusters stay unchanged between templates. */
const opened = new WeakMap<PricedEntry, LinearizedCluster>();

function linearizeCluster(
  { members: places, parents }: Cluster,
  entries: readonly PricedEntry[],
  rates: readonly Rated[],
): LinearizedCluster {
  const members = places.flatMap((at) => entries[at] ?? []);
  const sizes = places.map((at) => rates[at]?.size ?? 1);
  const [first] = members;
  const known = first === undefined ? undefined : opened.get(first);
  if (known !== undefined && isSame(known.members, members) && isSame(known.sizes, sizes)) {
    return known;
  }
  const graph: Graph = { fees: places.map((at) => rates[at]?.fee ?? 0), sizes, parents };
  const cluster = createOpenCluster(members, graph);
  if (first !== undefined && members.length > 1) opened.set(first, cluster);
  return cluster;
}

function isSame<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}

function createOpenCluster(members: readonly PricedEntry[], graph: Graph): LinearizedCluster {
  const txidOf = (at: number): Txid => members[at]?.txid ?? '';
  const chunks = linearize(graph, (a, b) => compareTxids(txidOf(a), txidOf(b)));
  const candidates: ChunkCandidate[] = [];

  function makeCandidate(chunk: Chunk): ChunkCandidate {
    const previous = lastOf(candidates);
    const even = previous !== undefined && compareFeeRate(previous, chunk) === 0;
    const last = chunk.members.reduce((a, b) => (compareTxids(txidOf(a), txidOf(b)) > 0 ? a : b));
    return {
      ...rated(chunk.fee, chunk.size),
      members: chunk.members.flatMap((at) => members[at] ?? []),
      prefixSize: (even ? previous.prefixSize : 0) + chunk.size,
      lastTxid: txidOf(last),
      cluster,
      number: candidates.length,
    };
  }

  const cluster: LinearizedCluster = {
    members,
    sizes: graph.sizes,
    candidate(number) {
      while (candidates.length <= number) {
        const { value } = chunks.next();
        if (value === undefined) return undefined;
        candidates.push(makeCandidate(value));
      }
      return candidates[number];
    },
  };
  return cluster;
}

/** Sorts the higher feerate first. */
function compareRates(a: Rated, b: Rated): number {
  const apart = b.ratio - a.ratio;
  // Two divisions of doubles differ by less than this; closer ratios need the exact comparison.
  if (Math.abs(apart) > 1e-9 * Math.max(Math.abs(a.ratio), Math.abs(b.ratio))) return apart;
  return compareFeeRate(b, a);
}

/** txgraph.cpp, CompareMainTransactions. */
function compareOffers(a: ChunkCandidate, b: ChunkCandidate): number {
  return compareRates(a, b) || a.prefixSize - b.prefixSize || compareTxids(a.lastTxid, b.lastTxid);
}
