import type { OutputType } from '../../descriptor/descriptor.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type Wallet, type WalletEnvironment, withDescriptor } from '../wallet.ts';
import { canGetAddresses, nextScript, type Side, topUp } from './wallet-descriptor.ts';

/**
 * Returns true if a descriptor gives out addresses on this side. Core: CWallet::CanGetAddresses.
 */
export function walletCanGetAddresses(wallet: Wallet, side: Side): boolean {
  for (const id of wallet.active[side].values()) {
    const owner = wallet.descriptors.get(id);
    if (owner && canGetAddresses(owner, wallet.keyring)) return true;
  }
  return false;
}

export type NewAddress =
  | { readonly wallet: Wallet; readonly script: Bytes }
  | { readonly error: NoAddress };

/**
 * Why a wallet has no address: no active descriptor has the type, it has none left, or its keys are
 * locked.
 */
export type NoAddress = 'no descriptor' | 'none left' | 'keypool ran out';

function takeScript(
  wallet: Wallet,
  type: OutputType,
  side: Side,
  environment: WalletEnvironment,
): NewAddress {
  const owner = wallet.descriptors.get(wallet.active[side].get(type) ?? '');
  if (owner === undefined) return { error: 'no descriptor' };
  const { keyring } = wallet;
  if (!canGetAddresses(owner, keyring)) return { error: 'none left' };
  const next = nextScript(owner, { ...environment, keyring });
  if (next === undefined) {
    return { error: 'keypool ran out' };
  }
  return { wallet: withDescriptor(wallet, next.owner), script: next.script };
}

/** Gives out a receiving address. Core: CWallet::GetNewDestination. */
export function newAddress(
  wallet: Wallet,
  type: OutputType,
  label: string,
  environment: WalletEnvironment,
): NewAddress {
  const taken = takeScript(wallet, type, 'external', environment);
  if ('error' in taken) return taken;
  const labels = new Map(taken.wallet.labels);
  labels.set(encodeHex(taken.script), { label, purpose: 'receive' });
  return { ...taken, wallet: { ...taken.wallet, labels } };
}

/** Gives out a change address. Core: CWallet::GetNewChangeDestination. */
export function newChangeAddress(
  wallet: Wallet,
  type: OutputType,
  environment: WalletEnvironment,
): NewAddress {
  return takeScript(wallet, type, 'internal', environment);
}

/**
 * Returns true for a script of the wallet that was never given out as an address. Core:
 * ScriptIsChange.
 */
export function isChange(wallet: Wallet, script: string, hasAddress: boolean): boolean {
  return !hasAddress || wallet.labels.get(script)?.label === undefined;
}

/** Counts the known addresses of one side that were not given out yet. Core: GetKeyPoolSize. */
export function keypoolSize({ active, descriptors }: Wallet, side: Side): number {
  let size = 0;
  for (const id of active[side].values()) {
    const owner = descriptors.get(id);
    if (owner !== undefined) size += owner.rangeEnd - owner.nextIndex;
  }
  return size;
}

/**
 * Derives addresses in advance up to the keypool size, if the keys permit, after loading or
 * unlocking. Core: CWallet::TopUpKeyPool.
 */
export function topUpActive(
  wallet: Wallet,
  environment: Pick<WalletEnvironment, 'secp256k1' | 'keypoolSize'>,
): Wallet {
  const descriptors = new Map(wallet.descriptors);
  for (const id of [...wallet.active.external.values(), ...wallet.active.internal.values()]) {
    const owner = descriptors.get(id);
    const filled = owner && topUp(owner, { ...environment, keyring: wallet.keyring });
    if (owner === undefined || filled === undefined) continue;
    const same = filled.rangeEnd === owner.rangeEnd && filled.filledTo === owner.filledTo;
    if (!same) descriptors.set(id, filled);
  }
  const changed = [...descriptors].some(([id, owner]) => wallet.descriptors.get(id) !== owner);
  return changed ? { ...wallet, descriptors } : wallet;
}
