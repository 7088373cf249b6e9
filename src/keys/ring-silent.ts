import { HARDENED } from '../descriptor/extended-key.ts';
import {
  deriveSilentDescriptor,
  isSilentDescriptor,
  parseSilentDescriptor,
  type SilentDescriptor,
} from '../descriptor/silent-descriptor.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Psbt } from '../psbt/psbt.ts';
import { labelField, silentRecipient, silentSpend } from '../psbt/silent-fields.ts';
import type { OwnerQuestion } from '../review/evidence.ts';
import type { Owner } from '../review/model.ts';
import { silentOwnerAt } from '../review/own-descriptors.ts';
import { ownLabel } from '../silent/keys.ts';
import type { KeyRing, MasterKey, RingContext } from './key-ring.ts';
import type { FoundKey } from './key-roots.ts';

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

/** The silent payment keys of a ring that a PSBT concerns. */
export type SilentKeys = {
  /** The private spend keys, to be wiped. */
  readonly spend: readonly FoundKey[];
  /** Returns the owner of an address that an output of the PSBT pays. */
  readonly ownerOf: (asked: SilentAsked) => Owner | undefined;
};

type SilentAsked = NonNullable<OwnerQuestion['silent']>;

/**
 * Returns the spend keys of a ring's sp() descriptors and the ring's own addresses in the outputs.
 * Derives the accounts of seeds only if the PSBT has such outputs, or an input with a tweak that
 * names no key (BIP376). Wipes the scan keys.
 */
export function silentKeys(
  ring: KeyRing,
  psbt: Psbt | undefined,
  context: RingContext,
): SilentKeys {
  const { inputs = [], outputs = [] } = psbt ?? {};
  const asked = outputs.flatMap((output) => {
    const { recipient } = silentRecipient(output);
    return recipient ? [{ recipient, label: labelField(output) }] : [];
  });
  const isUnnamed = inputs.some((input) => silentSpend(input)?.spendKeys.length === 0);
  const isAll = asked.length > 0 || isUnnamed;
  const all = isAll ? ringSilent(ring, context) : givenSilent(ring, context);
  const owners = new Map<string, Owner>();
  for (const each of asked) {
    for (const keys of all) {
      const found = ownLabel(keys, each.recipient, each.label, context.secp256k1);
      if (found) owners.set(nameOf(each), silentOwnerAt(keys.origin, found.label));
    }
  }
  const spend = all.flatMap(({ scanKey, spendPrivateKey, origin }) => {
    scanKey.wipe();
    return spendPrivateKey === undefined ? [] : [{ privateKey: spendPrivateKey, origin }];
  });
  return { spend, ownerOf: (each) => owners.get(nameOf(each)) };
}

const nameOf = ({ recipient: { scanKey, spendKey } }: SilentAsked): string =>
  `${encodeHex(scanKey)}${encodeHex(spendKey)}`;
