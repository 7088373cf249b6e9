import { jsonAmount } from '../../json/json.ts';
import { balancesOf } from '../../wallet/ledger/balances.ts';
import { RpcCode, RpcError } from '../error.ts';
import { amount, bool, num, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { getInt32 } from '../values.ts';
import { parseAvoidReuse, requireSyncedWallet } from '../wallet/wallet-call.ts';

export const getbalance = defineMethod({
  name: 'getbalance',
  category: 'Wallet',
  summary: 'Show the spendable balance of the wallet in BTC. See getbalances for all balances.',
  params: [
    str.optional('dummy', 'Left out, or "*"'),
    num('minconf', 'The minimum number of confirmations of coins to count', { default: 0 }),
    bool('include_watchonly', 'No effect', { default: false }),
    bool(
      'avoid_reuse',
      '(only for a wallet with avoid_reuse) Exclude coins of addresses that were spent from before',
      { default: true },
    ),
  ],
  result: amount('', 'The sum in BTC'),
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
    return jsonAmount(balancesOf(wallet, options).trusted);
  },
});
