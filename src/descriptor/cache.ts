import { type ExtendedPublicKey, equalExtendedPublicKeys } from './extended-key.ts';

/**
 * Extended public keys that can only be derived with the private key, by the index of their key
 * expression. With them a descriptor expands without private keys. Core: DescriptorCache.
 */
export type DescriptorCache = {
  /** The key before the wildcard, or the key of an expression without one. */
  readonly parents: ReadonlyMap<number, ExtendedPublicKey>;
  /** Keys after a hardened wildcard, by position. */
  readonly derived: ReadonlyMap<number, ReadonlyMap<number, ExtendedPublicKey>>;
  /** Keys after the last hardened step of the path, which normalized descriptors show. */
  readonly lastHardened: ReadonlyMap<number, ExtendedPublicKey>;
  /**
   * Keys recently derived from `parents`, by index of the key expression, then by position.
   * Derivation fills it. If absent, none are remembered.
   */
  readonly remembered?: Map<number, Map<number, ExtendedPublicKey | undefined>>;
};

/** A cache under construction. */
export type CacheDraft = {
  /** Keys by index of the key expression, as in `DescriptorCache`. */
  readonly parents: Map<number, ExtendedPublicKey>;
  /** Keys by index of the key expression, then by position. */
  readonly derived: Map<number, Map<number, ExtendedPublicKey>>;
  /** Keys by index of the key expression. */
  readonly lastHardened: Map<number, ExtendedPublicKey>;
};

export function createCacheDraft(): CacheDraft {
  return { parents: new Map(), derived: new Map(), lastHardened: new Map() };
}

export const emptyCache: DescriptorCache = /* @__PURE__ */ createCacheDraft();

/**
 * Merges two caches; returns `undefined` if they contradict each other. `added` has the entries of
 * `more` that `known` does not have. Core: DescriptorCache::MergeAndDiff.
 */
export function mergeCaches(
  known: DescriptorCache,
  more: DescriptorCache,
): { readonly merged: DescriptorCache; readonly added: DescriptorCache } | undefined {
  const parents = mergeKeys(known.parents, more.parents);
  const lastHardened = mergeKeys(known.lastHardened, more.lastHardened);
  const merged = new Map(known.derived);
  const added = new Map<number, ReadonlyMap<number, ExtendedPublicKey>>();
  for (const [index, keys] of more.derived) {
    const both = mergeKeys(known.derived.get(index) ?? new Map(), keys);
    if (both === undefined) return undefined;
    merged.set(index, both.merged);
    if (both.added.size > 0) added.set(index, both.added);
  }
  if (parents === undefined || lastHardened === undefined) return undefined;
  return {
    merged: { parents: parents.merged, derived: merged, lastHardened: lastHardened.merged },
    added: { parents: parents.added, derived: added, lastHardened: lastHardened.added },
  };
}

type Keys = ReadonlyMap<number, ExtendedPublicKey>;

function mergeKeys(
  known: Keys,
  more: Keys,
): { readonly merged: Keys; readonly added: Keys } | undefined {
  const merged = new Map(known);
  const added = new Map<number, ExtendedPublicKey>();
  for (const [index, key] of more) {
    const before = known.get(index);
    if (before === undefined) {
      merged.set(index, key);
      added.set(index, key);
    } else if (!equalExtendedPublicKeys(before, key)) return undefined;
  }
  return { merged, added };
}
