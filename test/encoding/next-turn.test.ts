import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { nextTurn, pauseFor } from '../../src/encoding/next-turn.ts';

test('lets timers run', async () => {
  let isRun = false;
  setTimeout(() => {
    isRun = true;
  }, 0);
  for (let i = 0; i < 100_000 && !isRun; i++) await nextTurn();
  expect(isRun).toBe(true);
});

test('rejects after the signal has aborted', async () => {
  const controller = new AbortController();
  const pause = pauseFor(controller.signal);
  await pause();
  controller.abort();
  await turn();
  await expect(pause()).rejects.toMatchObject({ code: 'ABORTED' });
});
