import { transactionId, witnessTransactionId } from 'coldsign/transaction';

const transaction = { version: 2, inputs: [], outputs: [], locktime: 0 };
console.log(witnessTransactionId(transaction) === transactionId(transaction)); // true
