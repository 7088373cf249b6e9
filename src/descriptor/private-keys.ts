import { hash160 } from '../crypto/hash.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { publicKeysOfXOnly } from '../signing/keys.ts';
import { derivePrivate } from './derive.ts';
import { type ExtendedPrivateKey, HARDENED, isHardened } from './extended-key.ts';
import type { ExtendedKeyExpression, KeyExpression } from './key-expression.ts';

/**
 * A lookup of private keys by the hash160 of the public key. Extended keys are found by their root.
 */
export type PrivateKeySource = {
  /** The curve that keys are derived with. */
  readonly secp256k1: Secp256k1;
  /**
   * Returns a private key, or `undefined` if unknown. For an extended key it gets the root's hash.
   */
  readonly findPrivateKey: (hash160: Bytes) => PrivateKey | undefined;
  /** Receives the keys that are derived, so that the caller can overwrite them. */
  readonly derived?: PrivateKey[] | undefined;
};

/**
 * Looks up private keys by the hash160 of their public key, in a map by its hex. The map has the
 * private keys of a descriptor's text.
 */
export function privateKeyLookup(
  privateKeys: ReadonlyMap<string, PrivateKey>,
): PrivateKeySource['findPrivateKey'] {
  return (hash) => privateKeys.get(encodeHex(hash));
}

/** Returns the extended private key of an expression's root. */
export function rootPrivateKey(
  { root }: ExtendedKeyExpression,
  { findPrivateKey }: PrivateKeySource,
): ExtendedPrivateKey | undefined {
  const privateKey = findPrivateKey(hash160(root.publicKey));
  const { depth, parentFingerprint, childNumber, chainCode } = root;
  return privateKey && { depth, parentFingerprint, childNumber, chainCode, privateKey };
}

type PrivateDerivation = {
  /** The key at the end of the path, before the wildcard. */
  readonly parent: ExtendedPrivateKey;
  /** The key after the last hardened step of the path, if there is one. */
  readonly lastHardened: ExtendedPrivateKey | undefined;
};

/** Derives along the path of an expression. Overwrites the other keys on the way. */
export function derivePrivateParent(
  key: ExtendedKeyExpression,
  source: PrivateKeySource,
): PrivateDerivation | undefined {
  let parent = rootPrivateKey(key, source);
  let lastHardened: ExtendedPrivateKey | undefined;
  const derived: ExtendedPrivateKey[] = [];
  for (const step of key.path) {
    parent = parent && derivePrivate(parent, step, source.secp256k1);
    if (parent !== undefined) derived.push(parent);
    if (isHardened(step)) lastHardened = parent;
  }
  for (const each of derived) if (each !== parent && each !== lastHardened) each.privateKey.wipe();
  return parent && { parent, lastHardened };
}

/**
 * Overwrites derived keys, except `kept`. Without a path there is only the expression's own key.
 */
export function wipeDerivation(
  { path }: ExtendedKeyExpression,
  { parent, lastHardened }: PrivateDerivation,
  kept?: PrivateKey,
): void {
  const derived = path.length > 0 ? [parent, lastHardened] : [];
  for (const each of derived) if (each?.privateKey !== kept) each?.privateKey.wipe();
}

/** Returns the child number for a wildcard at a position. */
export function childAt({ wildcard }: ExtendedKeyExpression, position: number): number {
  return wildcard === 'hardened' ? position + HARDENED : position;
}

const listOf = (key: PrivateKey | undefined): readonly PrivateKey[] => (key ? [key] : []);

/**
 * Returns the private keys of an expression at each of these positions, if known. Core:
 * PubkeyProvider::GetPrivKey.
 */
export function privateKeysAt(
  key: KeyExpression,
  positions: readonly number[],
  source: PrivateKeySource,
): readonly (readonly PrivateKey[])[] {
  switch (key.kind) {
    case 'constant': {
      const found = constantPrivateKey(key.publicKey, key.xOnly, source);
      return positions.map(() => listOf(found));
    }
    case 'extended': {
      const derivation = derivePrivateParent(key, source);
      if (derivation === undefined) return positions.map(() => []);
      const { parent } = derivation;
      const isLeaf = key.wildcard === 'none';
      const lists = positions.map((position) =>
        listOf(
          (isLeaf ? parent : derivePrivate(parent, childAt(key, position), source.secp256k1))
            ?.privateKey,
        ),
      );
      wipeDerivation(key, derivation, isLeaf ? parent.privateKey : undefined);
      if (isDerived(key)) source.derived?.push(...lists.flat());
      return lists;
    }
    case 'origin':
      return privateKeysAt(key.key, positions, source);
    case 'musig': {
      const lists = key.participants.map((each) => privateKeysAt(each, positions, source));
      return positions.map((_, i) => lists.flatMap((list) => list[i] ?? []));
    }
  }
}

/** Looks up a private key. An x-only key is looked up by both public keys, the even one first. */
export function constantPrivateKey(
  publicKey: Bytes,
  xOnly: boolean,
  { findPrivateKey }: PrivateKeySource,
): PrivateKey | undefined {
  if (!xOnly) return findPrivateKey(hash160(publicKey));
  const [even, odd] = publicKeysOfXOnly(publicKey.subarray(1));
  return findPrivateKey(hash160(even)) ?? findPrivateKey(hash160(odd));
}

/** Returns true if all private keys of the expression are known. Core: HavePrivateKeys. */
export function hasPrivateKeys(key: KeyExpression, source: PrivateKeySource): boolean {
  if (key.kind === 'musig') return key.participants.every((each) => hasPrivateKeys(each, source));
  const found = privateKeysAt(key, [0], source).flat();
  if (isDerived(key)) for (const each of found) each.wipe();
  return found.length > 0;
}

/**
 * Returns true if the private keys of an expression are derived, so that the caller must wipe them.
 */
function isDerived(key: KeyExpression): boolean {
  if (key.kind === 'origin') return isDerived(key.key);
  return key.kind === 'extended' && (key.path.length > 0 || key.wildcard !== 'none');
}
