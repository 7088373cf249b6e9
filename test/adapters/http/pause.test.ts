import { expect, test } from 'vitest';
import { createPause } from '../../../src/adapters/http/calls/calls.ts';
import { createContext } from '../../../src/library/create-context.ts';
import { handleBody } from '../../../src/rpc/envelope.ts';
import { defineMethod } from '../../../src/rpc/method.ts';

/** Creates a clock that only work advances. */
function createWork() {
  const work = { time: 0, calls: 0 };
  const slow = defineMethod({
    name: 'slow',
    category: 'Util',
    summary: '',
    params: [],
    result: { name: '', type: 'null', help: '' },
    run: () => {
      work.time += 1;
      work.calls++;
      return null;
    },
  });
  const pause = createPause(() => work.time);
  const service = { methods: [slow], context: { ...createContext(), pause } };
  const batch = (length: number) =>
    handleBody(`[${Array(length).fill('{"method":"slow","id":1}').join()}]`, service);
  return { work, batch };
}

const turn = () => new Promise((done) => setImmediate(done));

test('a turn of the event loop holds at most one slice of work, with any number of batches', async () => {
  const { work, batch } = createWork();
  let over = false;
  const batches = Promise.all([batch(300), batch(500), batch(200)]).finally(() => {
    over = true;
  });
  const turns: number[] = [];
  while (!over) {
    const before = work.calls;
    await turn();
    // A busy machine has many turns without work.
    if (work.calls > before) turns.push(work.calls - before);
  }
  for (const { status } of await batches) expect(status).toBe(200);
  expect(work.calls).toBe(1000);
  expect(Math.max(...turns)).toBeLessThanOrEqual(20);
  expect(turns.length).toBeGreaterThanOrEqual(50);
});

test('a short batch does not wait', async () => {
  const { work, batch } = createWork();
  batch(5);
  for (let i = 0; i < 100; i++) await Promise.resolve();
  expect(work.calls).toBe(5);
});
