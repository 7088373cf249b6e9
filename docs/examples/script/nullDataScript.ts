import { formatAsm, nullDataScript } from 'coldsign/script';

console.log(formatAsm(nullDataScript(new Uint8Array(6).fill(1)))); // OP_RETURN 010101010101
