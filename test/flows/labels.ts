import { fund, openAccount } from 'coldsign';
import { formatLabels, readLabels } from 'coldsign/formats';

const account = openAccount(
  'wpkh([80002067/84h/1h/0h]tprv8ffTCHCcfVAVPC92pemiapfqGd4iserUHStagAW7KHYbXFGaZFcLrHHQCPPysA1rqcATjoWPrTrFtDPvutqMdS3oYgLvokX26uPniQ6LHBQ/<0;1>/*)',
  { network: 'regtest' },
);
const coins = account.coins([
  { txid: '11'.repeat(32), vout: 0, value: 100_000n, height: 100, address: account.address(0) },
  { txid: '22'.repeat(32), vout: 1, value: 250_000n, height: 100, address: account.address(1) },
]);

// A file of labels as Sparrow and other wallets write it (BIP329), one object in each line.
const file = [
  `{"type":"output","ref":"${'11'.repeat(32)}:0","label":"salary"}`,
  `{"type":"output","ref":"${'22'.repeat(32)}:1","label":"gift, known to Bob","spendable":false}`,
].join('\n');
const read = readLabels(file) ?? { labels: [], lost: ['The file has no labels.'] };
// Lines that were skipped or are in doubt: show them to the user before anything is spent.
for (const line of read.lost) console.warn(line);

// Coin control: fund spends no frozen coin.
const frozen = read.labels.flatMap(({ type, ref, spendable }) =>
  type === 'output' && spendable === false ? [ref] : [],
);
const { psbt } = fund({
  coins,
  frozen,
  outputs: [{ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', value: 60_000n }],
  change: account,
  feeRate: 2,
});
console.log(psbt.inputs.length, psbt.inputs[0]?.prevout.txid.startsWith('11'));

// Freeze another coin, and hand the labels on.
const salary = { type: 'output', ref: `${'11'.repeat(32)}:0`, spendable: false } as const;
console.log(
  formatLabels([...read.labels, salary])
    .trim()
    .split('\n').length,
);
