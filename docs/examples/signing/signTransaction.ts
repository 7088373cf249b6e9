import { createKeyProvider, Sighash, signTransaction } from 'coldsign/signing';

const transaction = { version: 2, inputs: [], outputs: [], locktime: 0 };
const provider = createKeyProvider({ keys: [] });
const sighashType = Sighash.DEFAULT;
const signed = signTransaction({ transaction, coins: new Map(), provider, sighashType });
console.log(signed.complete, signed.errors.length); // true 0
