import { hash160 } from '../crypto/hash.ts';
import { derivePublicPath } from '../descriptor/derive.ts';
import { hardenedParent } from '../descriptor/derive-keys.ts';
import { allKeys, type Descriptor } from '../descriptor/descriptor.ts';
import { type ExtendedPublicKey, fingerprint, isHardened } from '../descriptor/extended-key.ts';
import { isRangedKey, isUnspendable, type KeyExpression } from '../descriptor/key-expression.ts';
import { formatKeyPath, stepsBehind } from '../descriptor/key-path.ts';
import type { PrivateKeySource } from '../descriptor/private-keys.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { lastOf } from '../encoding/list.ts';
import type { GlobalXpub, PsbtInput } from '../psbt/psbt.ts';
import type { KeyOrigin } from '../signing/provider.ts';

/** A public key that a PSBT names, and its origin according to the PSBT. */
export type NamedKey = {
  /** 33 or 65 bytes, or 32 (x-only). */
  readonly publicKey: Bytes;
  /** Unproven: the PSBT states it. */
  readonly origin: KeyOrigin;
};

/** Returns the paths of keys, each with its master key's fingerprint. */
export const pathsOf = (origins: Iterable<KeyOrigin>): readonly string[] =>
  [...origins].map(({ fingerprint: id, path }) => `${encodeHex(id)}${formatKeyPath(path)}`);

/** Lists the keys that an input or output names. */
export const namedIn = ({
  keyPaths,
  tapKeyPaths,
}: Pick<PsbtInput, 'keyPaths' | 'tapKeyPaths'>): readonly NamedKey[] => [
  ...keyPaths,
  ...tapKeyPaths.map(({ xOnly, origin }) => ({ publicKey: xOnly, origin })),
];

/**
 * `ours`: a descriptor derives the key. `forged`: the key is named under the path of a descriptor,
 * which derives a different key there. `unknown`: neither.
 */
export type KeyVerdict = 'ours' | 'forged' | 'unknown';

/** An extended key that a PSBT names, and its origin according to the PSBT. */
export type NamedXpub = {
  /** Decoded key. */
  readonly key: ExtendedPublicKey;
  /** Unproven: the PSBT states it. */
  readonly origin: KeyOrigin;
};

/** Parses an extended public key (BIP32, "Serialization format"). */
export function readXpub({ xpub, origin }: GlobalXpub): NamedXpub {
  const view = new DataView(xpub.buffer, xpub.byteOffset);
  const key: ExtendedPublicKey = {
    depth: view.getUint8(4),
    parentFingerprint: xpub.subarray(5, 9),
    childNumber: view.getUint32(9),
    chainCode: xpub.subarray(13, 45),
    publicKey: xpub.subarray(45, 78),
  };
  return { key, origin };
}

/** A `KeyVerdict`, or `misplaced`: an extended key of the user under a wrong path. */
export type XpubVerdict = KeyVerdict | 'misplaced';

/** The keys of descriptors or of a wallet. */
export type OwnKeys = {
  /** Returns whether it is a public key (32, 33 or 65 bytes) or key hash (20 bytes) of the user. */
  readonly holds: (item: Bytes) => boolean;
  /** Judges lists of named keys: `ours` if any key is, otherwise `forged` if any key is. */
  readonly judge: (lists: readonly (readonly NamedKey[])[]) => readonly KeyVerdict[];
  /** Judges extended keys, one by one. */
  readonly judgeXpubs: (xpubs: readonly NamedXpub[]) => readonly XpubVerdict[];
  /** Returns whether the private key of a named key is available. Absent if that is unknown. */
  readonly canSign?: ((named: NamedKey) => boolean) | undefined;
  /**
   * Returns whether a key of the user is named with a path that it does not have. Absent if that is
   * unknown.
   */
  readonly isMisnamed?: ((named: NamedKey) => boolean) | undefined;
  /**
   * Returns ids of the account of a user's public key, as `accountIds` does. Absent if they are
   * unknown.
   */
  readonly accountIdsOf?: ((publicKey: Bytes) => readonly string[]) | undefined;
  /** Master keys, in hex. */
  readonly fingerprints: ReadonlySet<string>;
  /** Master keys of each wallet, and each one whose private key is open by itself, in hex. */
  readonly wallets: readonly ReadonlySet<string>[];
  /**
   * `false` if keys are open without the wallets that they share with other keys. Absent otherwise.
   */
  readonly hasWallet?: boolean | undefined;
};

/** Number of names that are checked in one input or output. */
export const MOST_IN_LIST = 32;

/** Limit on keys that are derived for one PSBT. Without it, a PSBT could take hours. */
export const MOST_DERIVED = 8192;

/**
 * Judges keys by descriptors. `holds` finds keys without deriving at positions that a PSBT names.
 */
export function ownKeys(
  descriptors: readonly Descriptor[],
  source: PrivateKeySource,
  holds: OwnKeys['holds'],
): OwnKeys {
  const roots = rootsOf(descriptors);
  const fingerprints = mastersIn(descriptors);
  const judge: OwnKeys['judge'] = (lists) => {
    const derives = budgeted(source, MOST_DERIVED);
    return lists.map((list): KeyVerdict => {
      if (list.some(({ publicKey }) => holds(publicKey))) return 'ours';
      const isNamed = ({ origin }: NamedKey) => fingerprints.has(encodeHex(origin.fingerprint));
      const sorted = [...list.filter(isNamed), ...list.filter((each) => !isNamed(each))];
      const tried = sorted.slice(0, MOST_IN_LIST);
      const verdicts = tried.map((named) => judgeKey(named, roots, derives));
      if (verdicts.includes('ours')) return 'ours';
      return verdicts.includes('forged') ? 'forged' : 'unknown';
    });
  };
  const judgeXpubs: OwnKeys['judgeXpubs'] = (xpubs) => {
    const derives = budgeted(source, MOST_DERIVED);
    return xpubs.map((xpub, i) => (i < MOST_IN_LIST ? judgeXpub(xpub, roots, derives) : 'unknown'));
  };
  const held = roots.filter(
    ({ key }) => source.findPrivateKey(hash160(key.publicKey)) !== undefined,
  );
  const wallets = [
    ...descriptors.map((each) => mastersIn([each])),
    ...held.map(({ origin }) => new Set([encodeHex(origin.fingerprint)])),
  ];
  return { holds, judge, judgeXpubs, canSign: signerOf(roots, source), fingerprints, wallets };
}

/**
 * Returns whether a root derives a key. `undefined` if that needs the private key or too much work.
 */
type Derives = (
  root: ExtendedPublicKey,
  path: readonly number[],
  publicKey: Bytes,
) => boolean | undefined;

/** Parents are derived once, because the keys of a PSBT have few parents. */
function budgeted(source: PrivateKeySource, most: number): Derives {
  let left = most;
  const parents = new Map<string, ExtendedPublicKey | undefined>();
  const parentAt = (root: ExtendedPublicKey, path: readonly number[]) => {
    const id = [...[root.publicKey, root.chainCode].map(encodeHex), ...path].join('/');
    if (!parents.has(id)) parents.set(id, childAt(root, path, source));
    return parents.get(id);
  };
  return (root, path, publicKey) => {
    if (left-- <= 0 || path.length > MOST_STEPS) return undefined;
    const last = lastOf(path);
    if (last === undefined || isHardened(last)) return derivesKey(root, path, publicKey, source);
    const parent = parentAt(root, path.slice(0, -1));
    return parent && derivesKey(parent, [last], publicKey, source);
  };
}

/**
 * Creates a check for available private keys. Each key is derived once, from the root that it
 * names.
 */
function signerOf(roots: readonly Root[], source: PrivateKeySource): (named: NamedKey) => boolean {
  const isHeld = (publicKey: Bytes) => source.findPrivateKey(hash160(publicKey)) !== undefined;
  const known = new Map<string, boolean>();
  let held: readonly Root[] | undefined;
  // The budget covers all inputs, because a wallet asks about one PSBT.
  const derives = budgeted(source, MOST_DERIVED * 8);
  const canSign = (named: NamedKey): boolean => {
    if (isHeld(named.publicKey)) return true;
    held ??= roots.filter(({ key }) => isHeld(key.publicKey));
    if (held.length === 0) return false;
    const root = roots.find((each) => {
      const below = stepsBehind(each.origin.path, named.origin.path);
      const isSame = equalBytes(each.origin.fingerprint, named.origin.fingerprint);
      return isSame && below !== undefined && derives(each.key, below, named.publicKey) === true;
    });
    return root ? held.includes(root) : judgeKey(named, held, derives) === 'ours';
  };
  return (named) => {
    const id = [encodeHex(named.publicKey), encodeHex(named.origin.fingerprint), named.origin.path];
    const key = id.join('/');
    const answer = known.get(key) ?? canSign(named);
    known.set(key, answer);
    return answer;
  };
}

/** Creates a lookup for keys and their hashes. */
export function keyTable(publicKeys: Iterable<Bytes>): OwnKeys['holds'] {
  const coordinates = new Set<string>();
  const known: Bytes[] = [];
  for (const key of publicKeys) {
    coordinates.add(encodeHex(xOf(key)));
    known.push(key);
  }
  let hashes: ReadonlySet<string> | undefined;
  return (item) => {
    if (item.length !== 20) return isKeySize(item) && coordinates.has(encodeHex(xOf(item)));
    hashes ??= new Set(known.map((key) => encodeHex(hash160(key))));
    return hashes.has(encodeHex(item));
  };
}

const isKeySize = ({ length }: Bytes) => length === 32 || length === 33 || length === 65;

/** The x coordinate of a public key of 32, 33 or 65 bytes. */
export const xOf = (key: Bytes): Bytes => (key.length === 32 ? key : key.subarray(1, 33));

/** An extended key of a descriptor. */
type Root = {
  readonly key: ExtendedPublicKey;
  readonly origin: KeyOrigin;
  /** Number of steps from the root to the keys in use. */
  readonly steps: number;
};

function rootsOf(descriptors: readonly Descriptor[]): readonly Root[] {
  const all = new Map<string, Root>();
  for (const key of descriptors.flatMap(allKeys)) {
    for (const root of rootsIn(key)) {
      const { fingerprint: master, path } = root.origin;
      const id = [encodeHex(root.key.publicKey), encodeHex(master), path, root.steps].join();
      all.set(id, root);
    }
  }
  return [...all.values()];
}

const mastersIn = (descriptors: readonly Descriptor[]): ReadonlySet<string> =>
  new Set(rootsOf(descriptors).map(({ origin }) => encodeHex(origin.fingerprint)));

function rootsIn(expression: KeyExpression): readonly Root[] {
  switch (expression.kind) {
    case 'constant':
      return [];
    case 'musig':
      return expression.participants.flatMap(rootsIn);
    case 'origin':
      return rootsIn(expression.key).map((root) => ({ ...root, origin: expression.origin }));
    case 'extended': {
      if (isUnspendable(expression)) return [];
      const { root: key, path } = expression;
      const origin = { fingerprint: fingerprint(key.publicKey), path: [] };
      return [{ key, origin, steps: path.length + (isRangedKey(expression) ? 1 : 0) }];
    }
  }
}

const isUnset = (bytes: Bytes) => bytes.every((byte) => byte === 0);

function judgeKey(
  { publicKey, origin }: NamedKey,
  roots: readonly Root[],
  derivesFrom: Derives,
): KeyVerdict {
  const known = new Map<string, boolean | undefined>();
  const derives = ({ key }: Root, steps: readonly number[]) => {
    const id = `${encodeHex(key.publicKey)}/${steps.join('/')}`;
    if (!known.has(id)) known.set(id, derivesFrom(key, steps, publicKey));
    return known.get(id);
  };
  let isForged = false;
  for (const root of roots) {
    const below = stepsBehind(root.origin.path, origin.path);
    const isHere = below && derives(root, below);
    if (isHere === true) return 'ours';
    const { fingerprint: master } = root.origin;
    const isSame = equalBytes(master, origin.fingerprint) && !isUnset(master);
    if (isHere === false && isSame) isForged = true;
    const tails = [root.steps, unhardenedSteps(origin.path)];
    if (tails.some((count) => derives(root, lastSteps(origin.path, count)) === true)) return 'ours';
  }
  return isForged ? 'forged' : 'unknown';
}

/** A key of one descriptor is not foreign because it is under a path of another one. */
const VERDICTS = ['ours', 'misplaced', 'forged'] as const;

function judgeXpub(
  { key, origin }: NamedXpub,
  roots: readonly Root[],
  derives: Derives,
): XpubVerdict {
  const verdicts = roots.map((root): XpubVerdict => {
    const { fingerprint: master, path } = root.origin;
    const below = equalBytes(master, origin.fingerprint)
      ? stepsBehind(path, origin.path)
      : undefined;
    const isSame = equalBytes(root.key.publicKey, key.publicKey);
    const isRoot = isSame && equalBytes(root.key.chainCode, key.chainCode);
    const isDerived =
      below?.length === 0 ? isRoot : below && derives(root.key, below, key.publicKey);
    // Without a path of its own, the key fits any path.
    if (isDerived === true || (isRoot && path.length === 0)) return 'ours';
    const isNamed = !isUnset(origin.fingerprint) && !isUnset(master) && path.length > 0;
    if (isRoot && isNamed) return 'misplaced';
    return isDerived === false && !isUnset(master) ? 'forged' : 'unknown';
  });
  return VERDICTS.find((each) => verdicts.includes(each)) ?? 'unknown';
}

/** Limit on the length of a path; no wallet uses longer paths. */
const MOST_STEPS = 8;

/** Returns whether a root derives a key. `undefined` if only the private key could tell. */
export function derivesKey(
  root: ExtendedPublicKey,
  path: readonly number[],
  publicKey: Bytes,
  source: PrivateKeySource,
): boolean | undefined {
  const derived = path.length > MOST_STEPS ? undefined : childAt(root, path, source);
  return derived && equalBytes(xOf(derived.publicKey), xOf(publicKey));
}

/** Derives along a path; hardened steps need the private key of the root. */
export function childAt(
  root: ExtendedPublicKey,
  path: readonly number[],
  source: PrivateKeySource,
): ExtendedPublicKey | undefined {
  if (!path.some(isHardened)) return derivePublicPath(root, path, source.secp256k1);
  const fixed = { kind: 'extended', index: 0, root, path, wildcard: 'none' } as const;
  return hardenedParent({ ...fixed, apostrophe: false }, source);
}

function unhardenedSteps(path: readonly number[]): number {
  const last = path.map(isHardened).lastIndexOf(true);
  return path.length - 1 - last;
}

const lastSteps = (path: readonly number[], count: number) =>
  path.slice(Math.max(0, path.length - count));
