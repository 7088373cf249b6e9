import {
  fund,
  isColdsignError,
  openAccount,
  type Psbt,
  type SigningProgress,
  sign,
} from 'coldsign';

// worker.js: it signs, and reads messages meanwhile.
type Answer = { progress?: SigningProgress; signed?: Psbt; error?: unknown };
let running = new AbortController();
async function onMessage(
  asked: { psbt: Psbt; keys: string } | 'cancel',
  post: (answer: Answer) => void,
) {
  if (asked === 'cancel') return running.abort();
  running = new AbortController();
  const { signal } = running;
  const onProgress = (progress: SigningProgress) => post({ progress });
  await sign(asked.psbt, { keys: asked.keys, signal, onProgress }).then(
    ({ psbt }) => post({ signed: psbt }),
    (error) => post({ error }),
  );
}

// page.js: an app sends the messages by postMessage. Here the user cancels the first call.
const keys =
  'wpkh([80002067/84h/1h/0h]tprv8ffTCHCcfVAVPC92pemiapfqGd4iserUHStagAW7KHYbXFGaZFcLrHHQCPPysA1rqcATjoWPrTrFtDPvutqMdS3oYgLvokX26uPniQ6LHBQ/<0;1>/*)';
const account = openAccount(keys, { network: 'regtest' });
const utxos = Array.from({ length: 40 }, (_, vout) => {
  return { txid: '11'.repeat(32), vout, value: 10_000n, height: 100, address: account.address(0) };
});
const outputs = [{ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', value: 390_000n }];
const { psbt } = fund({ coins: account.coins(utxos), outputs, change: account, feeRate: 1 });
await onMessage({ psbt, keys }, ({ progress, error }) => {
  if (progress?.step === 'sign') onMessage('cancel', () => {});
  if (error !== undefined) console.log('cancelled:', isColdsignError(error, 'ABORTED'));
});
await onMessage({ psbt, keys }, ({ progress, signed }) => {
  if (progress && progress.done === progress.total) console.log(progress.step, progress.total);
  if (signed !== undefined) console.log('signed:', signed.inputs.length, 'inputs');
});
