import { expect, test } from 'vitest';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { createPsbt } from '../../src/psbt/psbt.ts';
import { takeSignaturesTask } from '../../src/psbt/take-signatures.ts';
import { runTask } from '../../src/signing/task.ts';

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
