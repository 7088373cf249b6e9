import { expect, test } from 'vitest';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { createPsbt, type Psbt } from '../../src/psbt/psbt.ts';
import { combineCopies, takeSignaturesTask } from '../../src/psbt/take-signatures.ts';
import { runTask } from '../../src/signing/task.ts';
import { readVector } from '../support/paths.ts';
import { readPsbt, writePsbt } from '../support/psbt.ts';

const nothing = new Uint8Array(0);
const inputs = Array.from({ length: 20 }, (_, vout) => ({
  prevout: { txid: 'dd'.repeat(32), vout },
  scriptSig: nothing,
  sequence: 0,
  witness: [],
}));
const psbt = createPsbt({ version: 2, locktime: 0, inputs, outputs: [] }, 2);

test('lets other work run after every eighth input of an answer', async () => {
  let pauses = 0;
  const pause = async () => {
    pauses++;
  };
  expect(await runTask(takeSignaturesTask(psbt, psbt, nobleSecp256k1, pause))).toEqual({ psbt });
  expect(pauses).toBe(2);
});

test('stops at the next pause when the caller aborts', async () => {
  const stopped = new Error('aborted');
  const pause = () => Promise.reject(stopped);
  const task = runTask(takeSignaturesTask(psbt, psbt, nobleSecp256k1, pause));
  await expect(task).rejects.toBe(stopped);
});

test('copies are combined in any order; a wrong signature for a coin from elsewhere is refused', () => {
  const { roles } = JSON.parse(readVector('psbt/bip174.json'));
  const [first, second]: Psbt[] = roles.signed.map(({ psbt }: { psbt: string }) => readPsbt(psbt));
  if (first === undefined || second === undefined) throw new Error('BIP174 has two signers');
  const combine = (...copies: readonly Psbt[]) => combineCopies(copies, nobleSecp256k1);
  const combined = combine(first, second);
  expect('psbt' in combined && writePsbt(combined.psbt)).toBe(roles.combined);

  const withoutCoins = (psbt: Psbt): Psbt => ({
    ...psbt,
    inputs: psbt.inputs.map((each) => ({
      ...each,
      nonWitnessUtxo: undefined,
      witnessUtxo: undefined,
    })),
  });
  const filled = combine(withoutCoins(first), second);
  expect('psbt' in filled && writePsbt(filled.psbt)).toBe(roles.combined);
  const wrong: Psbt = {
    ...first,
    inputs: first.inputs.map((each) => ({
      ...each,
      partialSignatures: each.partialSignatures.map(({ publicKey }) => ({
        publicKey,
        // Well formed, and valid for no transaction.
        signature: Uint8Array.from([
          ...[0x30, 6, 2, 1, 1, 2, 1, 1],
          ...(each.sighashType === undefined ? [1] : [each.sighashType]),
        ]),
      })),
    })),
  };
  for (const [copies, copy] of [
    [[withoutCoins(wrong), second], 0],
    [[second, wrong], 1],
  ] as const) {
    expect(combine(...copies)).toMatchObject({ error: expect.any(String), copy });
  }
});
