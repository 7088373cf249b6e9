import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { addChecksum, checkChecksum } from '../../descriptor/checksum.ts';
import { type Descriptor, isRange, isSolvable, outputType } from '../../descriptor/descriptor.ts';
import { formatDescriptor } from '../../descriptor/format.ts';
import { isSilentDescriptor, parseSilentDescriptor } from '../../descriptor/silent-descriptor.ts';
import { type Json, type JsonObject, jsonNumber, jsonObject } from '../../json/json.ts';
import { silentRecipientOf } from '../../silent/keys.ts';
import { formatSilentAddress } from '../../silent/silent-address.ts';
import { privateDescriptorText, publicDescriptorText } from '../../wallet/keys/providers.ts';
import type { WalletDescriptor } from '../../wallet/keys/wallet-descriptor.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import { invalidAddressOrKey, walletError } from '../error.ts';
import { parseDescriptorArgument } from '../parse/descriptor-argument.ts';
import { profileRules } from '../profile.ts';

/** Shapes the result of getdescriptorinfo. `shapePaths` lists the ways to spend its outputs. */
export function shapeDescriptorInfo(
  text: string,
  context: Context,
  shapePaths?: (descriptor: Descriptor, context: Context) => Json | undefined,
): JsonObject {
  const { readsSilentPayments } = profileRules(context.profile);
  if (readsSilentPayments && isSilentDescriptor(text)) return describeSilent(text, context);
  const { descriptors, privateKeys } = parseDescriptorArgument(text, context);
  const [first] = descriptors;
  const texts = descriptors.map((each) => formatDescriptor(each, context));
  const checked = checkChecksum(text, false);
  return jsonObject({
    descriptor: texts[0],
    multipath_expansion: texts.length > 1 ? texts : undefined,
    checksum: 'checksum' in checked ? checked.checksum : '',
    isrange: isRange(first),
    issolvable: isSolvable(first),
    hasprivatekeys: privateKeys.size > 0,
    paths: shapePaths?.(first, context),
  });
}

/**
 * Describes sp() (BIP392). Without its spend key it still finds every payment, so it keeps the scan
 * key.
 */
function describeSilent(text: string, context: Context): JsonObject {
  const { secp256k1, network } = context;
  const silent = parseSilentDescriptor(text, context);
  if ('error' in silent) throw invalidAddressOrKey(silent.error);
  const checked = checkChecksum(text, false);
  const recipient = silentRecipientOf(silent, secp256k1);
  return jsonObject({
    descriptor: addChecksum(silent.watching),
    checksum: 'checksum' in checked ? checked.checksum : '',
    isrange: false,
    issolvable: true,
    hasprivatekeys: silent.spendPrivateKey !== undefined,
    silent_payment: recipient && formatSilentAddress(recipient, network),
  });
}

/** Shapes the result of listdescriptors, with private keys or without. */
export function shapeWalletDescriptors(
  wallet: Wallet,
  secp256k1: Secp256k1,
  secret: boolean,
): JsonObject {
  const write = secret ? privateDescriptorText : publicDescriptorText;
  const rows = [...wallet.descriptors.values()].map((owner) => {
    const text = write(owner, wallet, secp256k1);
    if (text === undefined) {
      throw walletError("Can't get descriptor string.");
    }
    return { text, owner };
  });
  rows.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  return jsonObject({
    wallet_name: wallet.name,
    descriptors: rows.map(({ text, owner }) => shapeRow(text, owner, wallet)),
  });
}

function shapeRow(text: string, owner: WalletDescriptor, { active }: Wallet): Json {
  const type = outputType(owner.descriptor);
  const isExternal = type !== undefined && active.external.get(type) === owner.id;
  const isInternal = type !== undefined && active.internal.get(type) === owner.id;
  const next = jsonNumber(owner.nextIndex);
  return jsonObject({
    desc: text,
    timestamp: jsonNumber(owner.creationTime),
    active: isExternal || isInternal,
    ...((isExternal || isInternal) && { internal: isInternal }),
    ...(owner.silent && { range: [jsonNumber(0), jsonNumber(owner.silent.labels)] }),
    ...(isRange(owner.descriptor) && {
      range: [jsonNumber(owner.rangeStart), jsonNumber(owner.rangeEnd - 1)],
      next,
      next_index: next,
    }),
  });
}
