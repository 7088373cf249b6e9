import { divide, type Graph } from './closure.ts';
import { compareFeeRate, type FeeOverSize } from './fee-rate.ts';
import { orderByAncestors } from './order-by-ancestors.ts';

/** Transactions that are bought together, in the order of the block. */
export type Chunk = FeeOverSize & { readonly members: readonly number[] };

/** Negative when the first of two transactions comes first, where nothing else decides. */
export type Fallback = (a: number, b: number) => number;

/** Core keeps clusters below 64; views of other nodes may hold larger ones. Above this the optimum is not sought. */
const LARGEST_OPTIMAL = 300;

/**
 * The order in which a cluster is bought, as Core's mempool keeps it (cluster_linearize.h, Linearize and
 * PostLinearize), cut into chunks of falling feerate. Numbers are positions in the graph.
 */
export function linearize(graph: Graph, fallback: Fallback): Chunk[] {
  if (graph.fees.length === 1) return chunksOf([0], graph);
  const children = childrenOf(graph);
  if (graph.fees.length > LARGEST_OPTIMAL) {
    return chunksOf(orderByAncestors(graph, children, fallback), graph);
  }
  const order = orderPieces(bestPieces(graph), graph, children, fallback);
  const backward = improve(order.toReversed(), graph, children, -1).toReversed();
  return chunksOf(improve(backward, graph, graph.parents, 1), graph);
}

function childrenOf({ parents }: Graph): number[][] {
  const children: number[][] = parents.map(() => []);
  parents.forEach((list, child) => {
    for (const parent of list) children[parent]?.push(child);
  });
  return children;
}

function rateOf(members: readonly number[], { fees, sizes }: Graph): FeeOverSize {
  let fee = 0;
  let size = 0;
  for (const member of members) {
    fee += fees[member] ?? 0;
    size += sizes[member] ?? 0;
  }
  return { fee, size };
}

/** Divides until no part of a piece is better than the piece. */
function bestPieces(graph: Graph): number[][] {
  const done: number[][] = [];
  const open: number[][] = [graph.fees.map((_, at) => at)];
  for (let members = open.pop(); members !== undefined; members = open.pop()) {
    if (members.length === 1) {
      done.push(members);
      continue;
    }
    const all = members;
    const division = divide(restrict(graph, all));
    if (division.kind === 'even') {
      for (const piece of division.pieces) done.push(piece.map((at) => all[at] ?? 0));
    } else {
      open.push(all.filter((_, at) => division.better[at]));
      open.push(all.filter((_, at) => !division.better[at]));
    }
  }
  return done;
}

function restrict({ fees, sizes, parents }: Graph, members: readonly number[]): Graph {
  const position = new Map(members.map((member, at) => [member, at]));
  return {
    fees: members.map((member) => fees[member] ?? 0),
    sizes: members.map((member) => sizes[member] ?? 0),
    parents: members.map((member) =>
      (parents[member] ?? []).flatMap((parent) => position.get(parent) ?? []),
    ),
  };
}

/** Better first: higher feerate, then smaller, then by the fallback. */
function compareOffers(a: FeeOverSize, b: FeeOverSize, tie: () => number): number {
  return compareFeeRate(b, a) || a.size - b.size || tie();
}

/**
 * cluster_linearize.h, GetLinearization: pieces behind those they depend on, the better one first, of equals the
 * one whose last transaction (by the fallback) comes first; inside a piece the better transaction first.
 */
function orderPieces(
  pieces: readonly (readonly number[])[],
  graph: Graph,
  children: readonly (readonly number[])[],
  fallback: Fallback,
): number[] {
  const pieceOf: number[] = graph.fees.map(() => 0);
  const rates = pieces.map((piece, at) => {
    for (const member of piece) pieceOf[member] = at;
    return rateOf(piece, graph);
  });
  const last = pieces.map((piece) => piece.reduce((a, b) => (fallback(a, b) > 0 ? a : b)));
  const between = pieces.map((piece, at) =>
    piece.flatMap((m) => (children[m] ?? []).map((c) => pieceOf[c] ?? 0).filter((c) => c !== at)),
  );
  const none: FeeOverSize = { fee: 0, size: 1 };
  const sorted = orderTopologically(
    pieces.map((_, at) => at),
    between,
    (a, b) =>
      compareOffers(rates[a] ?? none, rates[b] ?? none, () => fallback(last[a] ?? 0, last[b] ?? 0)),
  );
  const single = graph.fees.map((fee, at) => ({ fee, size: graph.sizes[at] ?? 1 }));
  return sorted.flatMap((at) =>
    orderTopologically(pieces[at] ?? [], children, (a, b) =>
      compareOffers(single[a] ?? none, single[b] ?? none, () => fallback(a, b)),
    ),
  );
}

/** Of those without an open predecessor always the first by `compare`. Arrows that leave `nodes` do not count. */
function orderTopologically(
  nodes: readonly number[],
  next: readonly (readonly number[])[],
  compare: (a: number, b: number) => number,
): number[] {
  const open = new Map(nodes.map((node) => [node, 0]));
  const count = (node: number, change: number): number => {
    const value = (open.get(node) ?? 0) + change;
    open.set(node, value);
    return value;
  };
  for (const node of nodes) for (const to of next[node] ?? []) if (open.has(to)) count(to, 1);
  const ready = nodes.filter((node) => open.get(node) === 0);
  const order: number[] = [];
  while (ready.length > 0) {
    const best = ready.reduce((a, b) => (compare(a, b) <= 0 ? a : b));
    ready.splice(ready.indexOf(best), 1);
    order.push(best);
    for (const to of next[best] ?? []) if (open.has(to) && count(to, -1) === 0) ready.push(to);
  }
  return order;
}

type Group = FeeOverSize & { readonly members: readonly number[] };

/**
 * cluster_linearize.h, PostLinearize, one pass: every transaction starts a group at the end of the list; as long
 * as it pays more than the group in front of it, it absorbs that group if it depends on it and passes it if not.
 * With children for parents and fees negated the same pass works on the reversed order.
 */
function improve(
  order: readonly number[],
  graph: Graph,
  dependsOn: readonly (readonly number[])[],
  sign: 1 | -1,
): number[] {
  const groups: Group[] = [];
  const groupOf = new Map<number, Group>();
  for (const member of order) {
    const { fee, size } = rateOf([member], graph);
    let current: Group = { members: [member], fee: sign * fee, size };
    groupOf.set(member, current);
    groups.push(current);
    for (let at = groups.length - 1; at > 0; at--) {
      const before = groups[at - 1];
      if (before === undefined || compareFeeRate(current, before) <= 0) break;
      const depends = current.members.some((m) =>
        (dependsOn[m] ?? []).some((other) => groupOf.get(other) === before),
      );
      if (!depends) {
        groups[at] = before;
        groups[at - 1] = current;
        continue;
      }
      current = {
        members: [...before.members, ...current.members],
        fee: before.fee + current.fee,
        size: before.size + current.size,
      };
      for (const m of current.members) groupOf.set(m, current);
      groups.splice(at - 1, 2, current);
    }
  }
  return groups.flatMap(({ members }) => members);
}

/** cluster_linearize.h, ChunkLinearization: a transaction absorbs what is in front of it and pays less. */
function chunksOf(order: readonly number[], graph: Graph): Chunk[] {
  const chunks: { members: number[]; fee: number; size: number }[] = [];
  for (const member of order) {
    let chunk = { members: [member], ...rateOf([member], graph) };
    for (let last = chunks.at(-1); last !== undefined; last = chunks.at(-1)) {
      if (compareFeeRate(chunk, last) <= 0) break;
      chunks.pop();
      last.members.push(...chunk.members);
      chunk = { members: last.members, fee: last.fee + chunk.fee, size: last.size + chunk.size };
    }
    chunks.push(chunk);
  }
  return chunks;
}
