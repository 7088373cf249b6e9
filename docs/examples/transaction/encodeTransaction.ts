import { encodeTransaction } from 'coldsign/transaction';

const transaction = { version: 2, inputs: [], outputs: [], locktime: 0 };
console.log(encodeTransaction(transaction).length); // 10
