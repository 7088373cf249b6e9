import { openAccount, splitBatch } from 'coldsign';

const descriptor = 'wpkh(cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA)';
const account = openAccount(descriptor, { network: 'regtest' });
const coins = account.coins([
  { txid: '11'.repeat(32), vout: 0, value: 90_000n, height: 100, address: account.address(0) },
]);
const address = account.address(0);
const outputs = [10_000n, 20_000n].map((value) => ({ address, value }));
const payments = splitBatch({ coins, outputs, change: account, feeRate: 2 });
console.log(payments.length, payments[0]?.psbt.outputs.length); // 1 3
