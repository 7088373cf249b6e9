import { combine, extract, formatPsbt, fund, openAccount, sign } from 'coldsign';
import { createFrameReader, encodeFrames, qrMatrix, qrSvg } from 'coldsign/transport';

const account = openAccount(
  'wpkh([80002067/84h/1h/0h]tprv8ffTCHCcfVAVPC92pemiapfqGd4iserUHStagAW7KHYbXFGaZFcLrHHQCPPysA1rqcATjoWPrTrFtDPvutqMdS3oYgLvokX26uPniQ6LHBQ/<0;1>/*)',
  { network: 'regtest' },
);
const coins = account.coins([
  { txid: '11'.repeat(32), vout: 0, value: 100_000n, height: 100, address: account.address(0) },
]);
const outputs = [{ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', value: 60_000n }];
const { psbt } = fund({ coins, outputs, change: account, feeRate: 3 });

// Shown as frames, one after the other.
const frames = encodeFrames({ kind: 'psbt', bytes: formatPsbt(psbt, 'bytes') }, { as: 'ur' });
if ('at' in frames) console.log(qrSvg(qrMatrix(frames.at(0)) ?? []).startsWith('<svg'));

// Read from the camera, in any order. Here the device's answer is one text.
const answer = formatPsbt((await sign(psbt, { keys: account })).psbt);
const reading = createFrameReader().receive(answer);
if (reading.status === 'done' && reading.value.kind === 'psbt') {
  console.log(extract(combine(psbt, reading.value.bytes)).fee);
}
