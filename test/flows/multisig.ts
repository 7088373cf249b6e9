import { combine, extract, formatPsbt, fund, openAccount, sign } from 'coldsign';

const keys = [
  '[80002067/48h/1h/0h]tpubDChviTdADaUFoBqG1KBS1pSXjKGKFpsMiWLacaQs3NnTCU9CvMZMxrhDqpeC7RXejhvFSYUnp2qvEy7LnR8YGPx79qe4L9NreLWbW4eNot5',
  '[80002067/48h/1h/1h]tpubDChviTdADaUFsCfVZcsvFJqXpP6SxWecaqas5SqnQA192zDpZHC5wd33caqdB11vvhezKxczi7Vo1zhy7GyUNz1TkezekKCR5uDE3RZDU2H',
  '[80002067/48h/1h/2h]tpubDChviTdADaUFsmHK96w1b6RWVEwesFBm7juaLK8RuHfjvm45BCG97YDmDhMCQqHcCNNNLGDgzwpHW6oXbfRFf8opPHc9Dw36getiKx3EVNj',
];
const account = openAccount(
  `wsh(sortedmulti(2,${keys.map((key) => `${key}/<0;1>/*`).join(',')}))`,
  { network: 'regtest' },
);
const { psbt } = fund({
  coins: account.coins([
    {
      txid: '33'.repeat(32),
      vout: 0,
      value: 100_000n,
      confirmations: 6,
      address: account.address(0),
    },
  ]),
  outputs: [{ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', value: 60_000n }],
  change: account,
  feeRate: 3,
});

// Each cosigner gets the same PSBT, on another machine, and has one key.
const third = await sign(psbt, {
  keys: 'tprv8g1ta3av5CnazJFXFTGRBgmPvDRihuzrYSJo3o68V1sM6GoJYoSYw3bu3bDXaQ6uGGofAQucdq826AmPP8LLoDvoVpQMY1w3owuZmLYA968',
});
const first = await sign(psbt, {
  keys: 'tprv8g1ta3av5CnauioU7fWqcQnRAHkP6VgT9CjoL4NZd6z4MytSHxjmnN5Mfg4QqVoepgWvBYbUHw2G4ta9Yke6RsJpLpR6X3PLW26oSbRaCTa',
});
console.log(third.complete, third.problems.map(({ cause }) => cause).join());

// In any order, in either version. An invalid signature is refused.
const both = combine(psbt, formatPsbt(third.psbt, 'base64', { version: 0 }), first.psbt);
console.log(extract(both).txid);
