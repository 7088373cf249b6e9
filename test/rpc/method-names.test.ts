import { expect, test } from 'vitest';
import { methodNames } from '../../src/rpc/method-names.ts';
import { methods } from '../../src/rpc/methods/index.ts';

test('the names that are known before the methods load are those of all methods', () => {
  expect(methodNames).toEqual(methods.map(({ name }) => name));
});
