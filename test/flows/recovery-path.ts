import { extract, fund, openAccount, sign } from 'coldsign';

// The owner's key spends at any time; the heir's after 144 blocks.
const owner =
  '[80002067/48h/1h/0h]tpubDChviTdADaUFoBqG1KBS1pSXjKGKFpsMiWLacaQs3NnTCU9CvMZMxrhDqpeC7RXejhvFSYUnp2qvEy7LnR8YGPx79qe4L9NreLWbW4eNot5/<0;1>/*';
const heir =
  '[80002067/48h/1h/1h]tpubDChviTdADaUFsCfVZcsvFJqXpP6SxWecaqas5SqnQA192zDpZHC5wd33caqdB11vvhezKxczi7Vo1zhy7GyUNz1TkezekKCR5uDE3RZDU2H/<0;1>/*';
const account = openAccount(`wsh(or_d(pk(${owner}),and_v(v:pkh(${heir}),older(144))))`, {
  network: 'regtest',
});
const coins = account.coins([
  {
    txid: '55'.repeat(32),
    vout: 0,
    value: 1_000_000n,
    confirmations: 200,
    address: account.address(0),
  },
]);
const order = {
  coins,
  outputs: [
    {
      address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
      value: 1_000_000n,
      subtractFee: true,
    },
  ],
  change: account,
  feeRate: 5,
  spendAll: true,
};
const keys =
  'tprv8g1ta3av5CnayjdhfyDKquBRFMaWoBTi1Xz5nvoUytCkCVy3vtNVm8RBSSdBRenhAYpTrF8aa4tQKeoghQw3H93muLbZMgDD8s2mLZrs4pb';

// With the sequence of every payment the heir's path is closed, and the problem says what opens it.
const early = await sign(fund(order).psbt, { keys });
console.log(early.complete, early.problems[0]?.locks.join());

// The path that a number of `spendingPaths` names: its sequence and its exact size follow.
const late = await sign(fund({ ...order, path: 1 }).psbt, { keys });
console.log(late.complete, extract(late.psbt).transaction.inputs[0]?.sequence);
