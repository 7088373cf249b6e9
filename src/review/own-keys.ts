import { hash160 } from '../crypto/hash.ts';
import { deriveKeys } from '../descriptor/derive-keys.ts';
import { allKeys, type Descriptor } from '../descriptor/descriptor.ts';
import { type ExtendedPublicKey, fingerprint, isHardened } from '../descriptor/extended-key.ts';
import { isRangedKey, type KeyExpression } from '../descriptor/key-expression.ts';
import type { PrivateKeySource } from '../descriptor/private-keys.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { UNSPENDABLE_KEY } from '../script/taproot.ts';
import type { KeyOrigin } from '../signing/provider.ts';

/** A public key that a PSBT names, and where the PSBT says that the key comes from. */
export type NamedKey = {
  /** 33 or 65 bytes, or 32 (x-only). */
  readonly publicKey: Bytes;
  /** As the PSBT has it: nothing proves it. */
  readonly origin: KeyOrigin;
};

/**
 * `ours`: a descriptor derives the key; `forged`: the key is named under the path of a descriptor,
 * which derives another one there; `unknown`: neither.
 */
export type KeyVerdict = 'ours' | 'forged' | 'unknown';

/** An extended key that a PSBT names, and where the PSBT says that the key comes from. */
export type NamedXpub = {
  /** Decoded. */
  readonly key: ExtendedPublicKey;
  /** As the PSBT has it: nothing proves it. */
  readonly origin: KeyOrigin;
};

/** As `KeyVerdict`; `misplaced`: an extended key of ours under a path that is not its own. */
export type XpubVerdict = KeyVerdict | 'misplaced';

/** The keys of descriptors or of a wallet. */
export type OwnKeys = {
  /** Returns whether it is a public key (32, 33 or 65 bytes) or key hash (20 bytes) of ours. */
  readonly holds: (item: Bytes) => boolean;
  /** Judges lists of named keys: the worst verdict of each list. */
  readonly judge: (lists: readonly (readonly NamedKey[])[]) => readonly KeyVerdict[];
  /** Judges extended keys, one by one. */
  readonly judgeXpubs: (xpubs: readonly NamedXpub[]) => readonly XpubVerdict[];
  /** Returns whether the private key of a named key is here. Absent: it is not known. */
  readonly canSign?: ((named: NamedKey) => boolean) | undefined;
  /** Master keys, in hex. */
  readonly fingerprints: ReadonlySet<string>;
  /** `false`: keys without the wallets that they share with other keys. Absent: they are known. */
  readonly hasWallet?: boolean | undefined;
};

/** Keys that are derived for one input or output, and for all of them. */
const MOST_IN_LIST = 32;
const MOST_IN_ALL = 2048;

/** `holds`: what is known without deriving at positions that a PSBT names. */
export function ownKeys(
  descriptors: readonly Descriptor[],
  source: PrivateKeySource,
  holds: OwnKeys['holds'],
): OwnKeys {
  const roots = rootsOf(descriptors);
  const fingerprints = new Set(roots.map(({ origin }) => encodeHex(origin.fingerprint)));
  const judge: OwnKeys['judge'] = (lists) => {
    let left = MOST_IN_ALL;
    return lists.map((list): KeyVerdict => {
      if (list.some(({ publicKey }) => holds(publicKey))) return 'ours';
      const isNamed = ({ origin }: NamedKey) => fingerprints.has(encodeHex(origin.fingerprint));
      const sorted = [...list.filter(isNamed), ...list.filter((each) => !isNamed(each))];
      const tried = sorted.slice(0, Math.min(MOST_IN_LIST, left));
      left -= tried.length;
      const verdicts = tried.map((named) => judgeKey(named, roots, source));
      if (verdicts.includes('ours')) return 'ours';
      return verdicts.includes('forged') ? 'forged' : 'unknown';
    });
  };
  const judgeXpubs: OwnKeys['judgeXpubs'] = (xpubs) =>
    xpubs.map((xpub, i) => (i < MOST_IN_LIST ? judgeXpub(xpub, roots, source) : 'unknown'));
  const isHeld = (publicKey: Bytes) => source.findPrivateKey(hash160(publicKey)) !== undefined;
  let heldRoots: readonly Root[] | undefined;
  const canSign = (named: NamedKey) => {
    heldRoots ??= roots.filter(({ key }) => isHeld(key.publicKey));
    return isHeld(named.publicKey) || judgeKey(named, heldRoots, source) === 'ours';
  };
  return { holds, judge, judgeXpubs, canSign, fingerprints };
}

/** Finds keys and their hashes in a list. A key that has no private key belongs to no one. */
export function keyTable(publicKeys: Iterable<Bytes>): OwnKeys['holds'] {
  const coordinates = new Set<string>();
  const known: Bytes[] = [];
  for (const key of publicKeys) {
    if (equalBytes(xOf(key), UNSPENDABLE_KEY)) continue;
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

const xOf = (key: Bytes) => (key.length === 32 ? key : key.subarray(1, 33));

/** An extended key of a descriptor. */
type Root = {
  readonly key: ExtendedPublicKey;
  readonly origin: KeyOrigin;
  /** Steps from it to the keys that are used. */
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

function rootsIn(expression: KeyExpression): readonly Root[] {
  switch (expression.kind) {
    case 'constant':
      return [];
    case 'musig':
      return expression.participants.flatMap(rootsIn);
    case 'origin':
      return rootsIn(expression.key).map((root) => ({ ...root, origin: expression.origin }));
    case 'extended': {
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
  source: PrivateKeySource,
): KeyVerdict {
  const known = new Map<string, boolean | undefined>();
  const derives = ({ key }: Root, steps: readonly number[]) => {
    const id = `${encodeHex(key.publicKey)}/${steps.join('/')}`;
    if (!known.has(id)) known.set(id, derivesKey(key, steps, publicKey, source));
    return known.get(id);
  };
  let isForged = false;
  for (const root of roots) {
    const below = stepsBelow(root.origin, origin);
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

function judgeXpub(
  { key, origin }: NamedXpub,
  roots: readonly Root[],
  source: PrivateKeySource,
): XpubVerdict {
  let verdict: XpubVerdict = 'unknown';
  for (const root of roots) {
    const { fingerprint: master, path } = root.origin;
    const below = equalBytes(master, origin.fingerprint)
      ? stepsBelow(root.origin, origin)
      : undefined;
    const isSame = equalBytes(root.key.publicKey, key.publicKey);
    const isRoot = isSame && equalBytes(root.key.chainCode, key.chainCode);
    const derives =
      below?.length === 0 ? isRoot : below && derivesKey(root.key, below, key.publicKey, source);
    if (derives === true) return 'ours';
    if (derives === false && !isUnset(master)) verdict = 'forged';
    const isNamed = !isUnset(origin.fingerprint) && !isUnset(master) && path.length > 0;
    if (isSame && isNamed && verdict === 'unknown') verdict = 'misplaced';
  }
  return verdict;
}

/** Longer paths are not derived: they are in no wallet. */
const MOST_STEPS = 8;

/** `undefined`: only the private key could say. */
function derivesKey(
  root: ExtendedPublicKey,
  path: readonly number[],
  publicKey: Bytes,
  source: PrivateKeySource,
): boolean | undefined {
  if (path.length > MOST_STEPS) return undefined;
  const fixed = { kind: 'extended', index: 0, root, path, wildcard: 'none' } as const;
  const [derived] = deriveKeys({ ...fixed, apostrophe: false }, [0], source);
  return derived && equalBytes(xOf(derived.publicKey), xOf(publicKey));
}

/** The steps behind the path of a descriptor's key; `undefined`: the path leads elsewhere. */
function stepsBelow({ path }: KeyOrigin, named: KeyOrigin): readonly number[] | undefined {
  const isBelow = path.every((step, i) => step === named.path[i]);
  return isBelow ? named.path.slice(path.length) : undefined;
}

function unhardenedSteps(path: readonly number[]): number {
  const last = path.map(isHardened).lastIndexOf(true);
  return path.length - 1 - last;
}

const lastSteps = (path: readonly number[], count: number) =>
  path.slice(Math.max(0, path.length - count));
