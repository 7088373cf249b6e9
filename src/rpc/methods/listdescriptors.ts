import { isRange, outputType } from '../../descriptor/descriptor.ts';
import { type Json, jsonNumber, jsonObject } from '../../json/json.ts';
import { privateDescriptorText, publicDescriptorText } from '../../wallet/keys/providers.ts';
import type { WalletDescriptor } from '../../wallet/keys/wallet-descriptor.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { RpcCode, RpcError } from '../error.ts';
import { defineMethod } from '../method.ts';
import { noteUnchecked, requireFollowingWallet, requireUnlocked } from '../wallet/wallet-call.ts';

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
  result: {
    type: 'object',
    help: '',
    fields: [
      { name: 'wallet_name', type: 'string', help: 'The name of the wallet' },
      {
        name: 'descriptors',
        type: 'array',
        help: 'In the order of their texts',
        fields: [
          {
            type: 'object',
            help: '',
            fields: [
              { name: 'desc', type: 'string', help: 'The descriptor' },
              { name: 'timestamp', type: 'time', help: 'Nothing paid it before' },
              { name: 'active', type: 'bool', help: 'Whether addresses come from it' },
              {
                name: 'internal',
                type: 'bool',
                optional: true,
                help: 'Whether an active one is for change',
              },
              {
                name: 'range',
                type: 'array',
                tuple: true,
                optional: true,
                help: 'The first and the last position of a ranged one',
                fields: [
                  { type: 'number', help: 'The first' },
                  { type: 'number', help: 'The last' },
                ],
              },
              {
                name: 'next',
                type: 'number',
                optional: true,
                help: 'The same as next_index',
              },
              {
                name: 'next_index',
                type: 'number',
                optional: true,
                help: 'The position of the next address',
              },
            ],
          },
        ],
      },
    ],
  },
  examples: ['listdescriptors', 'listdescriptors true'],
  async run(args, context) {
    const { wallet } = await requireFollowingWallet(context);
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
      wallet_name: wallet.name,
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
