import { extract, fund, openAccount, sign } from 'coldsign';
import { createWorkers } from 'coldsign/workers';

const account = openAccount(
  'wpkh([80002067/84h/1h/0h]tprv8ffTCHCcfVAVPC92pemiapfqGd4iserUHStagAW7KHYbXFGaZFcLrHHQCPPysA1rqcATjoWPrTrFtDPvutqMdS3oYgLvokX26uPniQ6LHBQ/<0;1>/*)',
  { network: 'regtest' },
);
const txid = (i: number) => i.toString(16).padStart(64, '0');
const utxos = Array.from({ length: 20 }, (_, i) => ({
  txid: txid(i + 1),
  vout: 0,
  value: 10_000n,
  confirmations: 6,
  address: account.address(i),
}));
const { psbt } = fund({
  coins: account.coins(utxos),
  outputs: [{ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', value: 150_000n }],
  change: account,
  feeRate: 2,
  spendAll: true,
});

const threads = createWorkers({ threads: 2 });
const shared = await sign(psbt, { keys: account, threads });
await threads.close();
const alone = await sign(psbt, { keys: account });
console.log(shared.complete, extract(shared.psbt).hex === extract(alone.psbt).hex);
