import { formatPsbt, fund, openAccount, parsePsbt } from 'coldsign';

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
const older = formatPsbt(psbt, 'base64', { version: 0 });
console.log(parsePsbt(older).version, formatPsbt(psbt, 'bytes').length); // 0 285
