import { createPsbt, encodePsbt } from 'coldsign/psbt';

const transaction = { version: 2, inputs: [], outputs: [], locktime: 0 };
console.log(encodePsbt(createPsbt(transaction, 0))?.length); // 19
