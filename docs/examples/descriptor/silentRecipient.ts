import { silentRecipient } from 'coldsign/descriptor';
import { nobleSecp256k1, PrivateKey } from 'coldsign/signing';

const scanKey = PrivateKey.from(new Uint8Array(32).fill(1), true);
const spendKey = scanKey?.publicKey(nobleSecp256k1);
if (scanKey === undefined || spendKey === undefined) throw new Error('not a key');
const keys = { scanKey, spendKey };
console.log(silentRecipient(keys, 1)?.spendKey.length, silentRecipient(keys, -1));
// 33 undefined
