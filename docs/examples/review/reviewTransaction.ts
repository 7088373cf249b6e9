import { networks, reviewTransaction } from 'coldsign/review';
import { createKeyProvider, nobleSecp256k1 } from 'coldsign/signing';

const transaction = { version: 2, inputs: [], outputs: [], locktime: 0 };
const provider = createKeyProvider({ keys: [] });
const known = { coins: new Map(), provider, secp256k1: nobleSecp256k1 };
console.log(reviewTransaction(transaction, known, { network: networks.main }).fee); // 0n
