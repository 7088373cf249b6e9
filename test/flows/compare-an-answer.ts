import { formatPsbt, fund, openAccount, parsePsbt, sign } from 'coldsign';
import { checkSigned } from 'coldsign/review';
import { networks } from 'coldsign/script';

const account = openAccount(
  'wpkh([80002067/84h/1h/0h]tprv8ffTCHCcfVAVPC92pemiapfqGd4iserUHStagAW7KHYbXFGaZFcLrHHQCPPysA1rqcATjoWPrTrFtDPvutqMdS3oYgLvokX26uPniQ6LHBQ/<0;1>/*)',
  { network: 'regtest' },
);
const coins = account.coins([
  { txid: '11'.repeat(32), vout: 0, value: 100_000n, height: 100, address: account.address(0) },
]);
const pay = (address: string) =>
  fund({ coins, outputs: [{ address, value: 60_000n }], change: account, feeRate: 2 }).psbt;
const sent = pay('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080');

// Two devices in this example: an honest one, and one that pays a thief.
const honest = (await sign(sent, { keys: account })).psbt;
const thief = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
const forged = (await sign(pay(thief), { keys: account })).psbt;

const network = networks.regtest;
for (const answer of [honest, forged, sent].map((psbt) => formatPsbt(psbt))) {
  const { isFine, signatures, changes } = checkSigned(sent, parsePsbt(answer), { network });
  console.log(isFine, signatures.length);
  for (const { text, isHarmless } of changes) if (!isHarmless) console.log(text);
}
