import { extract, fund, isColdsignError, openAccount, sign } from 'coldsign';

const account = openAccount(
  'wpkh([80002067/84h/1h/0h]tprv8ffTCHCcfVAVPC92pemiapfqGd4iserUHStagAW7KHYbXFGaZFcLrHHQCPPysA1rqcATjoWPrTrFtDPvutqMdS3oYgLvokX26uPniQ6LHBQ/<0;1>/*)',
  { network: 'regtest' },
);
const coins = account.coins([
  { txid: '11'.repeat(32), vout: 0, value: 100_000n, height: 100, address: account.address(0) },
]);
const outputs = [{ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', value: 60_000n }];
const payment = fund({ coins, outputs, change: account, feeRate: 2 });
const sent = extract((await sign(payment.psbt, { keys: account })).psbt);

// The payment is unconfirmed. All its money goes to an unused address of the account.
const cancelled = fund({ replaces: sent, cancel: true, change: account, feeRate: 10 });
const final = extract((await sign(cancelled.psbt, { keys: account })).psbt);
for (const { value, scriptPubKey } of final.transaction.outputs) {
  console.log(cancelled.fee, value, account.find(scriptPubKey)?.side);
}

// An empty list of payees does not cancel a payment.
try {
  fund({ replaces: sent, outputs: [], change: account, feeRate: 10 });
} catch (error) {
  if (isColdsignError(error, 'WRONG_ARGUMENT')) console.log(error.hint);
}
