import type { FeeFrac } from '../chain/fee-frac.ts';

/**
 * Finds the part of a set of transactions, including ancestors, that pays more per size than the
 * complete set. This is the core of an optimal linearization: a maximum closure problem (Picard
 * 1976), solved by a flow from transactions above the average to parents below it.
 */
export type Division =
  /**
   * True for the members of a part, closed under parents, that pays more per size than the rest.
   */
  | { readonly kind: 'split'; readonly better: readonly boolean[] }
  /**
   * No part pays more. These are the smallest pieces that can be selected one after the other, at
   * the common feerate.
   */
  | { readonly kind: 'even'; readonly pieces: readonly (readonly number[])[] };

export type Graph = {
  readonly fees: readonly number[];
  readonly sizes: readonly number[];
  /** Indices of the parents of each transaction in the same graph. */
  readonly parents: readonly (readonly number[])[];
};

/** Reverses edges: turns lists of parents into lists of children, or the other way round. */
export function reverseEdges(edges: Graph['parents']): number[][] {
  const reversed: number[][] = edges.map(() => []);
  edges.forEach((list, from) => {
    for (const to of list) reversed[to]?.push(from);
  });
  return reversed;
}

/** Sums fees and sizes of these members. */
export function rateOf(members: readonly number[], { fees, sizes }: Graph): FeeFrac {
  let fee = 0;
  let size = 0;
  for (const member of members) {
    fee += fees[member] ?? 0;
    size += sizes[member] ?? 0;
  }
  return { fee, size };
}

type Arc = { readonly to: number; readonly back: Arc | undefined; flow: number };

/** Divides a graph, which must be exact (`isExact`). */
export function divide({ fees, sizes, parents }: Graph): Division {
  const surplus = weigh(fees, sizes);
  // An arc from a child to its parent has no limit. The reverse arc is open as far as there is
  // flow.
  const arcs: Arc[][] = parents.map(() => []);
  parents.forEach((list, child) => {
    for (const parent of list) connect(arcs, child, parent);
  });
  const better = surplus.map(() => false);
  let found = false;
  surplus.forEach((_, at) => {
    while ((surplus[at] ?? 0) > 0 && !better[at]) {
      const stuck = push(at, surplus, arcs);
      for (const reached of stuck) {
        better[reached] = true;
        found = true;
      }
    }
  });
  return found ? { kind: 'split', better } : { kind: 'even', pieces: pieces(arcs) };
}

/**
 * Returns true if `divide` can use plain numbers. Fees of hundreds of BTC in one cluster would
 * exceed their exact range.
 */
export function isExact({ fees, sizes }: Graph): boolean {
  let magnitude = 0;
  for (const fee of fees) magnitude += Math.abs(fee);
  return magnitude * sum(sizes) * 2 <= Number.MAX_SAFE_INTEGER;
}

/**
 * Returns how much each transaction pays above the average, times the set's size. The results are
 * integers whose sum is 0.
 */
function weigh(fees: readonly number[], sizes: readonly number[]): number[] {
  const [fee, size] = [sum(fees), sum(sizes)];
  return fees.map((own, at) => own * size - (sizes[at] ?? 0) * fee);
}

function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

function connect(arcs: Arc[][], child: number, parent: number): void {
  const up: Arc = { to: parent, back: undefined, flow: 0 };
  arcs[child]?.push(up);
  arcs[parent]?.push({ to: child, back: up, flow: 0 });
}

function isOpen(arc: Arc): boolean {
  return arc.back === undefined || arc.back.flow > 0;
}

/**
 * Moves surplus along a shortest path to a deficit. If there is none, returns all nodes that can be
 * reached.
 */
function push(
  start: number,
  surplus: number[],
  arcs: readonly (readonly Arc[])[],
): readonly number[] {
  const cameBy = new Map<number, { readonly from: number; readonly arc: Arc } | undefined>();
  cameBy.set(start, undefined);
  const queue = [start];
  for (const at of queue) {
    if ((surplus[at] ?? 0) < 0) {
      move(start, at, surplus, cameBy);
      return [];
    }
    for (const arc of arcs[at] ?? []) {
      if (cameBy.has(arc.to) || !isOpen(arc)) continue;
      cameBy.set(arc.to, { from: at, arc });
      queue.push(arc.to);
    }
  }
  return queue;
}

function move(
  start: number,
  end: number,
  surplus: number[],
  cameBy: ReadonlyMap<number, { readonly from: number; readonly arc: Arc } | undefined>,
): void {
  let amount = Math.min(surplus[start] ?? 0, -(surplus[end] ?? 0));
  for (let step = cameBy.get(end); step !== undefined; step = cameBy.get(step.from)) {
    if (step.arc.back !== undefined) amount = Math.min(amount, step.arc.back.flow);
  }
  for (let step = cameBy.get(end); step !== undefined; step = cameBy.get(step.from)) {
    if (step.arc.back === undefined) step.arc.flow += amount;
    else step.arc.back.flow -= amount;
  }
  surplus[start] = (surplus[start] ?? 0) - amount;
  surplus[end] = (surplus[end] ?? 0) + amount;
}

/**
 * Returns the finest division by minimum cuts: the strongly connected components of the open arcs
 * (Picard and Queyranne 1980).
 */
function pieces(arcs: readonly (readonly Arc[])[]): number[][] {
  const open = arcs.map((list) => list.filter(isOpen).map(({ to }) => to));
  const entering = reverseEdges(open);
  const done = open.map(() => false);
  const result: number[][] = [];
  open.forEach((_, at) => {
    if (done[at]) return;
    const after = reach(at, open, done);
    const before = reach(at, entering, done);
    const piece = [...after].filter((member) => before.has(member));
    for (const member of piece) done[member] = true;
    result.push(piece);
  });
  return result;
}

function reach(
  start: number,
  next: readonly (readonly number[])[],
  done: readonly boolean[],
): ReadonlySet<number> {
  const seen = new Set([start]);
  for (const at of seen) {
    for (const to of next[at] ?? []) if (!done[to]) seen.add(to);
  }
  return seen;
}
