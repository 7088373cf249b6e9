import { addressBook, compareLabels } from '../../wallet/address-book.ts';
import { invalid } from '../error.ts';
import { list, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { silentBook } from '../wallet/silent-address-info.ts';
import { requireFollowingWallet } from '../wallet/wallet-call.ts';

/** Core: PurposeFromString. */
const PURPOSES: readonly string[] = ['receive', 'send', 'refund'];

export const listlabels = defineMethod({
  name: 'listlabels',
  category: 'Wallet',
  summary: 'List the labels of addresses.',
  params: [
    str.optional(
      'purpose',
      '"receive" lists only labels of own addresses, "send" only those of other addresses',
    ),
  ],
  result: list('', 'The labels, sorted by their bytes', [
    str('', 'A label; "" for addresses without a label'),
  ]),
  examples: ['listlabels', 'listlabels receive'],
  async run({ purpose = '' }, context) {
    const { wallet } = await requireFollowingWallet(context);
    if (purpose !== '' && !PURPOSES.includes(purpose)) {
      throw invalid(
        "Invalid 'purpose' argument, must be a known purpose string, typically 'send', or 'receive'.",
      );
    }
    const entries = [...addressBook(wallet), ...silentBook(wallet, context)].filter(
      (entry) => purpose === '' || entry.purpose === purpose,
    );
    return [...new Set(entries.map(({ label }) => label))].sort(compareLabels);
  },
});
