import { formatAmount } from '../../encoding/amount.ts';
import { balancesOf } from '../../wallet/ledger/balances.ts';
import { RpcCode, RpcError } from '../error.ts';
import { defineMethod } from '../method.ts';
import { parseAvoidReuse } from '../parse/avoid-reuse.ts';
import { getInt32 } from '../values.ts';
import { requireSyncedWallet } from '../wallet/wallet-call.ts';

export const getbalance = defineMethod({
  name: 'getbalance',
  category: 'Wallet',
  summary: 'What the wallet can spend, in BTC. See getbalances for what else it has.',
  params: [
    { name: 'dummy', type: 'string', required: false, help: 'Left out, or "*"' },
    {
      name: 'minconf',
      type: 'number',
      required: false,
      default: 0,
      help: 'Only coins with so many confirmations at least',
    },
    {
      name: 'include_watchonly',
      type: 'bool',
      required: false,
      default: false,
      help: 'No effect',
    },
    {
      name: 'avoid_reuse',
      type: 'bool',
      required: false,
      default: true,
      help: '(only for a wallet with avoid_reuse) Without coins of addresses that were spent from before',
    },
  ],
  result: { type: 'amount', help: 'The sum in BTC' },
  examples: ['getbalance', 'getbalance "*" 6'],
  async run(args, context) {
    const { wallet, open } = await requireSyncedWallet(context);
    if ((args.dummy ?? '*') !== '*') {
      throw new RpcError(
        RpcCode.METHOD_DEPRECATED,
        'dummy first argument must be excluded or set to "*".',
      );
    }
    const minDepth = args.minconf === undefined ? 0 : getInt32(args.minconf);
    const avoidReuse = parseAvoidReuse(args.avoid_reuse, wallet);
    const { spendZeroConfChange } = open.options;
    const options = { spendZeroConfChange, minDepth, avoidReuse, includeNonMempool: false };
    return { number: formatAmount(balancesOf(wallet, options).trusted) };
  },
});
