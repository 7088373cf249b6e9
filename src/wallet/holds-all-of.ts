import { keysByDescriptor } from './keys/keyring.ts';
import type { WalletDescriptor } from './keys/wallet-descriptor.ts';
import { isEncrypted, type Wallet } from './wallet.ts';

/**
 * Returns true if replacing the earlier wallet by this one loses no data, because it is the same
 * wallet at a later time. Parts that both have may have changed since, except that the number of
 * given-out addresses only grows.
 */
export function holdsAllOf(wallet: Wallet, earlier: Wallet): boolean {
  // Without descriptors any two wallets look alike.
  if (earlier.descriptors.size === 0 && wallet.descriptors.size > 0) return false;
  if (earlier.flags.disablePrivateKeys !== wallet.flags.disablePrivateKeys) return false;
  if (earlier.flags.externalSigner !== wallet.flags.externalSigner) return false;
  // The keys would be stored unencrypted again.
  if (isEncrypted(earlier) && !isEncrypted(wallet)) return false;
  return (
    [...earlier.descriptors.values()].every((owner) =>
      reachesAsFar(wallet.descriptors.get(owner.id), owner),
    ) &&
    holdsKeysOf(wallet, earlier) &&
    holdsNames(wallet.labels, earlier.labels) &&
    holdsNames(wallet.ledger.transactions, earlier.ledger.transactions)
  );
}

function reachesAsFar(owner: WalletDescriptor | undefined, earlier: WalletDescriptor): boolean {
  return (
    owner !== undefined &&
    owner.nextIndex >= earlier.nextIndex &&
    owner.rangeStart <= earlier.rangeStart &&
    owner.rangeEnd >= earlier.rangeEnd
  );
}

function holdsKeysOf({ keyring }: Wallet, earlier: Wallet): boolean {
  const all = keysByDescriptor(keyring);
  return [...keysByDescriptor(earlier.keyring)].every(([id, keys]) =>
    holdsNames(all.get(id) ?? new Map(), keys),
  );
}

function holdsNames(
  all: ReadonlyMap<string, unknown>,
  some: ReadonlyMap<string, unknown>,
): boolean {
  return [...some.keys()].every((name) => all.has(name));
}
