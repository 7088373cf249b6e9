import { formatPsbt, fund, openAccount, parsePsbt, sign } from 'coldsign';

// service-worker.js has no key. It may end at any time: what must last is in `state`, which an app
// keeps in IndexedDB.
const state = {
  descriptor:
    'wpkh([80002067/84h/1h/0h]tpubDCMVLhErorrAGfApiJSJzEKwqeaf2z3NrkVMxgYQjZLzMjXMBeRw2muGNYbvaekAE8rUFLftyEar4LdrG2wXyyTJQZ26zptmeTEjPTaATts/<0;1>/*)',
  next: { receive: 0, change: 0 },
};
function onMessage(order: { address: string; value: bigint }): { psbt: string; fee: bigint } {
  const account = openAccount(state.descriptor, { network: 'regtest', next: state.next });
  // In an app: fetch them, and pass the list through fromEsplora.
  const utxo = { txid: '11'.repeat(32), vout: 0, value: 100_000n, height: 100 };
  const coins = account.coins([{ ...utxo, address: account.address(0) }]);
  const { psbt, fee, change } = fund({ coins, outputs: [order], change: account, feeRate: 3 });
  state.next = change?.next ?? state.next;
  return { psbt: formatPsbt(psbt, 'base64'), fee };
}

// The page: in an app, postMessage to navigator.serviceWorker. The page signs.
const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const { psbt, fee } = onMessage({ address, value: 60_000n });
const signed = await sign(parsePsbt(psbt), {
  keys: 'wpkh([80002067/84h/1h/0h]tprv8ffTCHCcfVAVPC92pemiapfqGd4iserUHStagAW7KHYbXFGaZFcLrHHQCPPysA1rqcATjoWPrTrFtDPvutqMdS3oYgLvokX26uPniQ6LHBQ/<0;1>/*)',
});
console.log(signed.complete, fee, state.next.change);
