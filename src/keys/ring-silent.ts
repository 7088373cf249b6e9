import { HARDENED } from '../descriptor/extended-key.ts';
import {
  deriveSilentDescriptor,
  isSilentDescriptor,
  parseSilentDescriptor,
  type SilentDescriptor,
} from '../descriptor/silent-descriptor.ts';
import type { KeyRing, MasterKey, RingContext } from './key-ring.ts';
import type { FoundKey } from './named-keys.ts';

/** Overwrites the private keys of a silent payment descriptor. */
export function wipeSilent({ scanKey, spendPrivateKey }: SilentDescriptor): void {
  scanKey.wipe();
  spendPrivateKey?.wipe();
}

/**
 * Returns the silent payment descriptors of a ring: its sp() descriptors, and the account of BIP352
 * of each seed. If there is a wallet, the accounts of seeds are another wallet. Wipe them after
 * use.
 */
export function ringSilent(ring: KeyRing, context: RingContext): readonly SilentDescriptor[] {
  const masters = ring.hasWallet ? [] : ring.masters;
  return [
    ...givenSilent(ring, context),
    ...masters.flatMap((master) => {
      const account = accountOf(master);
      return account === undefined ? [] : [deriveSilentDescriptor(master.key, account, context)];
    }),
  ];
}

const givenSilent = ({ descriptors }: KeyRing, context: RingContext) =>
  descriptors.flatMap(({ text }): readonly SilentDescriptor[] => {
    const silent = isSilentDescriptor(text) ? parseSilentDescriptor(text, context) : undefined;
    return silent === undefined || 'error' in silent ? [] : [silent];
  });

/**
 * Returns the account number of a master key with BIP44's paths. Electrum's seeds have other paths.
 */
function accountOf({ key, accounts }: MasterKey): number | undefined {
  const found = key.depth === 0 ? accounts.find(({ path }) => path.length === 3) : undefined;
  return found && (found.path[2] ?? HARDENED) - HARDENED;
}

/** Returns the private spend keys of a ring's sp() descriptors, and wipes their scan keys. */
export const silentSpendKeys = (ring: KeyRing, context: RingContext): readonly FoundKey[] =>
  givenSilent(ring, context).flatMap(({ scanKey, spendPrivateKey, origin }) => {
    scanKey.wipe();
    return spendPrivateKey === undefined ? [] : [{ privateKey: spendPrivateKey, origin }];
  });
