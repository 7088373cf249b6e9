import { buildScript, formatAsm, Op } from 'coldsign/script';

console.log(formatAsm(buildScript(Op.HASH160, new Uint8Array(2), Op.EQUAL)));
// OP_HASH160 0 OP_EQUAL
