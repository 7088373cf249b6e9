import { sweep } from 'coldsign';

const { fee, coins } = sweep({
  keys: 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA',
  coins: [
    {
      txid: '11'.repeat(32),
      vout: 0,
      value: 90_000n,
      address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
      confirmations: 6,
    },
  ],
  to: 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry',
  feeRate: 1,
  network: 'regtest',
});
console.log(fee, coins.length); // 122n 1
