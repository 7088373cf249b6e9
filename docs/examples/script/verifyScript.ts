import { STANDARD_VERIFY_FLAGS, verifyScript } from 'coldsign/script';
import { transactionChecker } from 'coldsign/signing';

const transaction = { version: 2, inputs: [], outputs: [], locktime: 0 };
const checker = transactionChecker(transaction, [], 0);
const empty = new Uint8Array();
const failure = verifyScript(empty, Uint8Array.of(0x00), [], STANDARD_VERIFY_FLAGS, checker);
console.log(failure?.error); // EVAL_FALSE
