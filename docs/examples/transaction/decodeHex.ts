import { decodeHex } from 'coldsign/transaction';

console.log(decodeHex('00ff')?.length, decodeHex('0x00')); // 2 undefined
