import { extract, fund, openAccount, sign } from 'coldsign';
import { finalTxid } from 'coldsign/psbt';

const descriptor = 'wpkh(cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA)';
const account = openAccount(descriptor, { network: 'regtest' });
const coins = account.coins([
  { txid: '11'.repeat(32), vout: 0, value: 90_000n, height: 100, address: account.address(0) },
]);
const to = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
const { psbt } = fund({
  coins,
  outputs: [{ address: to, value: 50_000n }],
  change: account,
  feeRate: 2,
});
const txid = finalTxid(psbt);
const signed = await sign(psbt, { keys: account });
console.log(extract(signed.psbt).txid === txid); // true
