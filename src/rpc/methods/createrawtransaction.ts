import { encodeHex } from '../../encoding/hex.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import { defineMethod } from '../method.ts';
import { createTransactionParams } from '../params/create-transaction.ts';
import { parseUnsignedTransaction } from '../parse/transaction.ts';
import { profileRules } from '../profile.ts';

export const createrawtransaction = defineMethod({
  name: 'createrawtransaction',
  category: 'Rawtransactions',
  summary:
    'Create an unsigned transaction that spends the given inputs to the given outputs.\n' +
    'It is neither signed nor stored nor sent.',
  params: createTransactionParams,
  result: { type: 'hex', help: 'The transaction' },
  examples: [
    `createrawtransaction '[{"txid":"mytxid","vout":0}]' '[{"address":0.01}]'`,
    `-named createrawtransaction inputs='[{"txid":"mytxid","vout":0}]' outputs='[{"data":"00010203"}]' locktime=800000`,
  ],
  run(args, { network, profile }) {
    const replaceable = args.replaceable ?? profileRules(profile).replaceable;
    const transaction = parseUnsignedTransaction({ ...args, replaceable }, network);
    return encodeHex(encodeTransaction(transaction, { witness: false }));
  },
});
