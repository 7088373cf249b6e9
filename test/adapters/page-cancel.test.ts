import { expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { descriptors, fundedBy } from '../doors/cases.ts';

const descriptor = descriptors.wpkh ?? '';
const bytes = encodePsbt(fundedBy(descriptor)) ?? new Uint8Array(0);

/** Opens a transaction as the page does: it ends what may still be signing. */
async function opened() {
  const engine = createEngine(() => undefined);
  engine.chooseNetwork('regtest');
  engine.takeText(descriptor);
  await engine.openPayload('');
  engine.takeBytes(bytes);
  engine.cancel();
  engine.keepSubject();
  return engine;
}

test('an earlier cancellation does not end a review or a signature', async () => {
  const engine = await opened();
  const { id } = await engine.review();
  engine.cancel();
  expect(await engine.sign(id, [])).toMatchObject({ isComplete: true });
});

test('a review and a signature end when they are cancelled, and can be repeated', async () => {
  const engine = await opened();
  const reviewing = engine.review();
  engine.cancel();
  await expect(reviewing).rejects.toThrow('Cancelled');
  const { id } = await engine.review();
  const signing = engine.sign(id, []);
  engine.cancel();
  await expect(signing).rejects.toThrow('Cancelled: nothing was signed');
  expect(await engine.sign(id, [])).toMatchObject({ isComplete: true });
});
