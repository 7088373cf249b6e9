import { transactionChecker } from 'coldsign/signing';

const transaction = { version: 2, inputs: [], outputs: [], locktime: 0 };
console.log(transactionChecker(transaction, [], 0).checkLockTime(0)); // false
