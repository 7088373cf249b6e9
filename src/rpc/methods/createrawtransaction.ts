import { encodeHex } from '../../encoding/hex.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import { hex } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { createTransactionParams } from '../params/create-transaction-params.ts';
import { plainOutputs } from '../parse/outputs.ts';
import { parseUnsignedTransaction } from '../parse/transaction-arguments.ts';
import { profileRules } from '../profile.ts';

export const createrawtransaction = defineMethod({
  name: 'createrawtransaction',
  category: 'Rawtransactions',
  summary:
    'Create an unsigned transaction that spends the given inputs to the given outputs.\n' +
    'It is neither signed nor stored nor sent.',
  params: createTransactionParams,
  result: hex('', 'The transaction'),
  examples: [
    `createrawtransaction '[{"txid":"mytxid","vout":0}]' '[{"address":0.01}]'`,
    `-named createrawtransaction inputs='[{"txid":"mytxid","vout":0}]' outputs='[{"data":"00010203"}]' locktime=800000`,
  ],
  run(args, context) {
    const replaceable = args.replaceable ?? profileRules(context.profile).replaceable;
    const reading = plainOutputs(context, 'Use createpsbt, walletcreatefundedpsbt or send.');
    const transaction = parseUnsignedTransaction({ ...args, replaceable }, reading);
    return encodeHex(encodeTransaction(transaction, { witness: false }));
  },
});
