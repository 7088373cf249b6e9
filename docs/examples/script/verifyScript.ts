import { STANDARD_VERIFY_FLAGS, verifyScript } from 'coldsign/script';
import { transactionChecker } from 'coldsign/signing';

const empty = new Uint8Array();
const prevout = { txid: '11'.repeat(32), vout: 0 };
const input = { prevout, scriptSig: empty, sequence: 0, witness: [] };
const transaction = { version: 2, inputs: [input], outputs: [], locktime: 0 };
const checker = transactionChecker(transaction, [undefined], 0);
const failure = verifyScript(empty, Uint8Array.of(0x00), [], STANDARD_VERIFY_FLAGS, checker);
console.log(failure?.error); // EVAL_FALSE
