import { type JsonObject, jsonNumber, jsonObject } from '../../json/json.ts';
import { CHANGE_LABEL, ownLabel } from '../../silent/keys.ts';
import {
  decodeSilentAddress,
  formatSilentAddress,
  isSilentAddress,
  type SilentRecipient,
  silentAddressHints,
} from '../../silent/silent-address.ts';
import type { AddressBookEntry } from '../../wallet/address-book.ts';
import { silentOwners } from '../../wallet/keys/silent-owner.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { SilentReading } from '../parse/silent-address-argument.ts';
import { profileRules } from '../profile.ts';

/** The key of a silent payment address among the labels that a script does not identify. */
export const silentLabelKey = (address: string): string => `addr ${address}`;

/**
 * Describes a silent payment address for validateaddress. Returns `undefined` for another text, and
 * in the profile core.
 */
export function describeSilentAddress(
  address: string,
  { network, secp256k1, profile }: SilentReading,
): JsonObject | undefined {
  if (!profileRules(profile).readsSilentPayments || !isSilentAddress(address)) return undefined;
  const recipient = decodeSilentAddress(address, network, secp256k1);
  if ('error' in recipient) {
    const error = `Not a silent payment address. ${silentAddressHints[recipient.error]}`;
    return jsonObject({ isvalid: false, error_locations: [], error });
  }
  const text = formatSilentAddress(recipient, network);
  return jsonObject({ isvalid: true, address: text, issilentpayment: true });
}

/** The owner of a silent payment address: an sp() descriptor of the wallet, and the label in it. */
function silentPlaceOf(wallet: Wallet, recipient: SilentRecipient, { secp256k1 }: SilentReading) {
  for (const { silent } of silentOwners(wallet.descriptors)) {
    for (let label = 0; label <= silent.labels; label++) {
      const found = ownLabel(silent, recipient, label, secp256k1);
      if (found !== undefined) return { silent, label: found.label };
    }
  }
  return undefined;
}

/** Shapes the result of getaddressinfo for a silent payment address. */
export function shapeSilentAddress(
  wallet: Wallet,
  recipient: SilentRecipient,
  context: SilentReading,
): JsonObject {
  const address = formatSilentAddress(recipient, context.network);
  const place = silentPlaceOf(wallet, recipient, context);
  const label = wallet.otherLabels.get(silentLabelKey(address));
  return jsonObject({
    address,
    ismine: place !== undefined,
    solvable: place !== undefined,
    iswatchonly: false,
    issilentpayment: true,
    silent_label: place?.label === undefined ? undefined : jsonNumber(place.label),
    ischange: place?.label === CHANGE_LABEL,
    labels: label === undefined ? [] : [label],
  });
}

/** Lists the silent payment addresses that have a label, except in the profile core. */
export function silentBook(
  wallet: Wallet,
  context: SilentReading,
): readonly Pick<AddressBookEntry, 'address' | 'label' | 'purpose'>[] {
  const { network, secp256k1, profile } = context;
  if (!profileRules(profile).readsSilentPayments) return [];
  return [...wallet.otherLabels].flatMap(([key, label]) => {
    const [, address = ''] = /^addr (.*)$/.exec(key) ?? [];
    if (!isSilentAddress(address)) return [];
    const recipient = decodeSilentAddress(address, network, secp256k1);
    if ('error' in recipient) return [];
    const isOwn = silentPlaceOf(wallet, recipient, context) !== undefined;
    return [{ address, label, purpose: isOwn ? 'receive' : 'send' }];
  });
}
