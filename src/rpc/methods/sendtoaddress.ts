import { amount, bool, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import {
  commentParam,
  estimateParams,
  lastMoneyParams,
  moneyResult,
} from '../params/money-params.ts';
import { parseFeeArguments } from '../parse/fee-arguments.ts';
import { parseOutputMembers } from '../parse/outputs.ts';
import { silentOutputs } from '../parse/silent-address-argument.ts';
import { sendMoney } from '../spending/send-money.ts';
import { refuseSecretText } from '../wallet/host-outcome.ts';
import { parseAvoidReuse, requireSyncedWallet, requireUnlocked } from '../wallet/wallet-call.ts';

export const sendtoaddress = defineMethod({
  name: 'sendtoaddress',
  category: 'Wallet',
  summary:
    'Pay an amount to an address. Without a node the transaction is kept in the outbox until it is sent.\n' +
    'The wallet must have its private keys: without them, use send.',
  params: [
    str('address', 'The address that is paid'),
    amount('amount', 'The amount in BTC'),
    commentParam,
    str.optional(
      'comment_to',
      'The name of the recipient. Stored in the wallet, not part of the transaction',
      {
        freeText: true,
      },
    ),
    bool('subtractfeefromamount', 'Subtract the fee from the amount: the recipient gets less', {
      default: false,
    }),
    ...estimateParams,
    bool(
      'avoid_reuse',
      '(only for a wallet with avoid_reuse) Exclude coins of addresses that were spent from before, and spend all coins of an\n' +
        'address or none',
      { default: true },
    ),
    ...lastMoneyParams,
  ],
  result: moneyResult,
  examples: [
    'sendtoaddress "address" 0.1',
    'sendtoaddress "address" 0.1 "donation" "their shop" false true 6 economical',
    '-named sendtoaddress address="address" amount=0.5 fee_rate=25',
  ],
  async run(args, context) {
    const call = await requireSyncedWallet(context);
    const avoidReuse = parseAvoidReuse(args.avoid_reuse, call.wallet);
    parseFeeArguments(args);
    requireUnlocked(call.wallet);
    const subtractFee = args.subtractfeefromamount === true;
    const recipients = parseOutputMembers(
      [[args.address, args.amount]],
      silentOutputs(context),
    ).map(({ silent, ...output }) => ({ output, silent, subtractFee }));
    const { comment, comment_to: commentTo } = args;
    refuseSecretText([comment, commentTo], context);
    return sendMoney({ recipients, avoidReuse, comment, commentTo }, args, call, context);
  },
});
