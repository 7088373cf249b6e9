import { runTask } from '../../signing/task.ts';
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
    const transaction = parseTransactionOfForm(hexstring, iswitness);
    return runTask(transactionResult.showTask(transaction, context, context.pause));
  },
});
