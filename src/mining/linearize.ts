import { compareFeeRate, type FeeFrac } from '../chain/fee-frac.ts';
import { lastOf } from '../encoding/list.ts';
import { divide, type Graph, isExact, rateOf, reverseEdges } from './closure.ts';
import { orderByAncestors } from './order-by-ancestors.ts';

/** Transactions that are selected together, in block order. */
export type Chunk = FeeFrac & { readonly members: readonly number[] };

/**
 * Compares two transactions if no other rule decides. The result is negative if the first comes
 * first.
 */
export type Fallback = (a: number, b: number) => number;

/**
 * Maximum size of a cluster that is linearized optimally. Core keeps clusters below 64, but views
 * of other nodes may have larger ones.
 */
const LARGEST_OPTIMAL = 300;

/**
 * Linearizes a cluster like Core's mempool, in chunks of falling feerate. Each chunk is computed on
 * demand. Numbers are positions in the graph. Core: Linearize and PostLinearize
 * (cluster_linearize.h).
 */
export function* linearize(graph: Graph, fallback: Fallback): Generator<Chunk, undefined> {
  const all = graph.fees.map((_, at) => at);
  if (all.length === 1) {
    yield { members: all, ...rateOf(all, graph) };
    return;
  }
  const children = reverseEdges(graph.parents);
  if (all.length > LARGEST_OPTIMAL || !isExact(graph)) {
    yield* chunksOf(orderByAncestors(graph, children, fallback), graph);
    return;
  }
  for (const level of findLevels(graph, all)) {
    for (const piece of orderLevel(level, graph, children, fallback)) {
      const members = improve(orderPiece(piece, graph, children, fallback), graph, children);
      yield { members, ...rateOf(members, graph) };
    }
  }
}

/**
 * Finds the pieces of the highest feerate, then those of the next. Divides until no part is better
 * than the rest.
 */
function* findLevels(
  graph: Graph,
  members: readonly number[],
): Generator<readonly (readonly number[])[], undefined> {
  if (members.length === 1) {
    yield [members];
    return;
  }
  const division = divide(restrict(graph, members));
  if (division.kind === 'even') {
    yield division.pieces.map((piece) => piece.map((at) => members[at] ?? 0));
    return;
  }
  yield* findLevels(
    graph,
    members.filter((_, at) => division.better[at]),
  );
  yield* findLevels(
    graph,
    members.filter((_, at) => !division.better[at]),
  );
}

/** Returns the subgraph of these members, with parents as indices in `members`. */
function restrict({ fees, sizes, parents }: Graph, members: readonly number[]): Graph {
  if (members.length === fees.length) return { fees, sizes, parents };
  const position = new Int32Array(fees.length).fill(-1);
  members.forEach((member, at) => {
    position[member] = at;
  });
  const kept: number[][] = [];
  for (const member of members) {
    const list: number[] = [];
    for (const parent of parents[member] ?? none) {
      const at = position[parent] ?? -1;
      if (at >= 0) list.push(at);
    }
    kept.push(list);
  }
  return {
    fees: members.map((member) => fees[member] ?? 0),
    sizes: members.map((member) => sizes[member] ?? 0),
    parents: kept,
  };
}

const none: readonly number[] = [];

/**
 * Orders pieces of one feerate after those they depend on. The smaller one comes first; of equal
 * sizes, the one whose last transaction comes first by the fallback. Core: GetLinearization
 * (cluster_linearize.h).
 */
function orderLevel(
  pieces: readonly (readonly number[])[],
  graph: Graph,
  children: readonly (readonly number[])[],
  fallback: Fallback,
): (readonly number[])[] {
  if (pieces.length === 1) return [...pieces];
  const pieceOf = new Int32Array(graph.fees.length).fill(-1);
  pieces.forEach((piece, at) => {
    for (const member of piece) pieceOf[member] = at;
  });
  const behind = pieces.map((piece, at) =>
    piece
      .flatMap((member) => (children[member] ?? none).map((child) => pieceOf[child] ?? -1))
      .filter((other) => other >= 0 && other !== at),
  );
  const sizes = pieces.map((piece) => rateOf(piece, graph).size);
  const last = pieces.map((piece) => piece.reduce((a, b) => (fallback(a, b) > 0 ? a : b)));
  const compare = (a: number, b: number): number =>
    (sizes[a] ?? 0) - (sizes[b] ?? 0) || fallback(last[a] ?? 0, last[b] ?? 0);
  const order = orderTopologically(
    pieces.map((_, at) => at),
    behind,
    compare,
  );
  return order.map((at) => pieces[at] ?? none);
}

/**
 * Orders the transactions of a piece: higher fee rate first, then smaller size, then the fallback.
 */
function orderPiece(
  piece: readonly number[],
  { fees, sizes }: Graph,
  children: readonly (readonly number[])[],
  fallback: Fallback,
): number[] {
  const rate = (at: number): FeeFrac => ({ fee: fees[at] ?? 0, size: sizes[at] ?? 1 });
  return orderTopologically(piece, children, (a, b) => {
    const [first, second] = [rate(a), rate(b)];
    return compareFeeRate(second, first) || first.size - second.size || fallback(a, b);
  });
}

/**
 * Orders topologically; among nodes without an open predecessor, the first by `compare`. Ignores
 * edges that leave `nodes`.
 */
function orderTopologically(
  nodes: readonly number[],
  next: readonly (readonly number[])[],
  compare: (a: number, b: number) => number,
): number[] {
  if (nodes.length === 1) return [...nodes];
  /** Number of open predecessors; -1 outside `nodes`. */
  const open = new Int32Array(next.length).fill(-1);
  for (const node of nodes) open[node] = 0;
  const count = (node: number, change: number): number => {
    const value = open[node] ?? -1;
    if (value < 0) return -1;
    open[node] = value + change;
    return value + change;
  };
  for (const node of nodes) for (const to of next[node] ?? none) count(to, 1);
  const ready = nodes.filter((node) => open[node] === 0);
  const order: number[] = [];
  while (ready.length > 0) {
    const best = ready.reduce((a, b) => (compare(a, b) <= 0 ? a : b));
    ready.splice(ready.indexOf(best), 1);
    order.push(best);
    for (const to of next[best] ?? none) if (count(to, -1) === 0) ready.push(to);
  }
  return order;
}

type Group = { fee: number; size: number; members: number[] };

/**
 * Improves a linearization. An optimal one keeps its chunks, so this can run on each chunk. Core:
 * PostLinearize (cluster_linearize.h).
 */
function improve(
  order: readonly number[],
  graph: Graph,
  children: readonly (readonly number[])[],
): readonly number[] {
  if (order.length < 3) return order;
  const backward = [...improveOnce([...order].reverse(), graph, children, -1)].reverse();
  return improveOnce(backward, graph, graph.parents, 1);
}

/**
 * Appends every transaction as a group. While it pays more than the group before it, it absorbs
 * that group if it depends on it, and otherwise moves before it. With children for parents and
 * negated fees, this also works on the reversed order.
 */
function improveOnce(
  order: readonly number[],
  graph: Graph,
  dependsOn: readonly (readonly number[])[],
  sign: 1 | -1,
): number[] {
  const groups: Group[] = [];
  const groupOf: (Group | undefined)[] = graph.fees.map(() => undefined);
  for (const member of order) {
    const fee = sign * (graph.fees[member] ?? 0);
    let current: Group = { members: [member], fee, size: graph.sizes[member] ?? 1 };
    groupOf[member] = current;
    groups.push(current);
    for (let at = groups.length - 1; at > 0; at--) {
      const before = groups[at - 1];
      if (before === undefined || compareFeeRate(current, before) <= 0) break;
      if (!reaches(current, before, dependsOn, groupOf)) {
        groups[at] = before;
        groups[at - 1] = current;
        continue;
      }
      for (const joined of current.members) groupOf[joined] = before;
      before.members.push(...current.members);
      before.fee += current.fee;
      before.size += current.size;
      groups.splice(at, 1);
      current = before;
    }
  }
  return groups.flatMap(({ members }) => members);
}

/** Returns true if a member of the group depends on the previous group. */
function reaches(
  { members }: Group,
  before: Group,
  dependsOn: readonly (readonly number[])[],
  groupOf: readonly (Group | undefined)[],
): boolean {
  for (const member of members) {
    for (const other of dependsOn[member] ?? none) if (groupOf[other] === before) return true;
  }
  return false;
}

/**
 * Splits an order into chunks. A transaction absorbs earlier chunks that pay less. Core:
 * ChunkLinearization (cluster_linearize.h).
 */
function chunksOf(order: readonly number[], graph: Graph): Chunk[] {
  const chunks: Group[] = [];
  for (const member of order) {
    let chunk: Group = {
      members: [member],
      fee: graph.fees[member] ?? 0,
      size: graph.sizes[member] ?? 1,
    };
    for (let last = lastOf(chunks); last !== undefined; last = lastOf(chunks)) {
      if (compareFeeRate(chunk, last) <= 0) break;
      chunks.pop();
      last.members.push(...chunk.members);
      chunk = { members: last.members, fee: last.fee + chunk.fee, size: last.size + chunk.size };
    }
    chunks.push(chunk);
  }
  return chunks;
}
