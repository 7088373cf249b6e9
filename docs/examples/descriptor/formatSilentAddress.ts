import { formatSilentAddress, silentRecipient } from 'coldsign/descriptor';
import { networks } from 'coldsign/script';
import { nobleSecp256k1, PrivateKey } from 'coldsign/signing';

const scanKey = PrivateKey.from(new Uint8Array(32).fill(1), true);
const spendKey = scanKey?.publicKey(nobleSecp256k1);
if (scanKey === undefined || spendKey === undefined) throw new Error('not a key');
const keys = { scanKey, spendKey };
const recipient = silentRecipient(keys);
console.log(recipient && formatSilentAddress(recipient, networks.main).length); // 116
