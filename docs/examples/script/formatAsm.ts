import { formatAsm } from 'coldsign/script';

console.log(formatAsm(Uint8Array.of(0x51, 0xac))); // 1 OP_CHECKSIG
