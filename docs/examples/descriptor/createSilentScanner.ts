import { createSilentScanner } from 'coldsign/descriptor';
import { nobleSecp256k1, PrivateKey } from 'coldsign/signing';

const scanKey = PrivateKey.from(new Uint8Array(32).fill(1), true);
const spendKey = scanKey?.publicKey(nobleSecp256k1);
if (scanKey === undefined || spendKey === undefined) throw new Error('not a key');
const keys = { scanKey, spendKey };
const scanner = createSilentScanner(keys, [1, 2]);
console.log(typeof scanner.scan); // function
