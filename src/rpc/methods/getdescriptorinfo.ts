import { addChecksum, checkChecksum } from '../../descriptor/checksum.ts';
import { isRange, isSolvable } from '../../descriptor/descriptor.ts';
import { formatDescriptor } from '../../descriptor/format.ts';
import { isSilentDescriptor, parseSilentDescriptor } from '../../descriptor/silent.ts';
import { type JsonObject, jsonObject } from '../../json/json.ts';
import { formatSilentAddress } from '../../silent/address.ts';
import { silentRecipientOf } from '../../silent/keys.ts';
import type { Context } from '../context.ts';
import { RpcCode, RpcError } from '../error.ts';
import { bool, list, record, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { parseDescriptorArgument } from '../parse/descriptor.ts';
import { profileRules } from '../profile.ts';
import { shapeSpendingPaths, spendingPathsResult } from '../results/spending-paths.ts';

export const getdescriptorinfo = defineMethod({
  name: 'getdescriptorinfo',
  category: 'Util',
  summary: 'Check a descriptor and describe it.',
  params: [
    str('descriptor', 'The descriptor, with its checksum or without'),
    bool('paths', '(not with -profile=core) List all ways to spend its outputs', {
      beyondCore: true,
      default: false,
    }),
  ],
  result: record([
    str(
      'descriptor',
      'The descriptor without private keys; the first one of a multipath descriptor',
    ),
    list.optional('multipath_expansion', 'All ways to read it', [str()]),
    str('checksum', 'The checksum of the text that was given'),
    bool('isrange', 'True if the descriptor is ranged'),
    bool(
      'issolvable',
      'True if the descriptor is solvable: it contains what signing needs except keys',
    ),
    bool('hasprivatekeys', 'True if the text contains a private key'),
    str.optional('silent_payment', 'The address (BIP352) of a silent payment descriptor (BIP392)'),
    spendingPathsResult,
  ]),
  examples: [
    'getdescriptorinfo "wpkh([d34db33f/84h/0h/0h]0279be667ef9dcbbac55a06295Ce870b07029Bfcdb2dce28d959f2815b16f81798)"',
  ],
  run({ descriptor, paths = false }, context) {
    const { readsSilentPayments } = profileRules(context.profile);
    if (readsSilentPayments && isSilentDescriptor(descriptor))
      return describeSilent(descriptor, context);
    const { descriptors, privateKeys } = parseDescriptorArgument(descriptor, context);
    const [first] = descriptors;
    const texts = descriptors.map((each) => formatDescriptor(each, context));
    const checked = checkChecksum(descriptor, false);
    return jsonObject({
      descriptor: texts[0],
      multipath_expansion: texts.length > 1 ? texts : undefined,
      checksum: 'checksum' in checked ? checked.checksum : '',
      isrange: isRange(first),
      issolvable: isSolvable(first),
      hasprivatekeys: privateKeys.size > 0,
      paths: paths ? shapeSpendingPaths(first, context) : undefined,
    });
  },
});

/** BIP392. Without its spend key it still finds every payment, so it keeps the scan key. */
function describeSilent(text: string, context: Context): JsonObject {
  const { secp256k1, network } = context;
  const silent = parseSilentDescriptor(text, context);
  if ('error' in silent) throw new RpcError(RpcCode.INVALID_ADDRESS_OR_KEY, silent.error);
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
