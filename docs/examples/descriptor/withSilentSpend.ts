import { fund, openAccount } from 'coldsign';
import { withSilentSpend } from 'coldsign/descriptor';

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
const [input] = psbt.inputs;
const origin = { fingerprint: new Uint8Array(4), path: [] };
const spendKey = { publicKey: new Uint8Array(33).fill(2), origin };
const spent = input && withSilentSpend(input, new Uint8Array(32).fill(1), spendKey);
console.log((spent?.unknown.length ?? 0) > 0); // true
