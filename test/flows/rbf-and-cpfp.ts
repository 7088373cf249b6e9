import { extract, fund, openAccount, sign } from 'coldsign';

const account = openAccount(
  'wpkh([80002067/84h/1h/0h]tprv8ffTCHCcfVAVPC92pemiapfqGd4iserUHStagAW7KHYbXFGaZFcLrHHQCPPysA1rqcATjoWPrTrFtDPvutqMdS3oYgLvokX26uPniQ6LHBQ/<0;1>/*)',
  { network: 'regtest' },
);
const coins = account.coins([
  { txid: '11'.repeat(32), vout: 0, value: 100_000n, height: 100, address: account.address(0) },
]);
const outputs = [{ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', value: 60_000n }];
const slow = fund({ coins, outputs, change: account, feeRate: 1 });
const sent = extract((await sign(slow.psbt, { keys: account })).psbt);

// RBF: the same coins, the same payee, more fee. Change becomes smaller.
const faster = fund({ replaces: sent, change: account, feeRate: 10 });
console.log(slow.fee, faster.fee, faster.feeRate);

// CPFP: the change of the first payment pays for both transactions.
const { txid, vsize, fee = 0n, transaction } = sent;
const child = fund({
  coins: account.coins(
    transaction.outputs.flatMap(({ value, scriptPubKey }, vout) =>
      account.find(scriptPubKey) ? [{ txid, vout, value, scriptPubKey, safe: true }] : [],
    ),
    { ancestors: { [txid]: { vsize, fee } } },
  ),
  spendAll: true,
  change: account,
  packageFeeRate: 10,
});
console.log((child.fee + fee) / BigInt(child.vsize + vsize), child.psbt.inputs.length);
