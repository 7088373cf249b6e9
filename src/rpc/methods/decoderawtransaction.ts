import { RpcCode, RpcError } from '../error.ts';
import { defineMethod } from '../method.ts';
import { isWitnessParam } from '../params/signing.ts';
import { decodeHexTransaction } from '../parse/raw-transaction.ts';
import { transactionFields } from '../results/transaction.ts';
import { shapeTransaction } from '../shape/transaction.ts';

export const decoderawtransaction = defineMethod({
  name: 'decoderawtransaction',
  category: 'Rawtransactions',
  summary: 'Show a raw transaction.',
  params: [
    { name: 'hexstring', type: 'string', required: true, help: 'The transaction in hexadecimal' },
    isWitnessParam,
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
