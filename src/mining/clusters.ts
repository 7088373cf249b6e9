import type { Transaction, Txid } from '../transaction/transaction.ts';

/** Transactions of a mempool that are connected by spending each other's outputs. */
export type Cluster = {
  /** Indices into the list of entries. */
  readonly members: readonly number[];
  /** Indices in `members` of the parents of each member, without repetition. */
  readonly parents: readonly (readonly number[])[];
};

type Named = { readonly txid: Txid; readonly transaction: Transaction };

const noParents: readonly (readonly number[])[] = [[]];

/**
 * Cached indexes. A template needs an index several times, and each has up to a hundred thousand
 * strings.
 */
const indices = new WeakMap<readonly Named[], ReadonlyMap<Txid, number>>();

/** Indexes entries by txid. If a txid occurs twice, its first place counts. */
export function indexEntries(entries: readonly Named[]): ReadonlyMap<Txid, number> {
  const known = indices.get(entries);
  if (known !== undefined) return known;
  const index = new Map<Txid, number>();
  entries.forEach(({ txid }, at) => {
    if (!index.has(txid)) index.set(txid, at);
  });
  indices.set(entries, index);
  return index;
}

/** Finds clusters from the result of `findParents`. */
export function findClusters(parents: readonly (readonly number[])[]): Cluster[] {
  const root = joinFamilies(parents);
  const families = new Map<number, number[]>();
  const clusters: Cluster[] = [];
  root.forEach((top, at) => {
    const family = families.get(top);
    if (family === undefined) families.set(top, [at]);
    else family.push(at);
  });
  const position = new Int32Array(parents.length);
  for (const members of families.values()) {
    if (members.length === 1) {
      clusters.push({ members, parents: noParents });
      continue;
    }
    members.forEach((member, at) => {
      position[member] = at;
    });
    clusters.push({
      members,
      parents: members.map((member) =>
        (parents[member] ?? []).map((parent) => position[parent] ?? 0),
      ),
    });
  }
  return clusters;
}

/** Lists for each entry the indices of the entries whose outputs it spends. */
export function findParents(
  entries: readonly Named[],
  index: ReadonlyMap<Txid, number> = indexEntries(entries),
): (readonly number[])[] {
  return entries.map((entry) => parentsOf(entry, index));
}

const none: readonly number[] = [];

function parentsOf({ transaction }: Named, index: ReadonlyMap<Txid, number>): readonly number[] {
  let parents: number[] | undefined;
  for (const { prevout } of transaction.inputs) {
    const parent = index.get(prevout.txid);
    if (parent === undefined || parents?.includes(parent)) continue;
    if (parents === undefined) parents = [parent];
    else parents.push(parent);
  }
  return parents ?? none;
}

/** Returns for every entry the root of its family (union-find). */
function joinFamilies(parents: readonly (readonly number[])[]): Int32Array {
  const top = Int32Array.from(parents, (_, at) => at);
  const find = (of: number): number => {
    let at = of;
    for (;;) {
      const above = top[at] ?? at;
      if (above === at) return at;
      top[at] = top[above] ?? above;
      at = above;
    }
  };
  parents.forEach((list, child) => {
    for (const parent of list) top[find(child)] = find(parent);
  });
  return top.map((_, at) => find(at));
}
