import { p2pkScript } from 'coldsign/script';
import { decodeHex } from 'coldsign/transaction';

const hex = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const key = decodeHex(hex) ?? new Uint8Array();
console.log(p2pkScript(key).length); // 35
