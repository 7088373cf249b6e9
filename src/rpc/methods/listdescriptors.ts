import { isRange, outputType } from '../../descriptor/descriptor.ts';
import { type Json, jsonNumber, jsonObject } from '../../json/json.ts';
import { privateDescriptorText, publicDescriptorText } from '../../wallet/providers.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { WalletDescriptor } from '../../wallet/wallet-descriptor.ts';
import { RpcCode, RpcError } from '../error.ts';
import { defineMethod } from '../method.ts';
import { noteUnchecked, requireFollowingWallet, requireUnlocked } from '../wallets.ts';

export const listdescriptors = defineMethod({
  name: 'listdescriptors',
  category: 'Wallet',
  summary: 'List the descriptors of the wallet.',
  params: [
    {
      name: 'private',
      type: 'bool',
      required: false,
      default: false,
      help: 'Whether they are shown with their private keys',
    },
  ],
  result:
    '{\n' +
    '  "wallet_name" : "str",        (string) The name of the wallet\n' +
    '  "descriptors" : [             (array) In the order of their texts\n' +
    '    {\n' +
    '      "desc" : "str",           (string) The descriptor\n' +
    '      "timestamp" : n,          (numeric) Nothing paid it before this time, in seconds since 1970\n' +
    '      "active" : true|false,    (boolean) Whether addresses come from it\n' +
    '      "internal" : true|false,  (boolean, optional) Whether an active one is for change\n' +
    '      "range" : [n,n],          (array, optional) The first and the last position of a ranged one\n' +
    '      "next" : n,               (numeric, optional) The same as next_index\n' +
    '      "next_index" : n          (numeric, optional) The position of the next address\n' +
    '    },\n' +
    '    ...\n' +
    '  ]\n' +
    '}',
  examples: ['listdescriptors', 'listdescriptors true'],
  async run(args, context) {
    const { wallet, name } = await requireFollowingWallet(context);
    const secret = args.private ?? false;
    if (secret && wallet.flags.disablePrivateKeys) {
      throw new RpcError(
        RpcCode.WALLET_ERROR,
        "Can't get private descriptor string for watch-only wallets",
      );
    }
    if (secret) requireUnlocked(wallet);
    noteUnchecked(wallet, context);
    const write = secret ? privateDescriptorText : publicDescriptorText;
    const rows = [...wallet.descriptors.values()].map((owner) => {
      const text = write(owner, wallet, context.secp256k1);
      if (text === undefined) {
        throw new RpcError(RpcCode.WALLET_ERROR, "Can't get descriptor string.");
      }
      return { text, owner };
    });
    rows.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
    return jsonObject({
      wallet_name: name,
      descriptors: rows.map(({ text, owner }) => shapeRow(text, owner, wallet)),
    });
  },
});

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
    ...(isRange(owner.descriptor) && {
      range: [jsonNumber(owner.rangeStart), jsonNumber(owner.rangeEnd - 1)],
      next,
      next_index: next,
    }),
  });
}
