import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printJson } from '../../src/json/print.ts';
import { fromPlain, toPlain } from '../../src/rpc/plain.ts';

test('any JSON value comes back', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(toPlain(fromPlain(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

describe('fromPlain', () => {
  test.each([
    [{ a: undefined, b: [undefined, null] }, '{"b":[null,null]}'],
    [[0.1, 1e21, 1e-8, -0, 123n ** 9n], '[0.1,1e+21,1e-8,0,6443858614676334363]'],
    [Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    [JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
  ])('%o', (value, text) => {
    expect(printJson(fromPlain(value))).toBe(text);
  });

  test('an array with holes has nulls there', () => {
    expect(printJson(fromPlain(new Array(2)))).toBe('[null,null]');
  });
});

test('toPlain keeps the last of repeated members, and no prototype is changed', () => {
  const one = { number: '1' };
  const plain = toPlain({
    members: [
      ['a', one],
      ['a', '2'],
      ['__proto__', []],
    ],
  });
  expect(plain).toEqual(JSON.parse('{"a":"2","__proto__":[]}'));
  expect(Object.getPrototypeOf(plain)).toBe(Object.prototype);
});
