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

type SilentAsked = NonNullable<OwnerQuestion['silent']>;

/** Finds the owner of an address of silent payments that an output pays. */
export type SilentOwner = (asked: SilentAsked) => Owner | undefined;

/**
 * Returns the private spend keys of a ring, to be wiped: those of its sp() descriptors and, if an
 * input with a tweak names no key (BIP376), those of the accounts of seeds.
 */
export function silentSpendKeys(
  ring: KeyRing,
  psbt: Psbt | undefined,
  context: RingContext,
): readonly FoundKey[] {
  const isUnnamed = psbt?.inputs.some((input) => silentSpend(input)?.spendKeys.length === 0);
  const all = isUnnamed ? ringSilent(ring, context) : givenSilent(ring, context);
  return all.flatMap(({ scanKey, spendPrivateKey, origin }) => {
    scanKey.wipe();
    return spendPrivateKey === undefined ? [] : [{ privateKey: spendPrivateKey, origin }];
  });
}

/** Finds a ring's own addresses in the outputs of a PSBT. Wipes the keys derived for it. */
export function silentOwnerOf(ring: KeyRing, psbt: Psbt, context: RingContext): SilentOwner {
  const asked = psbt.outputs.flatMap((output) => {
    const { recipient } = silentRecipient(output);
    return recipient ? [{ recipient, label: labelField(output) }] : [];
  });
  const all = asked.length > 0 ? ringSilent(ring, context) : [];
  const owners = new Map<string, Owner>();
  for (const each of asked) {
    for (const keys of all) {
      const found = ownLabel(keys, each.recipient, each.label, context.secp256k1);
      if (found) owners.set(nameOf(each), silentOwnerAt(keys.origin, found.label));
    }
  }
  for (const keys of all) wipeSilent(keys);
  return (each) => owners.get(nameOf(each));
}

const nameOf = ({ recipient: { scanKey, spendKey } }: SilentAsked): string =>
  `${encodeHex(scanKey)}${encodeHex(spendKey)}`;
