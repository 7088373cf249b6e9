import { compareFeeRate, type FeeFrac } from '../chain/fee-frac.ts';
import { createHeap } from '../encoding/heap.ts';
import { lastOf } from '../encoding/list.ts';
import { type Graph, rateOf } from './closure.ts';

/** Maximum number of ancestors of a transaction that is considered as a package. */
const MOST_ANCESTORS = 100;

/**
 * Orders clusters that are too large for the optimum. Repeatedly takes the transaction with the
 * highest feerate together with its missing ancestors, as miners did before cluster mempools.
 */
export function orderByAncestors(
  graph: Graph,
  children: readonly (readonly number[])[],
  fallback: (a: number, b: number) => number,
): number[] {
  const placed: boolean[] = graph.fees.map(() => false);
  const offers = graph.fees.map((_, at) => packageRate(at, graph, placed));
  const heap = createHeap<{ readonly member: number; readonly offer: FeeFrac }>(
    (a, b) => compareFeeRate(b.offer, a.offer) || fallback(a.member, b.member),
  );
  offers.forEach((offer, member) => {
    if (offer !== undefined) heap.push({ member, offer });
  });
  const order: number[] = [];
  for (let top = heap.pop(); top !== undefined; top = heap.pop()) {
    // An offer from before an ancestor was placed is outdated; the heap has a new one.
    if (placed[top.member] || top.offer !== offers[top.member]) continue;
    const taken = missingAncestors(top.member, graph.parents, placed) ?? [];
    for (const member of taken) placed[member] = true;
    order.push(...taken);
    for (const member of descendants(taken, children, placed)) {
      const offer = packageRate(member, graph, placed);
      offers[member] = offer;
      if (offer !== undefined) heap.push({ member, offer });
    }
  }
  return order;
}

/**
 * Returns a transaction after those of its ancestors that are not placed, parents first. Returns
 * `undefined` if there are more than `most`.
 */
export function missingAncestors(
  of: number,
  parents: Graph['parents'],
  placed: readonly boolean[],
  most = Number.POSITIVE_INFINITY,
): number[] | undefined {
  const found: number[] = [];
  const seen = new Set([of]);
  const path: { readonly member: number; next: number }[] = [{ member: of, next: 0 }];
  for (let top = lastOf(path); top !== undefined; top = lastOf(path)) {
    const parent = parents[top.member]?.[top.next++];
    if (parent === undefined) {
      found.push(top.member);
      path.pop();
    } else if (!placed[parent] && !seen.has(parent)) {
      if (seen.size >= most) return undefined;
      seen.add(parent);
      path.push({ member: parent, next: 0 });
    }
  }
  return found;
}

function packageRate(of: number, graph: Graph, placed: readonly boolean[]): FeeFrac | undefined {
  const members = missingAncestors(of, graph.parents, placed, MOST_ANCESTORS);
  return members && rateOf(members, graph);
}

/** Returns descendants of placed transactions whose package may have changed. */
function descendants(
  taken: readonly number[],
  children: readonly (readonly number[])[],
  placed: readonly boolean[],
): ReadonlySet<number> {
  const found = new Set<number>();
  for (const member of taken) {
    for (const child of children[member] ?? []) if (!placed[child]) found.add(child);
  }
  for (const member of found) {
    if (found.size > MOST_ANCESTORS) break;
    for (const child of children[member] ?? []) if (!placed[child]) found.add(child);
  }
  return found;
}
