import { silentTweak } from 'coldsign/descriptor';

const transaction = { version: 2, inputs: [], outputs: [], locktime: 0 };
console.log(silentTweak(transaction, [])); // undefined
