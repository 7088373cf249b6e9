import type { Bytes } from '../encoding/bytes.ts';
import type { Node } from '../miniscript/node.ts';
import { foldTree } from '../miniscript/node.ts';
import type { HashKind } from '../signing/provider.ts';

/** A hash lock, which its preimage opens. */
export type HashLock = {
  /** The kind, named as in descriptors. */
  readonly kind: HashKind;
  /** 20 bytes (RIPEMD-160, HASH160) or 32 (SHA-256, HASH256), in the order of the script. */
  readonly digest: Bytes;
};

/** Maximum number of paths to examine. */
export const MOST_PATHS = 500;

/** A way to satisfy a miniscript. Keys are positions in the list that the fragments refer to. */
export type Way = {
  readonly signers: readonly { readonly threshold: number; readonly keys: readonly number[] }[];
  readonly older: number | undefined;
  readonly after: number | undefined;
  readonly hashes: readonly HashLock[];
};

const NOTHING: Way = { signers: [], older: undefined, after: undefined, hashes: [] };

/**
 * Lists all ways to satisfy a miniscript, or `undefined` if there are too many. Fragments that are
 * not satisfied require nothing, because a sane miniscript has no other way.
 */
export function waysOf(root: Node<number>): readonly Way[] | undefined {
  return foldTree<number, readonly Way[] | undefined>(root, (node, subs) => {
    const known = subs.flatMap((sub) => (sub === undefined ? [] : [sub]));
    if (known.length < subs.length) return undefined;
    const ways = combine(node, known);
    return ways === undefined || ways.length > MOST_PATHS ? undefined : ways;
  });
}

function combine(
  { fragment, k, keys, data }: Node<number>,
  subs: readonly (readonly Way[])[],
): readonly Way[] | undefined {
  const [X = [], Y = [], Z = []] = subs;
  switch (fragment) {
    case '0':
      return [];
    case '1':
      return [NOTHING];
    case 'pk_k':
    case 'pk_h':
      return [{ ...NOTHING, signers: [{ threshold: 1, keys }] }];
    case 'multi':
    case 'multi_a':
      return [{ ...NOTHING, signers: [{ threshold: k, keys }] }];
    case 'older':
      return [{ ...NOTHING, older: k }];
    case 'after':
      return [{ ...NOTHING, after: k }];
    case 'sha256':
    case 'hash256':
    case 'ripemd160':
    case 'hash160':
      return [{ ...NOTHING, hashes: [{ kind: fragment, digest: data }] }];
    case 'and_v':
    case 'and_b':
      return both(X, Y);
    case 'or_b':
    case 'or_c':
    case 'or_d':
    case 'or_i':
      return [...X, ...Y];
    case 'andor':
      return [...both(X, Y), ...Z];
    case 'thresh':
      return choose(subs, k);
    default:
      return X;
  }
}

const both = (a: readonly Way[], b: readonly Way[]): readonly Way[] =>
  a.length * b.length > MOST_PATHS
    ? Array.from({ length: MOST_PATHS + 1 }, () => NOTHING)
    : a.flatMap((one) => b.map((other) => joined(one, other)));

/** Joins two ways. Of two locks of the same kind, the longer one opens both. */
function joined(a: Way, b: Way): Way {
  return {
    signers: [...a.signers, ...b.signers],
    older: largest(a.older, b.older),
    after: largest(a.after, b.after),
    hashes: [...a.hashes, ...b.hashes],
  };
}

const largest = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);

/** Lists the ways to satisfy exactly `k` subexpressions. */
function choose(subs: readonly (readonly Way[])[], k: number): readonly Way[] | undefined {
  let counted: (readonly Way[])[] = [[NOTHING]];
  for (const sub of subs) {
    const next = Array.from({ length: Math.min(k, counted.length) + 1 }, (_, count) => [
      ...(counted[count] ?? []),
      ...(count > 0 ? both(counted[count - 1] ?? [], sub) : []),
    ]);
    if (next.some((ways) => ways.length > MOST_PATHS)) return undefined;
    counted = next;
  }
  return counted[k] ?? [];
}
