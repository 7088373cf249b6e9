import { derivingAgain } from '../../crypto/derive-again.ts';
import { ComputationFault } from '../../crypto/own-signatures.ts';
import type { PrivateKey } from '../../crypto/private-key.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import {
  createCacheDraft,
  type DescriptorCache,
  emptyCache,
  mergeCaches,
} from '../../descriptor/cache.ts';
import {
  canSelfExpand,
  type Descriptor,
  isRange,
  isSingleType,
  type OutputType,
} from '../../descriptor/descriptor.ts';
import {
  expand,
  expandMany,
  expandPrivateMany,
  expandScripts,
  type ScriptExpansion,
} from '../../descriptor/expand.ts';
import type { FlatSigningProvider } from '../../descriptor/flat-signing-provider.ts';
import { type Bytes, equalBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { findKeyIn, hasKeysFor, type Keyring } from './keyring.ts';
import { expandReceipt, receiptScript, type SilentOwner } from './silent-receipts.ts';

/**
 * A descriptor in a wallet, with its range and the scripts of its positions. Core: WalletDescriptor
 * and DescriptorScriptPubKeyMan.
 */
export type WalletDescriptor = {
  /** Hex of the descriptor's id. */
  readonly id: string;
  readonly descriptor: Descriptor;
  /** Seconds since 1970: no payment is earlier. */
  readonly creationTime: bigint;
  /** The first position; never changes. */
  readonly rangeStart: number;
  /** The position after the last one. */
  readonly rangeEnd: number;
  /** The position of the next address. */
  readonly nextIndex: number;
  readonly cache: DescriptorCache;
  /**
   * Positions by script and by public key, in hex. All values of one descriptor share the tables,
   * which only grow. Entries at `rangeEnd` and beyond do not count.
   */
  readonly scripts: Map<string, number>;
  readonly publicKeys: Map<string, number>;
  /** The position after the last one in `scripts`. */
  readonly filledTo: number;
  /** Only for sp(): its positions are the silent payments that were found. */
  readonly silent?: SilentOwner;
};

/**
 * Core fills positions from 0 even if the range begins later, and counts payments to them. Above
 * this many, filling them would take too long.
 */
const MOST_EARLY_POSITIONS = 100_000;

export type DescriptorEnvironment = {
  readonly secp256k1: Secp256k1;
  readonly keyring: Keyring;
  /** Number of addresses kept in advance (`-keypool`). */
  readonly keypoolSize: number;
};

/** Creates a descriptor whose positions are not filled. */
export function newWalletDescriptor(
  fields: Pick<
    WalletDescriptor,
    'id' | 'descriptor' | 'creationTime' | 'rangeStart' | 'rangeEnd' | 'nextIndex'
  >,
): WalletDescriptor {
  const filledTo = fields.rangeStart <= MOST_EARLY_POSITIONS ? 0 : fields.rangeStart;
  return { ...fields, cache: emptyCache, scripts: new Map(), publicKeys: new Map(), filledTo };
}

/**
 * Returns how many positions count as filled when the wallet is loaded. Core loads only the
 * positions of the range and counts them, so that many are filled again when the range next grows.
 */
export function filledWhenLoaded({
  rangeStart,
  rangeEnd,
}: Pick<WalletDescriptor, 'rangeStart' | 'rangeEnd'>): number {
  return rangeStart <= MOST_EARLY_POSITIONS ? rangeEnd - rangeStart : rangeEnd;
}

/** Returns the position of a script, or `undefined` if it is not the descriptor's. */
export function findScript(owner: WalletDescriptor, script: string): number | undefined {
  const index = owner.scripts.get(script);
  return index !== undefined && index < owner.rangeEnd ? index : undefined;
}

/** Returns the position of a public key (hex), or `undefined` if the descriptor does not use it. */
export function findPublicKey(owner: WalletDescriptor, publicKey: string): number | undefined {
  const index = owner.publicKeys.get(publicKey);
  return index !== undefined && index < owner.rangeEnd ? index : undefined;
}

/** Yields all scripts of the descriptor in the order of their positions, as hex. */
export function* scriptsOf(owner: WalletDescriptor): Iterable<string> {
  for (const [script, index] of owner.scripts) if (index < owner.rangeEnd) yield script;
}

/**
 * Fills all positions up to `keypoolSize` after the next address. Returns `undefined` if a hardened
 * step needs a private key that is not available. Core: DescriptorScriptPubKeyMan::TopUp.
 */
export function topUp(
  owner: WalletDescriptor,
  environment: DescriptorEnvironment,
  size = environment.keypoolSize,
): WalletDescriptor | undefined {
  if (owner.silent !== undefined) return owner;
  const ranged = isRange(owner.descriptor);
  const filled: WalletDescriptor = ranged
    ? { ...owner, rangeEnd: Math.max(owner.nextIndex + size, owner.rangeEnd) }
    : { ...owner, rangeStart: 0, rangeEnd: 1 };
  return fillPositions(filled, environment);
}

/** Fills unknown positions of the range, if private keys or caches permit. */
export function fillPositions(
  owner: WalletDescriptor,
  { secp256k1, keyring }: DescriptorEnvironment,
): WalletDescriptor | undefined {
  const { filledTo, rangeEnd } = owner;
  if (filledTo >= rangeEnd) return owner;
  const missing = Array.from({ length: rangeEnd - filledTo }, (_, i) => filledTo + i);
  const findPrivateKey = findKeyIn(keyring, owner.id);
  const writeCache = createCacheDraft();
  const source = { secp256k1, findPrivateKey };
  const fromCache = expandScripts(owner.descriptor, missing, { ...source, readCache: owner.cache });
  const expansions = fromCache.every((expansion) => expansion !== undefined)
    ? fromCache
    : expandScripts(owner.descriptor, missing, { ...source, writeCache });
  const merged = mergeCaches(owner.cache, writeCache);
  if (merged === undefined || expansions.some((expansion) => expansion === undefined)) {
    return undefined;
  }
  for (const [i, expansion] of expansions.entries()) {
    if (expansion !== undefined) note(owner, missing[i] ?? 0, expansion);
  }
  return { ...owner, cache: merged.merged, filledTo: rangeEnd };
}

function note(
  owner: WalletDescriptor,
  index: number,
  { scripts, publicKeys }: Pick<ScriptExpansion, 'scripts' | 'publicKeys'>,
): void {
  for (const script of scripts) owner.scripts.set(encodeHex(script), index);
  for (const publicKey of publicKeys) {
    const key = encodeHex(publicKey);
    const before = owner.publicKeys.get(key);
    // A key used at every position counts from the start of the range, since files hold no earlier
    // position.
    const isEarly = before !== undefined && before < owner.rangeStart;
    if (before === undefined || (isEarly && index >= owner.rangeStart)) {
      owner.publicKeys.set(key, index);
    }
  }
}

/**
 * Notes the keys of a loaded descriptor where its range starts, as Core does when it loads. Early
 * files lack the keys of every position if the range starts above 0.
 */
export function noteFirstKeys(owner: WalletDescriptor, secp256k1: Secp256k1): void {
  const { descriptor, rangeStart, rangeEnd, cache } = owner;
  if (rangeStart === 0 || rangeStart >= rangeEnd) return;
  const source = { secp256k1, findPrivateKey: () => undefined, readCache: cache };
  const [first] = expandScripts(descriptor, [rangeStart], source);
  if (first !== undefined) note(owner, rangeStart, { ...first, scripts: [] });
}

/**
 * Returns what signing needs at one position. With `derived`, private keys too if the wallet is
 * unlocked. Derived keys are added to this list, for the caller to overwrite.
 */
export function flatProviderAt(
  owner: WalletDescriptor,
  index: number,
  environment: Pick<DescriptorEnvironment, 'secp256k1' | 'keyring'>,
  derived?: PrivateKey[] | undefined,
): FlatSigningProvider | undefined {
  return flatProvidersAt(owner, [index], environment, derived)[0];
}

/** Returns what signing needs at several positions, deriving their keys together. */
export function flatProvidersAt(
  owner: WalletDescriptor,
  indexes: readonly number[],
  { secp256k1, keyring }: Pick<DescriptorEnvironment, 'secp256k1' | 'keyring'>,
  derived: PrivateKey[] | undefined,
): (FlatSigningProvider | undefined)[] {
  const { silent } = owner;
  if (silent !== undefined) {
    const receiver = { id: owner.id, silent };
    const source = { secp256k1, keyring };
    return indexes.map((index) => expandReceipt(receiver, index, source, derived)?.flatProvider);
  }
  const findPrivateKey = findKeyIn(keyring, owner.id);
  const source = { secp256k1, findPrivateKey };
  const expansions = expandMany(owner.descriptor, indexes, { ...source, readCache: owner.cache });
  const known = indexes.filter((_, i) => expansions[i]);
  const providers = expansions.map((expansion) => expansion?.flatProvider);
  const found = providers.flatMap((provider) => provider ?? []);
  if (derived) expandPrivateMany(owner.descriptor, known, { ...source, derived }, found);
  return providers;
}

/** Returns the first script of each position, as hex, for positions that are filled. */
export function scriptsAt(
  owner: WalletDescriptor,
  positions: readonly number[],
  secp256k1: Secp256k1,
): readonly string[] {
  const { silent } = owner;
  if (silent !== undefined) {
    const tweaks = positions.flatMap((position) => silent.receipts[position]?.tweak ?? []);
    return tweaks.map((tweak) => encodeHex(receiptScript(silent, tweak, secp256k1)));
  }
  const source = { secp256k1, findPrivateKey: () => undefined, readCache: owner.cache };
  return expandMany(owner.descriptor, positions, source).flatMap((expansion) => {
    const script = expansion?.scripts[0];
    return script === undefined ? [] : [encodeHex(script)];
  });
}

/**
 * Returns true if new addresses are available once the wallet is unlocked. Core: CanGetAddresses.
 */
export function canGetAddresses(owner: WalletDescriptor, keyring: Keyring): boolean {
  return (
    isSingleType(owner.descriptor) &&
    isRange(owner.descriptor) &&
    (hasKeysFor(keyring, owner.id) ||
      owner.nextIndex < owner.rangeEnd ||
      canSelfExpand(owner.descriptor))
  );
}

export type NewScript = { readonly owner: WalletDescriptor; readonly script: Bytes };

/**
 * Returns the script at the next position, and the descriptor after it. Returns `undefined` if the
 * key pool ran out.
 */
export function nextScript(
  owner: WalletDescriptor,
  environment: DescriptorEnvironment,
): NewScript | undefined {
  const filled = topUp(owner, environment) ?? owner;
  const { nextIndex } = filled;
  if (nextIndex >= filled.rangeEnd) return undefined;
  const source = { secp256k1: environment.secp256k1, findPrivateKey: () => undefined };
  const expansion = expand(filled.descriptor, nextIndex, { ...source, readCache: filled.cache });
  const script = expansion?.scripts[0];
  if (script === undefined) return undefined;
  requireRight(script, filled, environment);
  return { owner: { ...filled, nextIndex: nextIndex + 1 }, script };
}

/**
 * Throws if independent code derives another script at the next position, or if another script was
 * noted there before.
 */
function requireRight(
  script: Bytes,
  owner: WalletDescriptor,
  { secp256k1 }: DescriptorEnvironment,
) {
  const { descriptor, nextIndex, cache } = owner;
  const source = { secp256k1: derivingAgain(secp256k1), findPrivateKey: () => undefined };
  const again = expand(descriptor, nextIndex, { ...source, readCache: cache })?.scripts[0];
  const isNoted = owner.scripts.has(encodeHex(script)) || nextIndex >= owner.filledTo;
  if (again && equalBytes(again, script) && isNoted) return;
  throw new ComputationFault('public key');
}

/** The kind of addresses that a descriptor gives out: for receiving or for change. */
export type Side = 'external' | 'internal';

/** Ids of the descriptors that give out addresses, by side and output type. */
export type ActiveDescriptors = { readonly [S in Side]: ReadonlyMap<OutputType, string> };
