import { p2trScript } from 'coldsign/script';
import { decodeHex } from 'coldsign/transaction';

const hex = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const outputKey = decodeHex(hex) ?? new Uint8Array();
console.log(p2trScript(outputKey).length); // 34
