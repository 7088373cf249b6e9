import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { UNSPENDABLE_KEY } from '../script/taproot.ts';
import type { KeyOrigin } from '../signing/provider.ts';
import { type ExtendedPublicKey, isHardened } from './extended-key.ts';

/** The end of an extended key's path: nothing, `/*`, or `/*h`. */
export type Wildcard = 'none' | 'unhardened' | 'hardened';

/** A key in a descriptor (BIP380, 389, 390). Caches are indexed by `index`. */
export type KeyExpression =
  | {
      readonly kind: 'constant';
      /** Index among the key expressions of the descriptor, from 0. */
      readonly index: number;
      /** 33 or 65 bytes; the even key if only the x-only key is given. */
      readonly publicKey: Bytes;
      /** True if it is written and looked up as 32 bytes. */
      readonly xOnly: boolean;
    }
  | ExtendedKeyExpression
  | {
      readonly kind: 'origin';
      /** Index of `key`. */
      readonly index: number;
      /** Origin of the key, written in brackets. */
      readonly origin: KeyOrigin;
      /** True if hardened steps are written with an apostrophe instead of h. */
      readonly apostrophe: boolean;
      /** The key after the brackets. */
      readonly key: KeyExpression;
    }
  | MusigExpression;

/** An extended key and the steps to the derived keys. */
export type ExtendedKeyExpression = {
  readonly kind: 'extended';
  /** Index among the key expressions of the descriptor, from 0. */
  readonly index: number;
  /** The written key, or the public key of the written private key. */
  readonly root: ExtendedPublicKey;
  /** The steps after it: unsigned, 32 bits; the highest bit means hardened. */
  readonly path: readonly number[];
  /** The wildcard after the path, if any. */
  readonly wildcard: Wildcard;
  /** True if hardened steps are written with an apostrophe instead of h. */
  readonly apostrophe: boolean;
};

/** Keys that sign together as one key (BIP390). */
export type MusigExpression = {
  readonly kind: 'musig';
  /** Index among the key expressions of the descriptor, from 0. */
  readonly index: number;
  /** Participants in written order; they are sorted before aggregation. */
  readonly participants: readonly KeyExpression[];
  /** Path from the aggregate key; empty if a participant has a wildcard. */
  readonly path: readonly number[];
  /** The wildcard after the path, which cannot be hardened. */
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

/** Returns the size of the public key in bytes. */
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

/** Returns the keys of an expression without origins; for a musig, those of all participants. */
function bareKeys(
  key: KeyExpression,
): readonly Exclude<KeyExpression, { kind: 'origin' | 'musig' }>[] {
  if (key.kind === 'origin') return bareKeys(key.key);
  return key.kind === 'musig' ? key.participants.flatMap(bareKeys) : [key];
}

/** Returns true if keys can be derived from the expression. */
export function isExtended(key: KeyExpression): boolean {
  return bareKeys(key).every(({ kind }) => kind === 'extended');
}

/** Returns true if a step is hardened, which requires the private key or a cache. */
export function hasHardenedStep({ path, wildcard }: ExtendedKeyExpression): boolean {
  return wildcard === 'hardened' || path.some(isHardened);
}

/** Returns true if public keys need no private keys or caches. Core: CanSelfExpand. */
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
