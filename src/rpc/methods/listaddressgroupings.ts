import { jsonAmount } from '../../json/json.ts';
import { addressGroups } from '../../wallet/ledger/address-groups.ts';
import { amount, list, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { requireSyncedWallet } from '../wallet/wallet-call.ts';

export const listaddressgroupings = defineMethod({
  name: 'listaddressgroupings',
  category: 'Wallet',
  summary:
    'List addresses in groups that visibly have one owner, because they were spent from together\n' +
    'or received the change.',
  params: [],
  result: list('', 'The groups', [
    list('', 'The addresses of a group', [
      list(
        '',
        'An address',
        [
          str('', 'The address'),
          amount('', 'The unspent amount, in BTC'),
          str.optional('', 'The label of the address, if it has one'),
        ],
        { tuple: true },
      ),
    ]),
  ]),
  examples: ['listaddressgroupings'],
  async run(_args, context) {
    const { wallet, open } = await requireSyncedWallet(context);
    return addressGroups(wallet, open.options.spendZeroConfChange).map((group) =>
      group.map(({ script, address, balance }) => {
        const label = wallet.labels.get(script)?.label;
        const amount = jsonAmount(balance);
        return label === undefined ? [address, amount] : [address, amount, label];
      }),
    );
  },
});
