import { expect, test } from 'vitest';
import { dictionary, hex, list, num, options, record, rows, str } from '../../src/rpc/fields.ts';

test('a row holds its name, type and help', () => {
  expect(hex('txid', 'An id')).toEqual({ name: 'txid', type: 'hex', help: 'An id' });
});

test('a row without arguments has no name and no help', () => {
  expect(str()).toEqual({ name: '', type: 'string', help: '' });
});

test('a row is optional when declared so or when it has a default, even a false one', () => {
  expect(num('n', 'A number')).not.toHaveProperty('optional');
  expect(num.optional('n', 'A number').optional).toBe(true);
  expect(num('n', 'A number', { default: 0 })).toMatchObject({ default: 0, optional: true });
  expect(num('n', 'A number', { defaultHint: 'the tip' }).optional).toBe(true);
  expect(options('options', 'How', []).optional).toBe(true);
});

test('groups hold their fields; a list of objects holds one unnamed object', () => {
  const fields = [num('n', 'A number')];
  expect(list('a', 'A', fields).fields).toBe(fields);
  expect(dictionary.optional('d', 'D', fields)).toMatchObject({ optional: true, fields });
  expect(rows.optional('r', 'R', fields)).toEqual({
    name: 'r',
    type: 'array',
    help: 'R',
    optional: true,
    fields: [record(fields)],
  });
});
