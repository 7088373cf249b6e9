import { formatPsbt, fund, openAccount, tryParsePsbt } from 'coldsign';
import { reviewPsbt } from 'coldsign/review';

/** Describes a PSBT of anybody, without an account and without keys. */
function linesOf(text: string): readonly string[] {
  const psbt = tryParsePsbt(text);
  if ('error' in psbt) return [psbt.error.message, psbt.error.hint];
  const seen = reviewPsbt(psbt, { network: 'regtest' });
  if (seen === undefined) return ['The lock times of the inputs exclude each other.'];
  return [
    ...seen.inputs.map(({ value }) => `spends ${value ?? 'an unknown amount'}`),
    ...seen.outputs.map(({ value, address }) => `pays ${value} to ${address ?? 'a script'}`),
    `fee ${seen.isWhole ? seen.fee : 'unknown'}`,
    ...seen.findings.map(({ id, severity }) => `${severity}: ${id}`),
  ];
}

const account = openAccount(
  'wpkh([80002067/84h/1h/0h]tpubDCMVLhErorrAGfApiJSJzEKwqeaf2z3NrkVMxgYQjZLzMjXMBeRw2muGNYbvaekAE8rUFLftyEar4LdrG2wXyyTJQZ26zptmeTEjPTaATts/<0;1>/*)',
  { network: 'regtest' },
);
const { psbt } = fund({
  coins: account.coins([
    { txid: '11'.repeat(32), vout: 0, value: 100_000n, height: 100, address: account.address(0) },
  ]),
  outputs: [{ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', value: 60_000n }],
  change: account,
  feeRate: 2,
});
const text = formatPsbt(psbt);
for (const line of [...linesOf(text), ...linesOf(text.slice(0, 100))]) console.log(line);
