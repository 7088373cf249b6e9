import { multisigScript } from 'coldsign/script';

const keys = [new Uint8Array(33).fill(2), new Uint8Array(33).fill(3)];
console.log(multisigScript(2, keys).length); // 71
