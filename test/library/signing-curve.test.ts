import { p2wpkh, RawTx, Transaction, WIF } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { appSecp256k1 } from '../../src/crypto/app-curve.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { smallSecp256k1 } from '../../src/crypto/small-curve.ts';
import { extract, parsePsbt, sign } from '../../src/index.ts';
import { curveForInputs, startingCurve } from '../../src/library/signing-curve.ts';
import { signrawtransactionwithkey } from '../../src/public/rpc.ts';
import { master } from '../support/chains/abandon-payment.ts';

const { publicKey, privateKey } = master.derive("m/84'/0'/0'/0/0");
if (publicKey === null || privateKey === null) throw new Error('no key');
const wif = WIF().encode(privateKey);
const { script } = p2wpkh(publicKey);

/** Spends coins of one key, and signs it with another library. */
function spendingOf(inputs: number) {
  const previous = RawTx.encode({
    version: 2,
    segwitFlag: false,
    inputs: [
      { txid: new Uint8Array(32).fill(7), index: 0, finalScriptSig: new Uint8Array(), sequence: 0 },
    ],
    outputs: Array.from({ length: inputs }, (_, i) => ({ amount: 9_000n + BigInt(i), script })),
    witnesses: [],
    lockTime: 0,
  });
  const { id } = Transaction.fromRaw(previous, { allowUnknownOutputs: true });
  const transaction = new Transaction({ lowR: true });
  const amounts = Array.from({ length: inputs }, (_, i) => 9_000 + i);
  amounts.forEach((amount, index) => {
    const witnessUtxo = { amount: BigInt(amount), script };
    transaction.addInput({ txid: id, index, nonWitnessUtxo: previous, witnessUtxo });
  });
  transaction.addOutputAddress(
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    BigInt(inputs) * 8_800n,
  );
  const psbt = Buffer.from(transaction.toPSBT(0)).toString('base64');
  const unsigned = Buffer.from(transaction.unsignedTx).toString('hex');
  const prevtxs = amounts.map((amount, vout) => ({
    txid: id,
    vout,
    amount: (amount / 1e8).toFixed(8),
    scriptPubKey: Buffer.from(script).toString('hex'),
  }));
  transaction.sign(privateKey ?? new Uint8Array());
  transaction.finalize();
  return { psbt, unsigned, prevtxs, txid: transaction.id };
}

test.each([1, 8, 9, 20])('%d inputs have the signatures of the kernel', async (inputs) => {
  const { psbt, unsigned, prevtxs, txid } = spendingOf(inputs);
  const [hex, byKernel] = await Promise.all(
    [undefined, kernelSecp256k1].map(async (secp256k1) => {
      const { psbt: signed } = await sign(parsePsbt(psbt), { keys: wif, secp256k1 });
      return extract(signed);
    }),
  );
  expect(hex).toEqual(byKernel);
  expect(hex?.txid).toBe(txid);
  const named = { hexstring: unsigned, privkeys: [wif], prevtxs };
  expect(await signrawtransactionwithkey(named)).toMatchObject({ hex: hex?.hex, complete: true });
  const byPlace = [unsigned, [wif], prevtxs] as const;
  expect(await signrawtransactionwithkey(byPlace)).toMatchObject({ hex: hex?.hex });
});

test('the code for lists is loaded for a list, unless an app has a curve of its own', async () => {
  expect(await curveForInputs(startingCurve(undefined), 8)).toBe(smallSecp256k1);
  expect(await curveForInputs(startingCurve(undefined), 9)).toBe(appSecp256k1);
  expect(await curveForInputs(startingCurve(kernelSecp256k1), 9)).toBe(kernelSecp256k1);
});
