import { RpcCode, RpcError } from '../error.ts';
import { defineMethod } from '../method.ts';
import { decodeHexTransaction } from '../parse/raw-transaction.ts';
import { transactionFields } from '../results/transaction.ts';
import { shapeTransaction } from '../shape/transaction.ts';

export const decoderawtransaction = defineMethod({
  name: 'decoderawtransaction',
  category: 'Rawtransactions',
  summary: 'Show a raw transaction.',
  params: [
    { name: 'hexstring', type: 'string', required: true, help: 'The transaction in hexadecimal' },
    {
      name: 'iswitness',
      type: 'bool',
      required: false,
      defaultHint: 'whichever makes sense',
      help:
        'Whether it is in the form with witnesses: true tries this form only, false the other one only.\n' +
        'The forms can be mistaken for each other when there are no inputs.',
    },
  ],
  result: { type: 'object', help: '', fields: transactionFields({ ofWallet: false }) },
  examples: ['decoderawtransaction "hexstring"'],
  run({ hexstring, iswitness }, context) {
    const transaction = decodeHexTransaction(hexstring, {
      witness: iswitness ?? true,
      legacy: !(iswitness ?? false),
    });
    if (transaction !== undefined) return shapeTransaction(transaction, context);
    throw new RpcError(RpcCode.DESERIALIZATION_ERROR, 'TX decode failed');
  },
});
