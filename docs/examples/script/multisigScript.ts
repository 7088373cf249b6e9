import { multisigScript } from 'coldsign/script';
import { decodeHex } from 'coldsign/transaction';

const keys = [
  '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5',
].flatMap((key) => decodeHex(key) ?? []);
console.log(multisigScript(2, keys).length); // 71
