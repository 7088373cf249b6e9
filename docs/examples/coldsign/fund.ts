import { fund, openAccount } from 'coldsign';

const descriptor = 'wpkh(cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA)';
const account = openAccount(descriptor, { network: 'regtest' });
const coins = account.coins([
  { txid: '11'.repeat(32), vout: 0, value: 90_000n, height: 100, address: account.address(0) },
]);
const { fee, vsize, feeRate, change } = fund({
  coins,
  outputs: [{ address: account.address(0), value: 20_000n }],
  change: account,
  feeRate: 2,
});
console.log(fee, vsize, feeRate, change?.value); // 282n 141 2 69718n
