import { silentPrivateKey } from 'coldsign/descriptor';
import { PrivateKey } from 'coldsign/signing';

const spendKey = PrivateKey.from(new Uint8Array(32).fill(1), true);
if (spendKey === undefined) throw new Error('not a key');
const tweak = new Uint8Array(32).fill(2);
console.log(silentPrivateKey(spendKey, tweak)?.length); // 32
