import { consolidate, openAccount, sign, splitBatch } from 'coldsign';

const account = openAccount(
  'wpkh([80002067/84h/1h/0h]tprv8ffTCHCcfVAVPC92pemiapfqGd4iserUHStagAW7KHYbXFGaZFcLrHHQCPPysA1rqcATjoWPrTrFtDPvutqMdS3oYgLvokX26uPniQ6LHBQ/<0;1>/*)',
  { network: 'regtest' },
);
const coins = account.coins(
  [5, 6, 7].map((i) => ({
    txid: `${i}`.repeat(64),
    vout: 0,
    value: 90_000_000n,
    height: 100,
    address: account.address(i),
  })),
);
const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const outputs = Array.from({ length: 3_500 }, () => ({ address, value: 20_000n }));

// More than one transaction can contain: two that nodes relay, each from different coins.
const payments = splitBatch({ coins, outputs, change: account, feeRate: 5 });
let next = account.next;
for (const { psbt, vsize, change } of payments) {
  const { complete } = await sign(psbt, { keys: account });
  console.log(complete, psbt.outputs.length, vsize < 100_000, change?.index);
  next = change?.next ?? next; // Keep the positions for change.
}

// Merge coins when fees are low.
const [merge] = consolidate({ coins, change: account.withNext(next), feeRate: 1 });
console.log(merge?.psbt.inputs.length, merge?.psbt.outputs.length);
