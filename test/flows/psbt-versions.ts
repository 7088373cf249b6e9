import { formatPsbt, fund, isColdsignError, openAccount, parsePsbt } from 'coldsign';

const account = openAccount(
  'tr([80002067/86h/1h/0h]tpubDDcTFbsSJfRfgDkmRcgCGPMQ68vPanP3U7UvMQZibWxdAhVycijVZSxZQPY4Sg6FG5rDJSXdS1oTiiXorUVytK2Lwtxcq1rEwKRgWSKgigx/<0;1>/*)',
  { network: 'regtest' },
);
const { psbt } = fund({
  coins: account.coins([
    {
      txid: '66'.repeat(32),
      vout: 0,
      value: 100_000n,
      confirmations: 6,
      address: account.address(0),
    },
  ]),
  outputs: [{ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', value: 60_000n }],
  change: account,
  feeRate: 2,
});
console.log(psbt.version, formatPsbt(psbt).slice(0, 12));

// Most devices read version 0. Nothing is lost on the way there and back.
const older = formatPsbt(psbt, 'base64', { version: 0 });
console.log(parsePsbt(older).version, older.slice(0, 12));
console.log(formatPsbt(parsePsbt(older), 'base64', { version: 2 }) === formatPsbt(psbt));

// Base64, hexadecimal and the bytes of a .psbt file are read alike.
const file = formatPsbt(psbt, 'bytes');
console.log(formatPsbt(parsePsbt(formatPsbt(psbt, 'hex'))) === formatPsbt(parsePsbt(file)));
try {
  parsePsbt(older.slice(0, 60));
} catch (error) {
  console.log(isColdsignError(error, 'INVALID_PSBT'));
}
