import { createKeyProvider, Sighash, signTransactionWith } from 'coldsign/signing';

const transaction = { version: 2, inputs: [], outputs: [], locktime: 0 };
const job = { transaction, coins: new Map(), provider: createKeyProvider({ keys: [] }) };
const signed = await signTransactionWith({ ...job, sighashType: Sighash.DEFAULT }, {});
console.log(signed.complete); // true
