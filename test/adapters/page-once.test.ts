import { afterEach, expect, test, vi } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import type { Psbt } from '../../src/psbt/psbt.ts';
import { reviewTask } from '../../src/review/review.ts';
import { descriptors, fundedBy } from '../doors/cases.ts';

vi.mock('../../src/review/review.ts', async (original) => {
  const actual = await original<typeof import('../../src/review/review.ts')>();
  return { ...actual, reviewTask: vi.fn(actual.reviewTask) };
});
const reviews = vi.mocked(reviewTask);
afterEach(() => reviews.mockClear());

const { wpkh = '', tr = '' } = descriptors;

async function pageWith(psbt: Psbt) {
  const engine = createEngine(() => undefined);
  engine.chooseNetwork('regtest');
  engine.takeText(wpkh);
  await engine.openPayload('');
  open(engine, psbt);
  return engine;
}

function open(engine: ReturnType<typeof createEngine>, psbt: Psbt): void {
  engine.takeBytes(encodePsbt(psbt) ?? new Uint8Array(0));
  engine.keepSubject();
}

test('the page signs by the review that it has shown, and makes no second one', async () => {
  const engine = await pageWith(fundedBy(wpkh));
  const { id } = await engine.review();
  expect(reviews).toHaveBeenCalledTimes(1);
  expect((await engine.sign(id, [])).isComplete).toBe(true);
  expect(reviews).toHaveBeenCalledTimes(1);
});

test('after a signature for the same coins, the page reviews them again', async () => {
  const engine = await pageWith(fundedBy(wpkh));
  const { id } = await engine.review();
  await engine.sign(id, []);
  expect(reviews).toHaveBeenCalledTimes(1);
  await engine.sign(id, []);
  expect(reviews).toHaveBeenCalledTimes(2);
});

test('a key that is opened after the review ends it', async () => {
  const engine = await pageWith(fundedBy(wpkh));
  const { id } = await engine.review();
  engine.takeText(tr);
  await engine.openPayload('');
  await engine.sign(id, []);
  expect(reviews).toHaveBeenCalledTimes(2);
});

test('the id of the review of another PSBT signs nothing', async () => {
  const engine = await pageWith(fundedBy(tr));
  const { id } = await engine.review();
  open(engine, fundedBy(wpkh));
  await engine.review();
  await expect(engine.sign(id, [])).rejects.toThrow(/another review id/);
});

test('a transaction that paid the keys ends a review that did not know it', async () => {
  const engine = await pageWith(fundedBy(wpkh));
  const { id } = await engine.review();
  engine.takeText(PAID);
  await engine.openPaid();
  await engine.sign(id, []).catch(() => undefined);
  expect(reviews).toHaveBeenCalledTimes(2);
});

/** A transaction that paid somebody. */
const PAID =
  '02000000011111111111111111111111111111111111111111111111111111111111111111000000000000000000' +
  '01a0860100000000001600140102030405060708090a0b0c0d0e0f101112131400000000';
