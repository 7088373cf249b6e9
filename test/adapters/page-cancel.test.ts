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

/** A key of BIP38's own examples, whose password is `TestingOneTwoThree`. */
const SEALED = '6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg';

test('a file that opens slowly reports progress, ends if it is cancelled, and opens again', async () => {
  const progress: number[] = [];
  const engine = createEngine(({ done }) => {
    progress.push(done);
    // A message of the page that arrives while the key is derived.
    if (progress.length === 3) setTimeout(() => engine.cancel(), 0);
  });
  engine.takeText(SEALED);
  await expect(engine.openPayload('TestingOneTwoThree')).rejects.toThrow('Cancelled');
  expect(progress[progress.length - 1]).toBeLessThan(100);
  const opened = await engine.openPayload('TestingOneTwoThree');
  expect(opened).toMatchObject({ signs: true, keys: [{ id: 1 }] });
  expect(progress).toContain(50);
});

test('a file that is still opening when the keys are locked adds no key', async () => {
  const engine = createEngine(() => undefined);
  engine.takeText(SEALED);
  const opening = engine.openPayload('TestingOneTwoThree');
  engine.lock();
  await expect(opening).rejects.toThrow('Cancelled');
});
