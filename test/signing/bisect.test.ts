import { describe, expect, test } from 'vitest';
import { awaited, bisect, runNow, runTask } from '../../src/signing/task.ts';

/** Returns which of `count` items fail, and the length of each list that was checked. */
function run(count: number, wrong: readonly number[]) {
  const sizes: number[] = [];
  const hold = (items: readonly number[]) => {
    sizes.push(items.length);
    return !items.some((item) => wrong.includes(item));
  };
  const all = Array.from({ length: count }, (_, i) => i + 1);
  const found = runNow(bisect(all, (items) => awaited(hold(items))));
  return { found, sizes };
}

describe('bisect', () => {
  test('checks once if all are valid', () => {
    expect(run(1000, [])).toEqual({ found: [], sizes: [1000] });
  });

  test('finds an invalid item by halves', () => {
    expect(run(4, [3])).toEqual({ found: [3], sizes: [4, 2, 2, 1, 1] });
  });

  test('finds all invalid items in order', () => {
    expect(run(5, [5, 1, 3]).found).toEqual([1, 3, 5]);
  });

  test('finds a single invalid item, and checks no empty list', () => {
    expect(run(1, [1])).toEqual({ found: [1], sizes: [1] });
    expect(run(0, [])).toEqual({ found: [], sizes: [] });
  });
});

describe('a task', () => {
  const add = function* (a: number | Promise<number>, b: number | Promise<number>) {
    return (yield* awaited(a)) + (yield* awaited(b));
  };

  test('finishes at once if it need not wait', () => {
    expect(runNow(add(1, 2))).toBe(3);
  });

  test('waits for a promise', async () => {
    expect(await runTask(add(Promise.resolve(1), 2))).toBe(3);
    expect(await runTask(add(1, Promise.resolve(2)))).toBe(3);
  });

  test('rejects if a promise rejects', async () => {
    await expect(runTask(add(1, Promise.reject(new Error('gone'))))).rejects.toThrow('gone');
  });

  test('is not done at once if it must wait', () => {
    expect(() => runNow(add(Promise.resolve(1), 2))).toThrow('this thread answers at once');
  });
});
