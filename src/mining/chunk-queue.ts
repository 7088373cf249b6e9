import { lastOf } from '../encoding/list.ts';
import { compareTxids, type Txid } from '../transaction/transaction.ts';
import type { PricedEntry } from './block-assembler.ts';
import type { Graph } from './closure.ts';
import { type Cluster, findClusters } from './clusters.ts';
import { compareFeeRate, type FeeFrac } from './fee-frac.ts';
import { createHeap } from './heap.ts';
import { type Chunk, linearize } from './linearize.ts';
import type { Steps } from './steps.ts';

/** A part of a cluster that is bought as a whole. */
type Offer = Rated & {
  /** In the order of the block. */
  readonly members: readonly PricedEntry[];
  /** Size of the cluster's chunks of this same feerate, up to and with this one. */
  readonly prefixSize: number;
  /** The member whose txid is the largest. */
  readonly lastTxid: Txid;
  readonly cluster: OpenCluster;
  /** Which of the cluster's chunks it is, from 0. */
  readonly number: number;
};

type OpenCluster = {
  /** With their sizes all that its offers depend on. */
  readonly members: readonly PricedEntry[];
  readonly sizes: readonly number[];
  /** The chunk of this number, found when it is first asked for. */
  offer(number: number): Offer | undefined;
};

type Rated = FeeFrac & {
  /** `fee / size`, to decide quickly where it is not close. */
  readonly ratio: number;
};

/** A cluster that is not linearized yet, with the feerate of its best transaction: no chunk has a higher one. */
type Closed = Rated & { readonly cluster: Cluster };

export type Market = {
  /** The best offer of all. */
  pop(): Offer | undefined;
  /** Puts the next offer of the same cluster in the place of one that was taken. */
  replace(offer: Offer): void;
};

/** The chunks of a mempool's clusters, the best first. Clusters are looked into no sooner and no deeper than it takes. */
export function* createMarket(
  entries: readonly PricedEntry[],
  parents: readonly (readonly number[])[],
  bytesPerSigop: number,
): Steps<Market> {
  const rates = entries.map(({ fee, feeDelta, weight, sigopCost }) => {
    const modified = Number(feeDelta === undefined ? fee : fee + feeDelta);
    return rated(modified, Math.max(weight, sigopCost * bytesPerSigop));
  });
  yield;
  const clusters = findClusters(parents);
  yield;
  const closed = clusters.map((cluster): Closed => ({ ...best(cluster, rates), cluster }));
  yield;
  closed.sort(compareRates).reverse();
  yield;
  const open = createHeap<Offer>(compareOffers);
  const replace = ({ cluster, number }: Pick<Offer, 'cluster' | 'number'>): void => {
    const offer = cluster.offer(number + 1);
    if (offer !== undefined) open.push(offer);
  };
  return {
    replace,
    pop() {
      for (let last = lastOf(closed); last !== undefined; last = lastOf(closed)) {
        const first = open.peek();
        if (first !== undefined && compareRates(first, last) < 0) break;
        closed.pop();
        replace({ cluster: openCluster(last.cluster, entries, rates), number: -1 });
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

/** From one template to the next most clusters stay as they are. By the first member of each. */
const opened = new WeakMap<PricedEntry, OpenCluster>();

function openCluster(
  { members: places, parents }: Cluster,
  entries: readonly PricedEntry[],
  rates: readonly Rated[],
): OpenCluster {
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

function createOpenCluster(members: readonly PricedEntry[], graph: Graph): OpenCluster {
  const txidOf = (at: number): Txid => members[at]?.txid ?? '';
  const chunks = linearize(graph, (a, b) => compareTxids(txidOf(a), txidOf(b)));
  const offers: Offer[] = [];

  function makeOffer(chunk: Chunk): Offer {
    const previous = lastOf(offers);
    const even = previous !== undefined && compareFeeRate(previous, chunk) === 0;
    const last = chunk.members.reduce((a, b) => (compareTxids(txidOf(a), txidOf(b)) > 0 ? a : b));
    return {
      fee: chunk.fee,
      size: chunk.size,
      ratio: chunk.fee / chunk.size,
      members: chunk.members.flatMap((at) => members[at] ?? []),
      prefixSize: (even ? previous.prefixSize : 0) + chunk.size,
      lastTxid: txidOf(last),
      cluster,
      number: offers.length,
    };
  }

  const cluster: OpenCluster = {
    members,
    sizes: graph.sizes,
    offer(number) {
      while (offers.length <= number) {
        const { value } = chunks.next();
        if (value === undefined) return undefined;
        offers.push(makeOffer(value));
      }
      return offers[number];
    },
  };
  return cluster;
}

/** The higher feerate first. */
function compareRates(a: Rated, b: Rated): number {
  const apart = b.ratio - a.ratio;
  // Two divisions in doubles are off by less than this; only what is closer needs the exact comparison.
  if (Math.abs(apart) > 1e-9 * Math.max(Math.abs(a.ratio), Math.abs(b.ratio))) return apart;
  return compareFeeRate(b, a);
}

/** txgraph.cpp, CompareMainTransactions. */
function compareOffers(a: Offer, b: Offer): number {
  return compareRates(a, b) || a.prefixSize - b.prefixSize || compareTxids(a.lastTxid, b.lastTxid);
}
