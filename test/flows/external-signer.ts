import {
  extract,
  formatPsbt,
  fund,
  isColdsignError,
  openAccount,
  type PsbtDevice,
  parsePsbt,
  sign,
} from 'coldsign';

const account = openAccount(
  'wpkh([80002067/84h/1h/0h]tpubDCMVLhErorrAGfApiJSJzEKwqeaf2z3NrkVMxgYQjZLzMjXMBeRw2muGNYbvaekAE8rUFLftyEar4LdrG2wXyyTJQZ26zptmeTEjPTaATts/<0;1>/*)',
  { network: 'regtest' },
);
const { psbt } = fund({
  coins: account.coins([
    { txid: '44'.repeat(32), vout: 0, value: 100_000n, height: 100, address: account.address(3) },
  ]),
  outputs: [{ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', value: 60_000n }],
  change: account,
  feeRate: 2,
});

// A device in your app. It receives the PSBT in base64, and returns it with signatures.
const device: PsbtDevice = {
  psbtVersion: 0, // the version that it understands
  signPsbt: async (base64) => {
    const keys =
      'tprv8ffTCHCcfVAVPC92pemiapfqGd4iserUHStagAW7KHYbXFGaZFcLrHHQCPPysA1rqcATjoWPrTrFtDPvutqMdS3oYgLvokX26uPniQ6LHBQ';
    return formatPsbt((await sign(parsePsbt(base64), { keys })).psbt);
  },
};
const signed = await sign(psbt, { device });
console.log(signed.complete, extract(signed.psbt).fee);

// An answer is accepted only if it is the same transaction and every signature is valid.
const thief: PsbtDevice = {
  signPsbt: () => {
    const outputs = psbt.outputs.map((output) => ({ ...output, value: output.value - 1n }));
    return { ...psbt, outputs };
  },
};
await sign(psbt, { device: thief }).catch((error) =>
  console.log(isColdsignError(error) && error.code),
);

// A signer of digests answers undefined for what it does not sign.
const { problems } = await sign(psbt, { signer: async (list) => list.map(() => undefined) });
console.log(problems[0]?.cause, problems[0]?.missingOrigins[0]?.path);
