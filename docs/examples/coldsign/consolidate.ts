import { consolidate, openAccount } from 'coldsign';

const descriptor = 'wpkh(cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA)';
const account = openAccount(descriptor, { network: 'regtest' });
const address = account.address(0);
const utxo = { vout: 0, value: 9_000n, height: 100, address };
const coins = account.coins([
  { ...utxo, txid: '11'.repeat(32) },
  { ...utxo, txid: '22'.repeat(32) },
]);
const [merged] = consolidate({ coins, change: account, feeRate: 1 });
console.log(merged?.psbt.inputs.length, merged?.psbt.outputs.length, merged?.fee); // 2 1 177n
