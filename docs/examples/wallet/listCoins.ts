import { openAccount } from 'coldsign';
import { createCoinSource, listCoins } from 'coldsign/wallet';

const descriptor = 'wpkh(cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA)';
const account = openAccount(descriptor, { network: 'regtest' });
const tip = { height: 840_000, hash: '00'.repeat(32), time: 1_713_571_767 };
const backend = { tip: async () => tip, transactions: async () => [] };
const source = createCoinSource(backend, { network: 'regtest' });
console.log((await listCoins(source, account, { gapLimit: 5 })).coins.length); // 0
