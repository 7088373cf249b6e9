import { hash160 } from '../../crypto/hash.ts';
import type { PrivateKey } from '../../crypto/private-key.ts';
import { allKeys, type Descriptor, isRange, outputType } from '../../descriptor/descriptor.ts';
import { descriptorId } from '../../descriptor/format.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { RandomBytes } from '../random.ts';
import {
  type AddressLabel,
  type Wallet,
  type WalletEnvironment,
  withDescriptor,
  withKeyTime,
} from '../wallet.ts';
import { addKeys } from './encryption.ts';
import { keysOf } from './keyring.ts';
import {
  newWalletDescriptor,
  type Side,
  scriptsOf,
  topUp,
  type WalletDescriptor,
} from './wallet-descriptor.ts';

export type DescriptorImport = {
  readonly descriptor: Descriptor;
  readonly privateKeys: ReadonlyMap<string, PrivateKey>;
  /** Seconds since 1970. */
  readonly creationTime: bigint;
  readonly rangeStart: number;
  /** Exclusive. */
  readonly rangeEnd: number;
  readonly nextIndex: number;
  readonly internal: boolean;
  readonly label: string;
};

export type ImportResult = { readonly wallet: Wallet; readonly id: string } | ImportError;

/** Why a descriptor cannot be imported. */
export type ImportError =
  /** The new range must include the existing one, from `start` up to but excluding `end`. */
  | { readonly error: 'smaller range'; readonly start: number; readonly end: number }
  /** The wallet is locked, so private keys cannot be stored. */
  | { readonly error: 'locked' }
  /** No scripts can be derived. */
  | { readonly error: 'no scripts' };

/** Adds a descriptor, or updates it if it is known. Core: CWallet::AddWalletDescriptor. */
export function importDescriptor(
  wallet: Wallet,
  added: DescriptorImport,
  environment: WalletEnvironment,
  random: RandomBytes,
): ImportResult {
  const { secp256k1, keypoolSize } = environment;
  const { descriptor, rangeStart, rangeEnd, nextIndex, creationTime } = added;
  const id = encodeHex(descriptorId(descriptor, { network: wallet.network, secp256k1 }));
  const known = wallet.descriptors.get(id);
  const refusal = known && refuseUpdate(known, added);
  if (refusal !== undefined) return refusal;
  const keyring = addKeys(wallet.keyring, id, added.privateKeys, random);
  if (keyring === undefined) return { error: 'locked' };
  const fresh = newWalletDescriptor({
    id,
    descriptor,
    creationTime,
    rangeStart,
    rangeEnd,
    nextIndex,
  });
  const filled = topUp(fresh, { secp256k1, keyring, keypoolSize });
  if (filled === undefined) return { error: 'no scripts' };
  const labelled = {
    ...withKeyTime(wallet, filled),
    keyring,
    labels: labelsWith(wallet, filled, added),
  };
  const order = known === undefined ? [...wallet.added, id] : wallet.added;
  return { wallet: { ...withDescriptor(labelled, filled), added: order }, id };
}

/** Returns an error if the range would shrink. Core: CanUpdateToWalletDescriptor. */
function refuseUpdate(known: WalletDescriptor, added: DescriptorImport): ImportError | undefined {
  if (!isRange(added.descriptor)) return undefined;
  if (added.rangeStart <= known.rangeStart && added.rangeEnd >= known.rangeEnd) return undefined;
  return { error: 'smaller range', start: known.rangeStart, end: known.rangeEnd };
}

function labelsWith(
  wallet: Wallet,
  filled: WalletDescriptor,
  { descriptor, internal, label }: DescriptorImport,
): ReadonlyMap<string, AddressLabel> {
  if (isRange(descriptor) || internal) return wallet.labels;
  const labels = new Map(wallet.labels);
  for (const script of scriptsOf(filled)) labels.set(script, { label, purpose: 'receive' });
  return labels;
}

/** Starts or stops giving out addresses from a descriptor, for its type and side. */
export function setActive(wallet: Wallet, id: string, side: Side, active: boolean): Wallet {
  const owner = wallet.descriptors.get(id);
  const type = owner && outputType(owner.descriptor);
  if (type === undefined) return wallet;
  const own = new Map(wallet.active[side]);
  const other = side === 'external' ? 'internal' : 'external';
  if (!active) {
    if (own.get(type) === id) own.delete(type);
    return { ...wallet, active: { ...wallet.active, [side]: own } };
  }
  own.set(type, id);
  const others = new Map(wallet.active[other]);
  if (others.get(type) === id) others.delete(type);
  const both = { [side]: own, [other]: others };
  return { ...wallet, active: { ...wallet.active, ...both } };
}

/** Returns true if the wallet has the private key of an unused() descriptor. */
export function holdsKeyOf(wallet: Wallet, descriptor: Descriptor): boolean {
  const table = keysOf(wallet.keyring) ?? new Map();
  const hashes = allKeys(descriptor).flatMap((key) => rootHash(key));
  return [...table.values()].some((keys) => hashes.some((hash) => keys.has(hash)));
}

function rootHash(key: ReturnType<typeof allKeys>[number]): readonly string[] {
  switch (key.kind) {
    case 'constant':
      return [encodeHex(hash160(key.publicKey))];
    case 'extended':
      return [encodeHex(hash160(key.root.publicKey))];
    case 'origin':
      return rootHash(key.key);
    case 'musig':
      return key.participants.flatMap(rootHash);
  }
}
