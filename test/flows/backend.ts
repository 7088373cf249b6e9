import {
  type EsploraUtxo,
  extract,
  fromEsplora,
  fund,
  isColdsignError,
  openAccount,
  sign,
} from 'coldsign';

/** Stands for fetch(`https://your-esplora/api${path}`). */
const esplora = async (path: string): Promise<string> =>
  path.endsWith('/hex')
    ? '020000000177777777777777777777777777777777777777777777777777777777777777770100000000ffffffff01c8af0000000000001976a9143da31af1bb61a617e2f956d99c9a2a9099b938ba88ac00000000'
    : '[{ "txid": "73d1c3729888c81c66878ee2a99b998db9c6ec7c10e3c9e5c12729bb7b624aa1", "vout": 0, "value": 45000, "status": { "confirmed": true, "block_height": 101 } }]';

const account = openAccount(
  'pkh([80002067/44h/1h/0h]tprv8gir7wQa9BN1m3LGK4m4vXKKYkmvjqSkxfoDTS163jpLKfZmZznuQrj2fu9f9F5pB8WF8chhRFLRtLUnQuuNbnTDFjp86xF2Ffizip81YX9/<0;1>/*)',
  { network: 'regtest' },
);
const address = account.address(1);
const listed: EsploraUtxo[] = JSON.parse(await esplora(`/address/${address}/utxo`));
// A legacy coin needs the transaction that made it. For other coins it proves the amount.
const utxos = await Promise.all(
  listed.map(async (utxo) => ({ ...utxo, hex: await esplora(`/tx/${utxo.txid}/hex`) })),
);
const pay = (value: bigint) =>
  fund({
    coins: account.coins(fromEsplora(utxos, { address, index: 1 })),
    outputs: [{ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', value }],
    change: account,
    feeRate: 12.5,
  });
const { psbt } = await sign(pay(30_000n).psbt, { keys: account });
const { hex, txid, vsize, fee } = extract(psbt);
console.log(txid, vsize, fee, hex.length); // hex goes to POST /tx

try {
  pay(3_000_000n);
} catch (error) {
  if (isColdsignError(error, 'INSUFFICIENT_FUNDS')) console.log(error.code, error.hint);
}
