import { jsonObject } from '../../json/json.ts';
import { addressBook } from '../../wallet/address-book.ts';
import { RpcCode, RpcError } from '../error.ts';
import { dictionary, object, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { parseLabel } from '../parse/descriptor-import.ts';
import { silentBook } from '../wallet/silent-address-info.ts';
import { noteUnchecked, requireFollowingWallet } from '../wallet/wallet-call.ts';

export const getaddressesbylabel = defineMethod({
  name: 'getaddressesbylabel',
  category: 'Wallet',
  summary: 'List the addresses with a label.',
  params: [str('label', 'The label')],
  result: dictionary('', '', [
    object('address', 'One of the addresses', [
      str('purpose', '"receive" for an own address, "send" for another', {
        values: ['receive', 'send', 'unknown'],
      }),
    ]),
  ]),
  examples: ['getaddressesbylabel "tabby"'],
  async run(args, context) {
    const { wallet } = await requireFollowingWallet(context);
    const label = parseLabel(args.label);
    const book = [...addressBook(wallet), ...silentBook(wallet, context)];
    const entries = book.filter((entry) => entry.label === label);
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
