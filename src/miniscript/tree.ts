import type { Node } from './node.ts';

/**
 * Computes a result for every node from those of its children, and returns the root's. Uses no
 * recursion, because a tree may be as deep as its script is long.
 */
export function foldTree<K, R>(
  root: Node<K>,
  combine: (node: Node<K>, results: readonly R[]) => R,
): R {
  const path: { node: Node<K>; results: R[] }[] = [{ node: root, results: [] }];
  for (;;) {
    // The loop returns when the last entry is removed.
    const top = path[path.length - 1] as (typeof path)[number];
    const next = top.node.subs[top.results.length];
    if (next !== undefined) {
      path.push({ node: next, results: [] });
      continue;
    }
    const result = combine(top.node, top.results);
    path.pop();
    const parent = path[path.length - 1];
    if (parent === undefined) return result;
    parent.results.push(result);
  }
}
