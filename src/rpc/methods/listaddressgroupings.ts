import { formatAmount } from '../../encoding/amount.ts';
import { addressGroups } from '../../wallet/ledger/address-groups.ts';
import { defineMethod } from '../method.ts';
import { requireSyncedWallet } from '../wallet/wallet-call.ts';

export const listaddressgroupings = defineMethod({
  name: 'listaddressgroupings',
  category: 'Wallet',
  summary:
    'Addresses in groups: those that anybody can see to have one owner, because they were spent from together\n' +
    'or took the change.',
  params: [],
  result: {
    type: 'array',
    help: 'The groups',
    fields: [
      {
        type: 'array',
        help: 'The addresses of a group',
        fields: [
          {
            type: 'array',
            tuple: true,
            help: 'An address',
            fields: [
              { type: 'string', help: 'The address' },
              { type: 'amount', help: 'What lies there unspent, in BTC' },
              { type: 'string', optional: true, help: 'Its label, if it has one' },
            ],
          },
        ],
      },
    ],
  },
  examples: ['listaddressgroupings'],
  async run(_args, context) {
    const { wallet, open } = await requireSyncedWallet(context);
    return addressGroups(wallet, open.options.spendZeroConfChange).map((group) =>
      group.map(({ script, address, balance }) => {
        const label = wallet.labels.get(script)?.label;
        const amount = { number: formatAmount(balance) };
        return label === undefined ? [address, amount] : [address, amount, label];
      }),
    );
  },
});
