import {
  decodePsbt,
  encodePsbt,
  extract,
  fund,
  openAccount,
  PaymentError,
  type PsbtDevice,
  sign,
} from 'coldsign/payment';

const account = openAccount(
  'wpkh([80002067/84h/1h/0h]tpubDCMVLhErorrAGfApiJSJzEKwqeaf2z3NrkVMxgYQjZLzMjXMBeRw2muGNYbvaekAE8rUFLftyEar4LdrG2wXyyTJQZ26zptmeTEjPTaATts/<0;1>/*)',
  { network: 'regtest' },
);
const address = account.address(3);
const psbt = fund({
  coins: account.coins([
    { txid: '44'.repeat(32), vout: 0, value: 100_000, status: { confirmed: true }, address },
  ]),
  outputs: [{ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', amount: 60_000n }],
  change: account,
  feeRate: 2,
});

// Stands for a device: it is handed the whole PSBT in base64 and gives it back with signatures.
const key =
  'tprv8ffTCHCcfVAVPC92pemiapfqGd4iserUHStagAW7KHYbXFGaZFcLrHHQCPPysA1rqcATjoWPrTrFtDPvutqMdS3oYgLvokX26uPniQ6LHBQ';
const device: PsbtDevice = {
  psbtVersion: 0, // what it understands
  signPsbt: async (base64) => {
    return encodePsbt((await sign(decodePsbt(base64), { keys: key })).psbt);
  },
};
const signed = await sign(psbt, { device });
console.log(signed.complete, extract(signed.psbt).fee);

// What comes back is taken only if it is the same transaction, and every signature holds.
const thief: PsbtDevice = {
  signPsbt: () => {
    const outputs = psbt.outputs.map((output) => ({ ...output, amount: output.value - 1n }));
    return { ...psbt, outputs };
  },
};
try {
  await sign(psbt, { device: thief });
} catch (error) {
  if (!(error instanceof PaymentError)) throw error;
  console.log(error.code);
}

// A signer that is handed digests says what it will not sign by undefined.
const nobody = await sign(psbt, { signer: async (requests) => requests.map(() => undefined) });
console.log(nobody.problems[0]?.cause, nobody.problems[0]?.missingOrigins[0]?.path);
