import { fund, openAccount } from 'coldsign';
import { silentRecipient, withSilentRecipient } from 'coldsign/descriptor';
import { nobleSecp256k1, PrivateKey } from 'coldsign/signing';

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
const scanKey = PrivateKey.from(new Uint8Array(32).fill(1), true);
const spendKey = scanKey?.publicKey(nobleSecp256k1);
if (scanKey === undefined || spendKey === undefined) throw new Error('not a key');
const keys = { scanKey, spendKey };
const [recipient, output] = [silentRecipient(keys), psbt.outputs[0]];
const silent = recipient && output && withSilentRecipient(output, recipient);
console.log(silent?.value, silent?.scriptPubKey.length); // 39694n 0
