import { transactionWeight } from 'coldsign/transaction';

const transaction = { version: 2, inputs: [], outputs: [], locktime: 0 };
console.log(transactionWeight(transaction)); // 40
