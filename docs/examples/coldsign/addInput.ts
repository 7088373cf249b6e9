import { addInput, fund, openAccount } from 'coldsign';

const descriptor = 'wpkh(cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA)';
const account = openAccount(descriptor, { network: 'regtest' });
const [first, second] = account.coins([
  { txid: '11'.repeat(32), vout: 0, value: 90_000n, height: 100, address: account.address(0) },
  { txid: '22'.repeat(32), vout: 0, value: 10_000n, height: 100, address: account.address(0) },
]);
if (!first || !second) throw new Error('no coins');
const to = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
const { psbt } = fund({
  coins: [first],
  outputs: [{ address: to, value: 50_000n }],
  change: account,
  feeRate: 2,
  psbtVersion: 0,
});
console.log(addInput(psbt, second).inputs.length); // 2
