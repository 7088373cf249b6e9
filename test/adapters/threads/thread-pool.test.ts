import { expect, test } from 'vitest';
import type { Task } from '../../../src/adapters/threads/task.ts';
import { createThreadPool, type ThreadEvents } from '../../../src/adapters/threads/thread-pool.ts';

type Started = { readonly events: ThreadEvents; readonly sent: Uint8Array[] };

/** Opens a pool of threads that do only what the test specifies. */
function openPool(threads: number) {
  const started: Started[] = [];
  const pool = createThreadPool((events) => {
    const sent: Uint8Array[] = [];
    started.push({ events, sent });
    return {
      send: ({ packed }) => sent.push(packed),
      hold: () => undefined,
      end: async () => events.ended(),
    };
  }, threads);
  const reply = () => ({ packed: Uint8Array.of(1) });
  const threadAt = (i: number) => started[i] ?? expect.unreachable();
  return { pool, started, threadAt, reply };
}

const taskOf = (byte: number): Task => ({
  name: 'publicKeyMany',
  packed: new Uint8Array(3).fill(byte),
});
const bytesOf = (sent: readonly Uint8Array[]) => sent.map(([byte]) => byte);

test('a thread has one further task before it answers, and no more', async () => {
  const { pool, threadAt, reply } = openPool(2);
  const tasks = [7, 8, 9, 10, 11].map(taskOf);
  const answers = tasks.map((task) => pool.run(task));
  expect([0, 1].map((i) => bytesOf(threadAt(i).sent))).toEqual([
    [7, 9],
    [8, 10],
  ]);
  threadAt(1).events.replied(reply());
  await answers[1];
  expect(bytesOf(threadAt(1).sent)).toEqual([8, 10, 11]);
  for (const i of [0, 0, 1, 1]) threadAt(i).events.replied(reply());
  await Promise.all(answers);
});

test('another thread takes over the unstarted tasks of a failed or ended one', async () => {
  const { pool, started, threadAt, reply } = openPool(1);
  const [first, second, third] = [7, 8, 9].map((byte) => pool.run(taskOf(byte)));
  threadAt(0).events.failed(new Error('cut off'));
  await expect(first).rejects.toThrow('cut off');
  expect(bytesOf(threadAt(1).sent)).toEqual([8, 9]);
  threadAt(1).events.ended();
  await expect(second).rejects.toThrow('the thread ended before it answered');
  expect(bytesOf(threadAt(2).sent)).toEqual([9]);
  threadAt(2).events.replied(reply());
  expect(await third).toEqual(reply());
  expect(started.length).toBe(3);
});

test('a task is also wiped here after any outcome', async () => {
  const { pool, threadAt, reply } = openPool(1);
  const tasks = [7, 8, 9].map(taskOf);
  const answers = tasks.map((task) => pool.run(task));
  const isWiped = () => tasks.map(({ packed }) => packed.every((byte) => byte === 0));
  threadAt(0).events.replied(reply());
  await answers[0];
  expect(isWiped()).toEqual([true, false, false]);
  threadAt(0).events.failed(new Error('cut off'));
  await expect(answers[1]).rejects.toThrow('cut off');
  expect(isWiped()).toEqual([true, true, false]);
  const closed = pool.close();
  await expect(answers[2]).rejects.toThrow('ended');
  await closed;
  expect(isWiped()).toEqual([true, true, true]);
});

test('rejects a task and does not keep it if no thread can be started', async () => {
  const sent: Uint8Array[] = [];
  let isAllowed = false;
  const pool = createThreadPool(({ replied }) => {
    if (!isAllowed) throw new Error('not on this page');
    return {
      send({ packed }) {
        sent.push(packed);
        queueMicrotask(() => replied({ packed: Uint8Array.of(1) }));
      },
      hold: () => undefined,
      end: async () => undefined,
    };
  }, 1);
  await expect(pool.run(taskOf(7))).rejects.toThrow('not on this page');
  isAllowed = true;
  await pool.run(taskOf(8));
  expect(bytesOf(sent)).toEqual([8]);
});
