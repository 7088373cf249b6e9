import { expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import { emptyBytes } from '../../src/encoding/bytes.ts';
import { type PsbtProcess, processPsbt } from '../../src/psbt/process-psbt.ts';
import { createPsbt, emptyPsbtOutput, type Psbt, type PsbtInput } from '../../src/psbt/psbt.ts';
import { multisigScript, p2wpkhScript, p2wshScript } from '../../src/script/builders.ts';
import { pausingSigner, signHere } from '../../src/signing/batch-signer.ts';
import { createKeyProvider } from '../../src/signing/miniscript-provider.ts';
import { runTask } from '../../src/signing/task.ts';
import { outPointKey } from '../../src/transaction/transaction.ts';
import { curve, keyOf, publicKeyOf, spendOf } from '../support/signing.ts';

const multisig = multisigScript(2, [publicKeyOf(1), publicKeyOf(2)]);
const spend = spendOf([
  p2wpkhScript(hash160(publicKeyOf(1))),
  p2wshScript(sha256(multisig)),
  p2wpkhScript(hash160(publicKeyOf(2))),
]);

/** Each input with its coin and the fields of `more`. */
function psbtOf(more: (index: number) => Partial<PsbtInput> = () => ({})): Psbt {
  const psbt = createPsbt(spend.transaction, 2);
  const inputs = psbt.inputs.map((input, index) => {
    const coin = spend.coins.get(outPointKey(input.prevout));
    if (coin?.value === undefined) throw new Error('no coin');
    const witnessUtxo = { value: coin.value, scriptPubKey: coin.scriptPubKey };
    return { ...input, witnessUtxo, ...more(index) };
  });
  return { ...psbt, inputs };
}

const providerOf = (...numbers: number[]) =>
  createKeyProvider({ keys: numbers.map((number) => keyOf(number)), scripts: [multisig] }, curve);

const process = (psbt: Psbt, job: Partial<PsbtProcess>) =>
  signHere({ secp256k1: curve }, (signer) => {
    const whole: PsbtProcess = {
      psbt,
      secp256k1: curve,
      finalize: true,
      sourcesOf: () => [],
      updateOutput: (output) => output,
      ends: ['SIGHASH_MISMATCH', 'MISSING_INPUTS'],
      musigCreator: undefined,
      ...job,
    };
    return processPsbt(whole, signer);
  });

test('lets other work run after every 32 outputs', async () => {
  let pauses = 0;
  const pause = async () => {
    pauses++;
  };
  const psbt = psbtOf();
  const outputs = Array.from({ length: 70 }, () => emptyPsbtOutput(1n, emptyBytes));
  const whole: PsbtProcess = {
    psbt: { ...psbt, outputs },
    secp256k1: curve,
    finalize: true,
    sourcesOf: () => [],
    updateOutput: (output) => output,
    ends: [],
    musigCreator: undefined,
  };
  await runTask(processPsbt(whole, pausingSigner({ secp256k1: curve }, pause)));
  const before = pauses;
  pauses = 0;
  await runTask(processPsbt({ ...whole, psbt }, pausingSigner({ secp256k1: curve }, pause)));
  // The pauses between inputs are the same.
  expect(before - pauses).toBe(2);
});

test('sources sign in turn, and see the data of earlier sources', () => {
  const shown: number[] = [];
  const sourceOf = (number: number) => (input: PsbtInput) => {
    shown.push(input.partialSignatures.length);
    return providerOf(number);
  };
  const done = process(psbtOf(), { sourcesOf: () => [sourceOf(1), sourceOf(2)] });
  expect(done).toMatchObject({ complete: true });
  // The first source signs all inputs. Then the multisig with one signature and the last input are
  // not final.
  expect(shown).toEqual([0, 0, 0, 1, 0]);
});

test('a source that does not know an input is skipped', () => {
  const sourcesOf = () => [() => undefined, () => providerOf(1, 2)];
  expect(process(psbtOf(), { sourcesOf })).toMatchObject({ complete: true });
});

test("reports the first input's fault and signs nothing", () => {
  let asked = 0;
  const provider = {
    ...providerOf(1, 2),
    getPrivateKey: () => {
      asked += 1;
      return undefined;
    },
  };
  const psbt = psbtOf((index) =>
    index === 1 ? { sighashType: 2 } : index === 2 ? { witnessUtxo: undefined } : {},
  );
  expect(process(psbt, { sourcesOf: () => [() => provider] })).toEqual({
    error: 'SIGHASH_MISMATCH',
  });
  const swapped = psbtOf((index) =>
    index === 1 ? { witnessUtxo: undefined } : index === 2 ? { sighashType: 2 } : {},
  );
  expect(process(swapped, { sourcesOf: () => [() => provider] })).toEqual({
    error: 'MISSING_INPUTS',
  });
  expect(asked).toBe(0);
});

test('a fault outside of `ends` leaves its input unchanged', () => {
  const psbt = psbtOf((index) => (index === 1 ? { witnessUtxo: undefined } : {}));
  const done = process(psbt, {
    sourcesOf: () => [() => providerOf(1, 2)],
    ends: ['SIGHASH_MISMATCH'],
  });
  if ('error' in done) throw new Error(done.error);
  expect(done.complete).toBe(false);
  expect(done.psbt.inputs[1]).toEqual(psbt.inputs[1]);
  expect(done.psbt.inputs.map(({ finalWitness }) => finalWitness.length > 0)).toEqual([
    true,
    false,
    true,
  ]);
});

test('invalid final scripts make the PSBT incomplete', () => {
  const wrong = { finalWitness: [new Uint8Array(71), publicKeyOf(1)] };
  const psbt = psbtOf((index) => (index === 0 ? wrong : {}));
  const done = process(psbt, { sourcesOf: () => [() => providerOf(1, 2)] });
  expect(done).toMatchObject({ complete: false });
});

test('verifies final scripts that it was given, and not again those that it made', () => {
  let checks = 0;
  const counted = <Args extends readonly unknown[], Result>(verify: (...args: Args) => Result) => {
    return (...args: Args): Result => {
      checks++;
      return verify(...args);
    };
  };
  const secp256k1 = {
    ...curve,
    verifyAll: counted(curve.verifyAll),
    verifyEcdsa: counted(curve.verifyEcdsa),
  };
  const sourcesOf = () => [() => providerOf(1, 2)];
  // Signing confirms each signature by other code.
  const done = process(psbtOf(), { sourcesOf, secp256k1 });
  if ('error' in done) throw new Error(done.error);
  expect([done.complete, checks]).toEqual([true, 0]);
  expect(process(done.psbt, { sourcesOf, secp256k1 })).toMatchObject({ complete: true });
  expect(checks).toBeGreaterThan(0);
});
