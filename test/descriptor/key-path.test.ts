import { expect, test } from 'vitest';
import { stepsBehind } from '../../src/descriptor/key-path.ts';

test('the rest of a path begins behind another path that it has', () => {
  expect(stepsBehind([], [1, 2])).toEqual([1, 2]);
  expect(stepsBehind([1], [1, 2])).toEqual([2]);
  expect(stepsBehind([1, 2], [1, 2])).toEqual([]);
  expect(stepsBehind([2], [1, 2])).toBeUndefined();
  expect(stepsBehind([1, 3], [1, 2])).toBeUndefined();
  expect(stepsBehind([1, 2, 3], [1, 2])).toBeUndefined();
});
