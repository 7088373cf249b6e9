import { transactionChecker } from 'coldsign/signing';

const prevout = { txid: '11'.repeat(32), vout: 0 };
const input = { prevout, scriptSig: new Uint8Array(), sequence: 0, witness: [] };
const transaction = { version: 2, inputs: [input], outputs: [], locktime: 100 };
const coin = { value: 90_000n, scriptPubKey: new Uint8Array(22) };
console.log(transactionChecker(transaction, [coin], 0).checkLockTime(100)); // true
