import { encodeHex } from 'coldsign/transaction';

console.log(encodeHex(Uint8Array.of(0, 255))); // 00ff
