import { fund, openAccount, reviewFirst, screenPolicy, sign } from 'coldsign';

const account = openAccount(
  'wpkh([80002067/84h/1h/0h]tprv8ffTCHCcfVAVPC92pemiapfqGd4iserUHStagAW7KHYbXFGaZFcLrHHQCPPysA1rqcATjoWPrTrFtDPvutqMdS3oYgLvokX26uPniQ6LHBQ/<0;1>/*)',
  { network: 'regtest' },
);
const coins = account.coins([
  { txid: '11'.repeat(32), vout: 0, value: 100_000n, height: 100, address: account.address(0) },
  { txid: '22'.repeat(32), vout: 1, value: 80_000n, height: 100, address: account.address(1) },
]);
const outputs = [{ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', value: 150_000n }];
const { psbt } = fund({ coins, outputs, change: account, feeRate: 3 });
const approve = reviewFirst({
  account,
  coins,
  policy: screenPolicy,
  confirm: ({ outputs, fee, findings }) => {
    console.log(outputs.map(({ role, value }) => `${role} ${value}`).join(', '));
    console.log(fee, findings.map(({ id }) => id).join());
    return true; // Ask a person here.
  },
});
console.log((await sign(psbt, { keys: account, approve })).complete);
