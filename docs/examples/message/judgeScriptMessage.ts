import { judgeScriptMessage } from 'coldsign/message';

const scriptPubKey = Uint8Array.of(0x51);
const verdict = judgeScriptMessage({ message: 'hello', scriptPubKey, signature: 'AA==' });
console.log(verdict.state, verdict.error); // invalid SCRIPT
