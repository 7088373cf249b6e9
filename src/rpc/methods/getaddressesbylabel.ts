import { jsonObject } from '../../json/json.ts';
import { addressBook } from '../../wallet/address-book.ts';
import { RpcCode, RpcError } from '../error.ts';
import { defineMethod } from '../method.ts';
import { parseLabel } from '../parse/descriptor-import.ts';
import { noteUnchecked, requireFollowingWallet } from '../wallet/wallet-call.ts';

export const getaddressesbylabel = defineMethod({
  name: 'getaddressesbylabel',
  category: 'Wallet',
  summary: 'The addresses that have a label.',
  params: [{ name: 'label', type: 'string', required: true, help: 'The label' }],
  result: {
    type: 'dictionary',
    help: '',
    fields: [
      {
        name: 'address',
        type: 'object',
        help: 'One of the addresses',
        fields: [
          {
            name: 'purpose',
            type: 'string',
            values: ['receive', 'send', 'unknown'],
            help: '"receive": an own address; "send": one of somebody else',
          },
        ],
      },
    ],
  },
  examples: ['getaddressesbylabel "tabby"'],
  async run(args, context) {
    const { wallet } = await requireFollowingWallet(context);
    const label = parseLabel(args.label);
    const entries = addressBook(wallet).filter((entry) => entry.label === label);
    if (entries.length === 0) {
      throw new RpcError(RpcCode.WALLET_INVALID_LABEL_NAME, `No addresses with label ${label}`);
    }
    noteUnchecked(wallet, context);
    return jsonObject(
      Object.fromEntries(
        entries.map(({ address, purpose = 'unknown' }) => [address, jsonObject({ purpose })]),
      ),
    );
  },
});
