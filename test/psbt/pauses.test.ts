import { describe, expect, test } from 'vitest';
import { hash160 } from '../../src/crypto/hash.ts';
import { analyzeTask } from '../../src/psbt/analyze.ts';
import { decodePsbtTask } from '../../src/psbt/decode.ts';
import { diagnosePsbtTask } from '../../src/psbt/diagnose.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { openInputs } from '../../src/psbt/input-signing.ts';
import { processPsbt } from '../../src/psbt/process-psbt.ts';
import { createPsbt, type Psbt, type PsbtOutput } from '../../src/psbt/psbt.ts';
import { openSession } from '../../src/psbt/psbt-session.ts';
import { takeSignaturesTask } from '../../src/psbt/take-signatures.ts';
import { p2wpkhScript } from '../../src/script/builders.ts';
import { pausingSigner } from '../../src/signing/batch-signer.ts';
import { emptyProvider } from '../../src/signing/miniscript-provider.ts';
import { type Pause, runNow, runTask, type Task } from '../../src/signing/task.ts';
import { curve, publicKeyOf } from '../support/signing.ts';

// Long work lets other work run after a number of inputs or outputs that is part of its comment.

const script = p2wpkhScript(hash160(publicKeyOf(1)));
const origin = { fingerprint: new Uint8Array(4), path: [] };

/** Inputs of which everything but the signature is known. */
function psbtOf(inputs: number, outputs = 1): Psbt {
  const spent = Array.from({ length: inputs }, (_, vout) => ({
    prevout: { txid: '11'.repeat(32), vout },
    scriptSig: new Uint8Array(0),
    sequence: 0,
    witness: [],
  }));
  const paid = Array.from({ length: outputs }, () => ({ value: 1000n, scriptPubKey: script }));
  const psbt = createPsbt({ version: 2, inputs: spent, outputs: paid, locktime: 0 }, 2);
  const witnessUtxo = { value: 2000n, scriptPubKey: script };
  const keyPaths = [{ publicKey: publicKeyOf(1), origin }];
  return { ...psbt, inputs: psbt.inputs.map((each) => ({ ...each, witnessUtxo, keyPaths })) };
}

function sessionOf(psbt: Psbt) {
  const session = openSession(psbt, curve);
  if (session === undefined) throw new Error('no lock time');
  return session;
}

type Work = (psbt: Psbt, pause?: Pause) => Task<unknown>;
const open: Work = (psbt, pause) =>
  openInputs(
    withoutCoins(psbt).inputs.map((input, index) => ({
      input,
      index,
      provider: emptyProvider,
      finalize: false,
      musigCreator: undefined,
    })),
    sessionOf(withoutCoins(psbt)),
    pausingSigner({ secp256k1: curve }, pause),
  );

/** Scripts of unknown coins are not verified, which would pause as well. */
const withoutCoins = (psbt: Psbt): Psbt => ({
  ...psbt,
  inputs: psbt.inputs.map((input) => ({ ...input, witnessUtxo: undefined })),
});

const process: Work = (psbt, pause) => {
  const job = {
    psbt: withoutCoins(psbt),
    secp256k1: curve,
    finalize: true,
    sourcesOf: () => [],
    updateOutput: (output: PsbtOutput) => output,
    ends: [],
    musigCreator: undefined,
  };
  return processPsbt(job, pausingSigner({ secp256k1: curve }, pause));
};

/** The work, the number of inputs after which it pauses, and how often it does so at each. */
const WORK: readonly (readonly [string, Work, number, number])[] = [
  // Analyzing looks at each input twice: at what it lacks, and at its size.
  ['analyzing', (psbt, pause) => analyzeTask(psbt, curve, undefined, pause), 8, 2],
  ['diagnosing', (psbt, pause) => diagnosePsbtTask(sessionOf(psbt), pause), 8, 1],
  ['taking signatures', (psbt, pause) => takeSignaturesTask(psbt, psbt, curve, pause), 8, 1],
  [
    'decoding',
    (psbt, pause) => decodePsbtTask(encodePsbt(psbt) ?? new Uint8Array(0), curve, {}, pause),
    32,
    1,
  ],
  ['looking for keys', process, 32, 1],
  ['opening inputs', open, 64, 1],
];

describe.each(WORK)('%s', (_, work, few, times) => {
  test.each([
    [few - 1, 0],
    [few, times],
    [2 * few - 1, times],
    [2 * few, 2 * times],
  ])('%i inputs pause %i times, with the same result', async (count, pauses) => {
    const psbt = psbtOf(count);
    let paused = 0;
    const pause = async () => {
      paused++;
    };
    const result = await runTask(work(psbt, pause));
    expect(paused).toBe(pauses);
    expect(runNow(work(psbt))).toEqual(result);
  });
});

test('decoding 32 outputs pauses', async () => {
  let paused = 0;
  const pause = async () => {
    paused++;
  };
  const bytes = encodePsbt(psbtOf(1, 32)) ?? new Uint8Array(0);
  await runTask(decodePsbtTask(bytes, curve, {}, pause));
  expect(paused).toBe(1);
});
