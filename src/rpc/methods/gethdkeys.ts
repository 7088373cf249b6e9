import {
  encodeExtendedPrivateKey,
  encodeExtendedPublicKey,
} from '../../descriptor/extended-key.ts';
import { findMember, type Json, jsonObject } from '../../json/json.ts';
import {
  type HdKey,
  hasPrivateHdKey,
  hdKeys,
  isActive,
  privateHdKey,
} from '../../wallet/keys/hd-keys.ts';
import { publicDescriptorText } from '../../wallet/keys/providers.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import { RpcCode, RpcError } from '../error.ts';
import { defineMethod } from '../method.ts';
import { getBool } from '../values.ts';
import { noteUnchecked, requireFollowingWallet, requireUnlocked } from '../wallet/wallet-call.ts';

export const gethdkeys = defineMethod({
  name: 'gethdkeys',
  category: 'Wallet',
  summary: 'The extended keys (BIP32) of the wallet, and the descriptors that have them.',
  params: [
    {
      name: 'options',
      type: 'options',
      required: false,
      help: 'Which ones',
      fields: [
        {
          name: 'active_only',
          type: 'bool',
          required: false,
          default: false,
          help: 'Only those of descriptors that give out addresses',
        },
        {
          name: 'private',
          type: 'bool',
          required: false,
          default: false,
          help: 'Whether they are shown with their private keys',
        },
      ],
    },
  ],
  result: {
    type: 'array',
    help: '',
    fields: [
      {
        type: 'object',
        help: '',
        fields: [
          { name: 'xpub', type: 'string', help: 'The extended public key' },
          { name: 'has_private', type: 'bool', help: 'Whether the wallet has its private key' },
          {
            name: 'xprv',
            type: 'string',
            optional: true,
            help: 'The extended private key, where it is asked for and there',
          },
          {
            name: 'descriptors',
            type: 'array',
            help: 'Descriptors that have it',
            fields: [
              {
                type: 'object',
                help: '',
                fields: [
                  { name: 'desc', type: 'string', help: 'The descriptor, without private keys' },
                  { name: 'active', type: 'bool', help: 'Whether addresses come from it' },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
  examples: ['gethdkeys', `gethdkeys '{"active_only":true,"private":true}'`],
  async run({ options }, context) {
    const { wallet } = await requireFollowingWallet(context);
    const flag = (name: string): boolean => {
      const value = options && findMember(options, name);
      return value !== undefined && getBool(value);
    };
    const activeOnly = flag('active_only');
    const isPrivate = flag('private');
    if (isPrivate) requireUnlocked(wallet);
    noteUnchecked(wallet, context);
    return hdKeys(wallet, activeOnly ? 'active' : 'all').map((each) =>
      shapeKey(each, wallet, context, isPrivate),
    );
  },
});

function shapeKey(each: HdKey, wallet: Wallet, context: Context, isPrivate: boolean): Json {
  const hasPrivate = hasPrivateHdKey(wallet, each);
  const secret = isPrivate && hasPrivate ? privateHdKey(wallet, each.key) : undefined;
  const rows = each.owners.map((owner) => {
    const desc = publicDescriptorText(owner, wallet, context.secp256k1);
    if (desc === undefined) {
      throw new RpcError(RpcCode.WALLET_ERROR, "Can't get descriptor string.");
    }
    return { desc, active: isActive(wallet, owner) };
  });
  rows.sort((a, b) => (a.desc < b.desc ? -1 : 1));
  return jsonObject({
    xpub: encodeExtendedPublicKey(each.key, wallet.network),
    has_private: hasPrivate,
    ...(secret !== undefined && { xprv: encodeExtendedPrivateKey(secret, wallet.network) }),
    descriptors: rows.map((row) => jsonObject(row)),
  });
}
