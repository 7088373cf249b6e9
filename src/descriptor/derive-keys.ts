import { aggregateMusigKeys, musigChainCode } from '../crypto/musig.ts';
import { type Bytes, compareBytes } from '../encoding/bytes.ts';
import { invariant } from '../encoding/invariant.ts';
import type { KeyOrigin } from '../signing/provider.ts';
import type { CacheDraft, DescriptorCache } from './cache.ts';
import { derivePrivate, derivePublicMany, derivePublicPath } from './derive.ts';
import { type ExtendedPublicKey, fingerprint, neuter } from './extended-key.ts';
import {
  type ExtendedKeyExpression,
  hasHardenedStep,
  isRangedKey,
  type KeyExpression,
  type MusigExpression,
} from './key-expression.ts';
import {
  childAt,
  derivePrivateParent,
  type PrivateKeySource,
  wipeDerivation,
} from './private-keys.ts';

/** The source of derived keys: roots and private keys, or a cache. */
export type KeySource = PrivateKeySource & {
  /** Keys that need not be derived, so that hardened steps need no private key. */
  readonly readCache?: DescriptorCache | undefined;
  /** Receives derived keys, for a later `readCache`. */
  readonly writeCache?: CacheDraft | undefined;
};

/** A public key at one position, with its origin. */
export type DerivedKey = {
  readonly publicKey: Bytes;
  /** Origin from the root of its own expression. */
  readonly origin: KeyOrigin;
  /**
   * The participants of a musig as written, and the aggregate from which `publicKey` is derived.
   */
  readonly musig?: { readonly participants: readonly DerivedKey[]; readonly aggregate: Bytes };
};

/**
 * Derives the keys at these positions; `undefined` where a key is unavailable. Core:
 * PubkeyProvider::GetPubKey.
 */
export function deriveKeys(
  key: KeyExpression,
  positions: readonly number[],
  source: KeySource,
): readonly (DerivedKey | undefined)[] {
  switch (key.kind) {
    case 'constant': {
      const origin = { fingerprint: fingerprint(key.publicKey), path: [] };
      return positions.map(() => ({ publicKey: key.publicKey, origin }));
    }
    case 'extended':
      return deriveExtended(key, positions, source);
    case 'origin':
      return deriveKeys(key.key, positions, source);
    case 'musig':
      return deriveMusig(key, positions, source);
  }
}

export function derivedKeyAt(
  key: KeyExpression,
  position: number,
  source: KeySource,
): Bytes | undefined {
  return deriveKeys(key, [position], source)[0]?.publicKey;
}

function deriveExtended(
  key: ExtendedKeyExpression,
  positions: readonly number[],
  source: KeySource,
): readonly (DerivedKey | undefined)[] {
  const children = childrenOf(key, positions, source);
  const rootFingerprint = fingerprint(key.root.publicKey);
  return children.map((child, i) => {
    if (child === undefined) return undefined;
    const last = key.wildcard === 'none' ? [] : [childAt(key, positions[i] ?? 0)];
    const origin = { fingerprint: rootFingerprint, path: [...key.path, ...last] };
    return { publicKey: child.publicKey, origin };
  });
}

type Children = readonly (ExtendedPublicKey | undefined)[];

function childrenOf(
  key: ExtendedKeyExpression,
  positions: readonly number[],
  source: KeySource,
): Children {
  const { readCache, writeCache, secp256k1 } = source;
  if (readCache !== undefined) return cachedChildren(key, positions, readCache, source);
  if (key.wildcard === 'hardened') return hardenedChildren(key, positions, source);
  const parent = hasHardenedStep(key)
    ? hardenedParent(key, source)
    : derivePublicPath(key.root, key.path, secp256k1);
  if (parent === undefined) return positions.map(() => undefined);
  writeCache?.parents.set(key.index, parent);
  return childrenOfParent(key, parent, positions, source);
}

function childrenOfParent(
  key: ExtendedKeyExpression,
  parent: ExtendedPublicKey,
  positions: readonly number[],
  { secp256k1 }: KeySource,
): Children {
  return key.wildcard === 'none'
    ? positions.map(() => parent)
    : derivePublicMany(parent, positions, secp256k1);
}

/** Derives a key that needs the private key, and records the key after the last hardened step. */
export function hardenedParent(
  key: ExtendedKeyExpression,
  source: KeySource,
): ExtendedPublicKey | undefined {
  const { secp256k1, writeCache } = source;
  const derivation = derivePrivateParent(key, source);
  if (derivation?.lastHardened) {
    writeCache?.lastHardened.set(key.index, neuter(derivation.lastHardened, secp256k1));
  }
  const parent = derivation && neuter(derivation.parent, secp256k1);
  if (derivation !== undefined) wipeDerivation(key, derivation);
  return parent;
}

function hardenedChildren(
  key: ExtendedKeyExpression,
  positions: readonly number[],
  source: KeySource,
): Children {
  const { secp256k1, writeCache } = source;
  const derivation = derivePrivateParent(key, source);
  const secrets = positions.map(
    (position) => derivation && derivePrivate(derivation.parent, childAt(key, position), secp256k1),
  );
  const publicKeys = secp256k1.publicKeyMany(
    secrets.flatMap((secret) => secret?.privateKey.reveal() ?? []),
    true,
  );
  if (derivation !== undefined) wipeDerivation(key, derivation);
  for (const secret of secrets) secret?.privateKey.wipe();
  let next = 0;
  return secrets.map((secret, i) => {
    if (secret === undefined) return undefined;
    const publicKey = publicKeys[next++];
    invariant(publicKey !== undefined, 'a private key has a public key');
    const { depth, parentFingerprint, childNumber, chainCode } = secret;
    const child = { depth, parentFingerprint, childNumber, chainCode, publicKey };
    noteDerived(writeCache, key.index, positions[i] ?? 0, child);
    return child;
  });
}

function noteDerived(
  cache: CacheDraft | undefined,
  index: number,
  position: number,
  child: ExtendedPublicKey,
): void {
  if (cache === undefined) return;
  const keys = cache.derived.get(index) ?? new Map<number, ExtendedPublicKey>();
  cache.derived.set(index, keys.set(position, child));
}

function cachedChildren(
  key: ExtendedKeyExpression,
  positions: readonly number[],
  cache: DescriptorCache,
  source: KeySource,
): Children {
  const derived = cache.derived.get(key.index);
  const parent = cache.parents.get(key.index);
  if (key.wildcard === 'hardened' || parent === undefined)
    return positions.map((position) => derived?.get(position));
  const known = rememberedOf(cache, key.index, positions.length);
  const missing = positions.filter((position) => known?.has(position) !== true);
  const children = childrenOfParent(key, parent, missing, source);
  const follows = new Map(missing.map((position, i) => [position, children[i]] as const));
  if (known) for (const [position, child] of follows) known.set(position, child);
  return positions.map(
    (position) => derived?.get(position) ?? follows.get(position) ?? known?.get(position),
  );
}

/**
 * Maximum number of children that a cache remembers for a key expression: the positions that an
 * account searches by default, and as many again.
 */
const MOST_REMEMBERED = 2048;

/** Returns the remembered keys of a cache, with room for `count` more. */
function rememberedOf({ remembered }: DescriptorCache, index: number, count: number) {
  if (remembered === undefined || count > MOST_REMEMBERED) return undefined;
  const known = remembered.get(index);
  if (known && known.size + count <= MOST_REMEMBERED) return known;
  const empty = new Map<number, ExtendedPublicKey | undefined>();
  remembered.set(index, empty);
  return empty;
}

function deriveMusig(
  key: MusigExpression,
  positions: readonly number[],
  source: KeySource,
): readonly (DerivedKey | undefined)[] {
  const lists = key.participants.map((each) => deriveKeys(each, positions, source));
  const aggregateAt = (i: number): Bytes | undefined => {
    const keys = lists.flatMap((list) => list[i]?.publicKey ?? []);
    return keys.length === lists.length ? aggregateMusigKeys(keys, source.secp256k1) : undefined;
  };
  const derives = key.wildcard !== 'none' || key.path.length > 0;
  // If no participant has a wildcard, the aggregate is the same at all positions.
  const ranged = key.participants.some(isRangedKey);
  const aggregates = positions.map((_, i) => (ranged || i === 0 ? aggregateAt(i) : undefined));
  const [first] = aggregates;
  const children =
    derives && first
      ? deriveExtended(aggregateExpression(key, first), positions, source)
      : undefined;
  return positions.map((_, i) => {
    const sum = ranged ? aggregates[i] : first;
    const participants = lists.flatMap((list) => list[i] ?? []);
    if (sum === undefined || participants.length < lists.length) return undefined;
    const own = { publicKey: sum, origin: { fingerprint: fingerprint(sum), path: [] } };
    const child = derives ? children?.[i] : own;
    return child && { ...child, musig: { participants, aggregate: sum } };
  });
}

/** Returns the aggregate as an extended key (BIP328): depth, child number and fingerprint are 0. */
function aggregateExpression(
  { index, path, wildcard }: MusigExpression,
  publicKey: Bytes,
): ExtendedKeyExpression {
  const place = { depth: 0, parentFingerprint: new Uint8Array(4), childNumber: 0 };
  const root = { ...place, chainCode: musigChainCode(), publicKey };
  return { kind: 'extended', index, root, path, wildcard, apostrophe: false };
}

/** Returns the participants' keys in the order of aggregation. */
export function sortedParticipants(participants: readonly DerivedKey[]): readonly Bytes[] {
  return participants.map(({ publicKey }) => publicKey).sort(compareBytes);
}
