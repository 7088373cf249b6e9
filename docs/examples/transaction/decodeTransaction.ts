import { decodeHex, decodeTransaction } from 'coldsign/transaction';

const bytes = decodeHex('02000000000000000000');
console.log(bytes && decodeTransaction(bytes, { witness: false })?.version); // 2
