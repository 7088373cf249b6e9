import { expect, test } from 'vitest';
import { findLastIndex, lastOf, replaced } from '../../src/encoding/list.ts';

const lists = [[], [1], [1, 2], [3, 1, 2, 1], [1, 1, 1]];

test.each(lists.map((list) => ({ list })))('match the built-ins for $list', ({ list }) => {
  expect(lastOf(list)).toBe(list.at(-1));
  expect(lastOf(Uint8Array.from(list))).toBe(list.at(-1));
  const isOne = (value: number) => value === 1;
  expect(findLastIndex(list, isOne)).toBe(list.findLastIndex(isOne));
  for (const index of list.keys()) {
    const before = [...list];
    expect(replaced(list, index, 9)).toEqual(list.with(index, 9));
    expect(list).toEqual(before);
  }
});
