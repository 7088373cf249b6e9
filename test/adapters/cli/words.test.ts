import { describe, expect, test } from 'vitest';
import {
  readNamedArguments,
  readPositionalArguments,
  type TypedArguments,
} from '../../../src/adapters/cli/typed-arguments.ts';
import { printJson } from '../../../src/json/print.ts';
import { defineMethod } from '../../../src/rpc/method.ts';

const param = { optional: true, help: '' } as const;
const method = defineMethod({
  name: 'trial',
  category: 'Util',
  summary: '',
  params: [
    { ...param, name: 'label|name', type: 'string', freeText: true },
    { ...param, name: 'list', type: 'array' },
    { ...param, name: 'hash', type: 'hex' },
    { ...param, name: 'amount', type: 'amount' },
    {
      ...param,
      name: 'options',
      type: 'options',
      fields: [
        { ...param, name: 'locktime', type: 'number' },
        { ...param, name: 'change_type', type: 'string' },
      ],
    },
  ],
  result: { name: '', type: 'string', help: '' },
  run: () => null,
});

const show = (words: TypedArguments) => ('error' in words ? words.error : printJson(words.params));

describe('positional arguments', () => {
  test.each([
    [['5', '[1.0]', '5', '1e-8'], '["5",[1.0],"5",1e-8]'],
    [['a=b', 'null'], '["a=b",null]'],
    [['', '"text"', '', '"1"'], '["","text","","1"]'],
    [['x', '[1'], '[1'],
    [['x', '', ''], ''],
    [['x', '[]', 'h', '1', '{}', 'more'], '["x",[],"h",1,{},"more"]'],
  ])('%j', (words, expected) => {
    expect(show(readPositionalArguments(method, words))).toBe(expected);
  });

  test('an unknown method gets strings', () => {
    expect(show(readPositionalArguments(undefined, ['5', '[']))).toBe('["5","["]');
  });
});

describe('named arguments', () => {
  test.each([
    [['label=5', 'amount=5'], '{"label":"5","amount":5}'],
    [['name=x', 'locktime=7', 'change_type=7'], '{"name":"x","locktime":7,"change_type":"7"}'],
    [['hash=00', 'text'], '{"hash":"00","args":["text"]}'],
    // The last value of a repeated name counts.
    [['amount=1', 'hash=a', 'amount=2'], '{"amount":2,"hash":"a"}'],
    // Not a known name, and the next positional argument may contain an equals sign.
    [['my=label', '["="]', 'amount=1'], '{"amount":1,"args":["my=label",["="]]}'],
    // Not a known name, and the next positional argument may not contain one.
    [['x', '[]', 'foo=bar'], '{"foo":"bar","args":["x",[]]}'],
    // The next argument is JSON, and the word is not.
    [['x', 'foo=bar'], '{"foo":"bar","args":["x"]}'],
    [['amount=x'], 'x'],
    [['label=a=b'], '{"label":"a=b"}'],
    [['x', 'args=[1]', '[]'], '{"args":"[1]","args":["x",[]]}'],
  ])('%j', (words, expected) => {
    expect(show(readNamedArguments(method, words))).toBe(expected);
  });
});
