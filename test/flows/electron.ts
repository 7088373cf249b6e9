import {
  formatPsbt,
  fund,
  isColdsignError,
  openAccount,
  parsePsbt,
  reviewFirst,
  sign,
} from 'coldsign';

// The main process has the keys. It answers with plain values: IPC drops the code of an error.
const account = openAccount(
  'wpkh([80002067/84h/1h/0h]tprv8ffTCHCcfVAVPC92pemiapfqGd4iserUHStagAW7KHYbXFGaZFcLrHHQCPPysA1rqcATjoWPrTrFtDPvutqMdS3oYgLvokX26uPniQ6LHBQ/<0;1>/*)',
  { network: 'regtest' },
);
async function onSign(text: string) {
  try {
    // In Electron: `confirm` shows the outputs and the fee with dialog.showMessageBox.
    const confirm = ({ outputs }: { outputs: readonly unknown[] }) => outputs.length === 2;
    const approve = reviewFirst({ account, confirm });
    const { psbt, complete } = await sign(parsePsbt(text), { keys: account, approve });
    return { psbt: formatPsbt(psbt, 'base64'), complete };
  } catch (error) {
    if (!isColdsignError(error)) throw error;
    return { code: error.code, hint: error.hint };
  }
}

// The window has a public account and makes the payment. In Electron: ipcRenderer.invoke.
const watching = openAccount(account.descriptors, { network: 'regtest' });
const utxo = { txid: '11'.repeat(32), vout: 0, value: 100_000n, height: 100 };
const coins = watching.coins([{ ...utxo, address: watching.address(0) }]);
const outputs = [{ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', value: 60_000n }];
const { psbt } = fund({ coins, outputs, change: watching, feeRate: 3 });
console.log((await onSign(formatPsbt(psbt, 'base64'))).complete);
console.log((await onSign('cHNidP8=')).code);
