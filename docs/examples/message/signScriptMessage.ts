import { judgeScriptMessage, signScriptMessage } from 'coldsign/message';
import { decodeAddress, networks } from 'coldsign/script';
import { createKeyProvider, decodeWif } from 'coldsign/signing';

const network = networks.regtest;
const key = decodeWif('cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA', network);
const scriptPubKey = decodeAddress('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', network);
if (key === undefined || 'error' in scriptPubKey) throw new Error('not of this network');
const provider = createKeyProvider({ keys: [key] });
const signature = signScriptMessage({ message: 'hello', scriptPubKey, provider });
if (typeof signature !== 'string') throw new Error(signature.error);
console.log(judgeScriptMessage({ message: 'hello', scriptPubKey, signature }).state); // valid
