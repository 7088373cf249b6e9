import { extract, fund, openAccount, sign } from 'coldsign';

const account = openAccount('wpkh(cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA)', {
  network: 'regtest',
});
const coins = account.coins([
  { txid: '11'.repeat(32), vout: 0, value: 100_000n, height: 100, address: account.address(0) },
]);
const outputs = [{ address: 'bcrt1qq6hag67dl53wl99vzg42z8eyzfz2xlkvwk6f7m', value: 60_000n }];
const { psbt } = fund({ coins, outputs, change: account, feeRate: 2 });
const signed = await sign(psbt, { keys: account });
const { txid, fee } = extract(signed.psbt);
console.log(txid, fee);
