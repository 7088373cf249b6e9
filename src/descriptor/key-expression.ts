import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { UNSPENDABLE_KEY } from '../script/taproot.ts';
import type { KeyOrigin } from '../signing/provider.ts';
import { type ExtendedPublicKey, isHardened } from './extended-key.ts';

/** The end of an extended key's path: nothing, `/*`, or `/*h`. */
export type Wildcard = 'none' | 'unhardened' | 'hardened';

/**
 * A key in a descriptor (BIP380, 389, 390). `index` counts the key expressions of a descriptor;
 * caches go by it.
 */
export type KeyExpression =
  | {
      readonly kind: 'constant';
      /** Index among the key expressions of the descriptor, from 0. */
      readonly index: number;
      /** 33 or 65 bytes; of an x-only key the even one. */
      readonly publicKey: Bytes;
      /** Written and looked up as 32 bytes. */
      readonly xOnly: boolean;
    }
  | ExtendedKeyExpression
  | {
      readonly kind: 'origin';
      /** Index of `key`. */
      readonly index: number;
      /** Origin of the key, written in brackets. */
      readonly origin: KeyOrigin;
      /** Hardened steps are written with an apostrophe, not with h. */
      readonly apostrophe: boolean;
      /** The key after the brackets. */
      readonly key: KeyExpression;
    }
  | MusigExpression;

/** An extended key with the steps that lead from it to the keys that are used. */
export type ExtendedKeyExpression = {
  readonly kind: 'extended';
  /** Index among the key expressions of the descriptor, from 0. */
  readonly index: number;
  /** The key as written, or what belongs to the private key that was written. */
  readonly root: ExtendedPublicKey;
  /** The steps behind it: unsigned, 32 bits, the highest bit says hardened. */
  readonly path: readonly number[];
  /** The wildcard after the path, if a position follows. */
  readonly wildcard: Wildcard;
  /** Hardened steps are written with an apostrophe, not with h. */
  readonly apostrophe: boolean;
};

/** Keys that sign together as one (BIP390). */
export type MusigExpression = {
  readonly kind: 'musig';
  /** Index among the key expressions of the descriptor, from 0. */
  readonly index: number;
  /** Participants in written order; they are sorted before aggregation. */
  readonly participants: readonly KeyExpression[];
  /** Path from the aggregate key; empty if a participant has a wildcard. */
  readonly path: readonly number[];
  /** The wildcard after the path; it cannot be hardened. */
  readonly wildcard: 'none' | 'unhardened';
};

/** Returns true if the expression has a key for each position. */
export function isRangedKey(key: KeyExpression): boolean {
  switch (key.kind) {
    case 'constant':
      return false;
    case 'extended':
      return key.wildcard !== 'none';
    case 'origin':
      return isRangedKey(key.key);
    case 'musig':
      return key.wildcard !== 'none' || key.participants.some(isRangedKey);
  }
}

/** Bytes of the public key. */
export function keySize(key: KeyExpression): number {
  switch (key.kind) {
    case 'constant':
      return key.publicKey.length;
    case 'extended':
      return 33;
    case 'origin':
      return keySize(key.key);
    case 'musig':
      return 32;
  }
}

/** The keys of an expression without their origins: one, or those of all participants. */
function bareKeys(
  key: KeyExpression,
): readonly Exclude<KeyExpression, { kind: 'origin' | 'musig' }>[] {
  if (key.kind === 'origin') return bareKeys(key.key);
  return key.kind === 'musig' ? key.participants.flatMap(bareKeys) : [key];
}

/** Keys can be derived from it. */
export function isExtended(key: KeyExpression): boolean {
  return bareKeys(key).every(({ kind }) => kind === 'extended');
}

/** Returns true if a step is hardened: it needs the private key or a cache. */
export function hasHardenedStep({ path, wildcard }: ExtendedKeyExpression): boolean {
  return wildcard === 'hardened' || path.some(isHardened);
}

/** The public keys follow without private keys or caches. Core: CanSelfExpand. */
export function isSelfExpanding(key: KeyExpression): boolean {
  return bareKeys(key).every((each) => each.kind === 'constant' || !hasHardenedStep(each));
}

/**
 * Returns true if the key is known to have no private key: BIP341's point, a key derived from it,
 * or a MuSig2 key with such a participant.
 */
export function isUnspendable(key: KeyExpression): boolean {
  return bareKeys(key).some((each) => {
    const { publicKey } = each.kind === 'extended' ? each.root : each;
    return equalBytes(publicKey.subarray(1, 33), UNSPENDABLE_KEY);
  });
}
