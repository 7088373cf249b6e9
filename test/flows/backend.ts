import { encodePsbt, extract, fund, openAccount, PaymentError, sign } from 'coldsign/payment';

/** Stands for fetch(`https://your-esplora/api${path}`). */
const esplora = async (path: string): Promise<string> => {
  if (path.endsWith('/hex'))
    return '020000000177777777777777777777777777777777777777777777777777777777777777770100000000ffffffff01c8af0000000000001976a9143da31af1bb61a617e2f956d99c9a2a9099b938ba88ac00000000';
  const txid = '73d1c3729888c81c66878ee2a99b998db9c6ec7c10e3c9e5c12729bb7b624aa1';
  return JSON.stringify([
    { txid, vout: 0, value: 45_000, status: { confirmed: true, block_height: 101 } },
  ]);
};

const account = openAccount(
  'pkh([80002067/44h/1h/0h]tprv8gir7wQa9BN1m3LGK4m4vXKKYkmvjqSkxfoDTS163jpLKfZmZznuQrj2fu9f9F5pB8WF8chhRFLRtLUnQuuNbnTDFjp86xF2Ffizip81YX9/<0;1>/*)',
  { network: 'regtest' },
);
const address = account.address(1);
type Utxo = { txid: string; vout: number; value: number; status: { confirmed: boolean } };
const listed: Utxo[] = JSON.parse(await esplora(`/address/${address}/utxo`));
// A legacy coin is signed for with the transaction that made it; of any other it proves the amount.
const utxos = await Promise.all(
  listed.map(async (utxo) => ({ ...utxo, address, hex: await esplora(`/tx/${utxo.txid}/hex`) })),
);

const pay = (amount: bigint) =>
  fund({
    coins: account.coins(utxos),
    outputs: [{ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', amount }],
    change: account,
    feeRate: 12.5,
  });
const signed = await sign(pay(30_000n), { keys: account });
if (!signed.complete) throw new Error(encodePsbt(signed.psbt));
const { hex, txid, vsize, fee } = extract(signed.psbt);
console.log(txid, vsize, fee, hex.length); // hex goes to POST /tx

try {
  pay(3_000_000n);
} catch (error) {
  if (!(error instanceof PaymentError)) throw error;
  console.log(error.code, error.hint);
}
