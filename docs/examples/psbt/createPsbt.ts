import { createPsbt } from 'coldsign/psbt';

const transaction = { version: 2, inputs: [], outputs: [], locktime: 0 };
console.log(createPsbt(transaction, 2).version); // 2
