import { compareFeeRate, type FeeFrac } from '../chain/fee-frac.ts';
import { adjustedWeight, type MempoolGraph } from '../chain/mempool-graph.ts';
import type { MempoolEntry } from '../chain/source.ts';
import { lastOf } from '../encoding/list.ts';
import { compareTxids, type Txid } from '../transaction/transaction.ts';
import { findClusters, findParents } from './clusters.ts';
import { linearize } from './linearize.ts';

/** Returns all transactions that are connected with one of these, including these. */
export function entriesAround(
  mempool: MempoolGraph,
  txids: Iterable<Txid>,
): readonly MempoolEntry[] {
  const around = new Set<Txid>();
  for (const txid of txids) {
    if (around.has(txid)) continue;
    for (const other of mempool.cluster(txid)) around.add(other);
  }
  return [...around].flatMap((txid) => mempool.entry(txid) ?? []);
}

/**
 * Splits transactions into chunks, highest fee rate first, in satoshi and weight units. Returns
 * `undefined` if a fee is unknown.
 */
export function chunksOf(entries: readonly MempoolEntry[]): readonly FeeFrac[] | undefined {
  const fees = entries.flatMap(({ fee, feeDelta = 0n }) =>
    fee === undefined ? [] : Number(fee + feeDelta),
  );
  if (fees.length < entries.length) return undefined;
  const sizes = entries.map(adjustedWeight);
  const chunks = findClusters(findParents(entries)).flatMap(({ members, parents }) => {
    const txidOf = (at: number): Txid => entries[members[at] ?? 0]?.txid ?? '';
    const own = (values: readonly number[]) => members.map((at) => values[at] ?? 0);
    const graph = { fees: own(fees), sizes: own(sizes), parents };
    return [...linearize(graph, (a, b) => compareTxids(txidOf(a), txidOf(b)))];
  });
  return chunks.sort((a, b) => compareFeeRate(b, a));
}

/**
 * Returns true if the first chunks pay at least as much as the others at every size, and more at
 * some. Core: CompareChunks (util/feefrac.cpp), std::is_gt.
 */
export function isBetterDiagram(ours: readonly FeeFrac[], others: readonly FeeFrac[]): boolean {
  const [own, other] = [pointsOf(ours), pointsOf(others)];
  const heights = [
    ...own.slice(1).map((point) => compareHeight(point, other)),
    ...other.slice(1).map((point) => -compareHeight(point, own)),
  ];
  return heights.every((height) => height >= 0) && heights.some((height) => height > 0);
}

/** Returns cumulative fees and sizes, starting at zero. */
function pointsOf(chunks: readonly FeeFrac[]): readonly FeeFrac[] {
  const points: FeeFrac[] = [{ fee: 0, size: 0 }];
  for (const { fee, size } of chunks) {
    const last = lastOf(points);
    points.push({ fee: fee + (last?.fee ?? 0), size: size + (last?.size ?? 0) });
  }
  return points;
}

/**
 * Compares a point with a line that is level after its end. The result is negative if the point is
 * below.
 */
function compareHeight(point: FeeFrac, line: readonly FeeFrac[]): number {
  const next = line.findIndex(({ size }) => size >= point.size);
  const after = line[next];
  const before = after === undefined ? lastOf(line) : line[next - 1];
  if (before === undefined) return 0;
  if (after === undefined) return point.fee - before.fee;
  return compareFeeRate(between(before, point), between(before, after));
}

function between(from: FeeFrac, to: FeeFrac): FeeFrac {
  return { fee: to.fee - from.fee, size: to.size - from.size };
}
