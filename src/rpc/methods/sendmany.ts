import { RpcCode, RpcError } from '../error.ts';
import { defineMethod } from '../method.ts';
import { commentParam, estimateParams, lastMoneyParams, moneyResult } from '../params/money.ts';
import { parseRecipients } from '../parse/recipients.ts';
import { refuseSecretText } from '../wallet/host-outcome.ts';
import { checkFeeArguments, sendMoney } from '../wallet/send-money.ts';
import { requireSyncedWallet } from '../wallet/wallet-call.ts';

export const sendmany = defineMethod({
  name: 'sendmany',
  category: 'Wallet',
  summary:
    'Pay several addresses with one transaction. Without a node it is kept in the outbox until it is sent.\n' +
    'The wallet must have its private keys: see send where it does not.',
  params: [
    {
      name: 'dummy',
      type: 'string',
      required: false,
      usage: '""',
      default: '',
      help: 'Left out, or ""',
    },
    {
      name: 'amounts',
      type: 'dictionary',
      usage: '{"address":amount,...}',
      required: true,
      help: 'Who is paid how much',
      fields: [
        {
          name: 'address',
          type: 'amount',
          required: true,
          help: 'The key is the address, the value the amount in BTC',
        },
      ],
    },
    { name: 'minconf', type: 'number', required: false, help: 'No effect' },
    commentParam,
    {
      name: 'subtractfeefrom',
      type: 'array',
      required: false,
      help: 'Addresses that the fee is taken from in equal parts',
      fields: [{ name: 'address', type: 'string', required: false, help: '' }],
    },
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
      throw new RpcError(RpcCode.INVALID_PARAMETER, 'Dummy value must be set to ""');
    }
    checkFeeArguments(args);
    const payers = args.subtractfeefrom ?? null;
    const recipients = parseRecipients(args.amounts, payers, context.network);
    const { comment } = args;
    refuseSecretText([comment], context);
    return sendMoney({ recipients, avoidReuse: false, comment }, args, call, context);
  },
});
