import { str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { isWitnessParam } from '../params/signing-params.ts';
import { parseTransactionOfForm } from '../parse/raw-transaction.ts';
import { transactionResult } from '../results/transaction-result.ts';

export const decoderawtransaction = defineMethod({
  name: 'decoderawtransaction',
  category: 'Rawtransactions',
  summary: 'Decode a raw transaction.',
  params: [str('hexstring', 'The transaction in hexadecimal'), isWitnessParam],
  result: transactionResult,
  examples: ['decoderawtransaction "hexstring"'],
  run({ hexstring, iswitness }, context) {
    return transactionResult.show(parseTransactionOfForm(hexstring, iswitness), context);
  },
});
