import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import { type Bounds, computeBounds, NO_BOUNDS } from './bounds.ts';
import { computeType } from './compute-type.ts';
import type { Fragment, MiniscriptContext } from './types.ts';
import { has, type MiniscriptType, x } from './types.ts';

/**
 * A miniscript node. `K` represents a key: bytes of a decoded script, or a key expression of a
 * descriptor.
 */
export type Node<K> = {
  readonly fragment: Fragment;
  readonly context: MiniscriptContext;
  /** The threshold of thresh and multi, the number of older and after; otherwise 0. */
  readonly k: number;
  readonly keys: readonly K[];
  /** The digest of a hash fragment; otherwise empty. */
  readonly data: Bytes;
  readonly subs: readonly Node<K>[];
  /** The type; 0 if the tree is ill-typed. */
  readonly type: MiniscriptType;
  /** Bytes of the script. */
  readonly scriptSize: number;
  readonly bounds: Bounds;
};

/** Parts of a node; absent parts are omitted. */
export type NodeParts<K> = {
  readonly k?: number;
  readonly keys?: readonly K[];
  readonly data?: Bytes;
  readonly subs?: readonly Node<K>[];
};

/** Creates a node, and computes its type, size and bounds from those of its children. */
export function createNode<K>(
  context: MiniscriptContext,
  fragment: Fragment,
  { k = 0, keys = [], data = emptyBytes, subs = [] }: NodeParts<K> = {},
): Node<K> {
  const type = computeType(fragment, { context, k, subs: subs.map((sub) => sub.type) });
  const shape = { context, fragment, k, keys, data, subs };
  // An invalid miniscript needs no bounds.
  const bounds = type === 0 ? NO_BOUNDS : computeBounds(shape);
  return { fragment, context, k, keys, data, subs, type, scriptSize: scriptSize(shape), bounds };
}

/** Returns the size of a number as Core pushes it. */
export function numberSize(value: number): number {
  if (value <= 16) return 1;
  return value <= 0x7f
    ? 2
    : value <= 0x7fff
      ? 3
      : value <= 0x7fffff
        ? 4
        : value <= 0x7fffffff
          ? 5
          : 6;
}

type Shape = Omit<Node<unknown>, 'type' | 'scriptSize' | 'bounds'>;

/** Computes the size of the script. Core: ComputeScriptLen. */
function scriptSize({ fragment, context, k, keys, subs }: Shape): number {
  let inner = 0;
  for (const sub of subs) inner += sub.scriptSize;
  switch (fragment) {
    case '0':
    case '1':
      return 1;
    case 'pk_k':
      return context === 'tapscript' ? 33 : 34;
    case 'pk_h':
      return 24;
    case 'older':
    case 'after':
      return 1 + numberSize(k);
    case 'sha256':
    case 'hash256':
      return 39;
    case 'ripemd160':
    case 'hash160':
      return 27;
    case 'multi':
      return 1 + numberSize(keys.length) + numberSize(k) + 34 * keys.length;
    case 'multi_a':
      return 1 + numberSize(k) + 34 * keys.length;
    case 'thresh':
      return inner + subs.length + numberSize(k);
    case 'and_v':
      return inner;
    case 'v':
      return inner + (has(subs[0]?.type ?? 0, x) ? 1 : 0);
    case 's':
    case 'c':
    case 'n':
    case 'and_b':
    case 'or_b':
      return inner + 1;
    case 'a':
    case 'or_c':
      return inner + 2;
    case 'd':
    case 'or_d':
    case 'or_i':
    case 'andor':
      return inner + 3;
    case 'j':
      return inner + 4;
  }
}

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
