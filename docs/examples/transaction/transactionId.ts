import { transactionId } from 'coldsign/transaction';

const transaction = { version: 2, inputs: [], outputs: [], locktime: 0 };
console.log(transactionId(transaction).length); // 64
