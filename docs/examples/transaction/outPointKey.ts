import { outPointKey } from 'coldsign/transaction';

console.log(outPointKey({ txid: '11'.repeat(32), vout: 1 }).slice(-4)); // 11:1
