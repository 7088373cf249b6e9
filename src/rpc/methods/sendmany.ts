import { invalid } from '../error.ts';
import { amount, dictionary, list, num, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import {
  commentParam,
  estimateParams,
  lastMoneyParams,
  moneyResult,
} from '../params/money-params.ts';
import { parseFeeArguments } from '../parse/fee-arguments.ts';
import { parseRecipients } from '../parse/recipients.ts';
import { silentOutputs } from '../parse/silent-address-argument.ts';
import { sendMoney } from '../spending/send-money.ts';
import { refuseSecretText } from '../wallet/host-outcome.ts';
import { requireSyncedWallet } from '../wallet/wallet-call.ts';

export const sendmany = defineMethod({
  name: 'sendmany',
  category: 'Wallet',
  summary:
    'Pay several addresses with one transaction. Without a node it is kept in the outbox until it is sent.\n' +
    'The wallet must have its private keys: without them, use send.',
  params: [
    str('dummy', 'Left out, or ""', { usage: '""', default: '' }),
    dictionary(
      'amounts',
      'The recipients and amounts',
      [amount('address', 'The key is the address, the value the amount in BTC')],
      { usage: '{"address":amount,...}' },
    ),
    num.optional('minconf', 'No effect'),
    commentParam,
    list.optional('subtractfeefrom', 'Addresses that the fee is taken from in equal parts', [
      str.optional('address'),
    ]),
    ...estimateParams,
    ...lastMoneyParams,
  ],
  result: moneyResult,
  examples: [
    `sendmany "" '{"address":0.01,"other":0.02}'`,
    `sendmany "" '{"address":0.01,"other":0.02}' null "wages" '["address","other"]'`,
  ],
  async run(args, context) {
    const call = await requireSyncedWallet(context);
    if ((args.dummy ?? '') !== '') {
      throw invalid('Dummy value must be set to ""');
    }
    parseFeeArguments(args);
    const payers = args.subtractfeefrom ?? null;
    const recipients = parseRecipients(args.amounts, payers, silentOutputs(context));
    const { comment } = args;
    refuseSecretText([comment], context);
    return sendMoney({ recipients, avoidReuse: false, comment }, args, call, context);
  },
});
