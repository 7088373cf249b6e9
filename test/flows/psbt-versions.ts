import { decodePsbt, encodePsbt, fund, openAccount, PaymentError } from 'coldsign/payment';

const account = openAccount(
  'tr([80002067/86h/1h/0h]tpubDDcTFbsSJfRfgDkmRcgCGPMQ68vPanP3U7UvMQZibWxdAhVycijVZSxZQPY4Sg6FG5rDJSXdS1oTiiXorUVytK2Lwtxcq1rEwKRgWSKgigx/<0;1>/*)',
  { network: 'regtest' },
);
const psbt = fund({
  coins: account.coins([
    {
      txid: '66'.repeat(32),
      vout: 0,
      value: 100_000,
      status: { confirmed: true },
      address: account.address(0),
    },
  ]),
  outputs: [{ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', amount: 60_000n }],
  change: account,
  feeRate: 2,
});
console.log(psbt.version, encodePsbt(psbt).slice(0, 12));

// Most devices read version 0. Nothing is lost on the way there and back.
const older = encodePsbt(psbt, 'base64', { version: 0 });
console.log(decodePsbt(older).version, older.slice(0, 12));
console.log(encodePsbt(decodePsbt(older), 'base64', { version: 2 }) === encodePsbt(psbt));

// Base64, hexadecimal and the bytes of a .psbt file are read alike.
const file = encodePsbt(psbt, 'bytes');
console.log(encodePsbt(decodePsbt(encodePsbt(psbt, 'hex'))) === encodePsbt(decodePsbt(file)));
try {
  decodePsbt(older.slice(0, 60));
} catch (error) {
  if (!(error instanceof PaymentError)) throw error;
  console.log(JSON.parse(JSON.stringify(error)).code);
}
