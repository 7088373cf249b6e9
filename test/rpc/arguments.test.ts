import { describe, expect, test, vi } from 'vitest';
import { isJsonArray, isJsonObject, type Json } from '../../src/json/json.ts';
import { parseJson } from '../../src/json/parse.ts';
import { printJson } from '../../src/json/print.ts';
import { bindArguments, toPositional } from '../../src/rpc/arguments.ts';
import type { Profile } from '../../src/rpc/context.ts';
import { firstInHashOrder } from '../../src/rpc/hash-order.ts';
import { helpText } from '../../src/rpc/help-text.ts';
import { defineMethod, type Param } from '../../src/rpc/method.ts';

const optional = (name: string, type: Param['type'], fields: readonly Param[] = []): Param => ({
  name,
  type,
  optional: true,
  help: '',
  fields,
});

/** Arguments like those of Core's `send`, with an alias. */
const method = defineMethod({
  name: 'trial',
  category: 'Util',
  summary: 'For this test.',
  params: [
    { name: 'outputs', type: 'array', unchecked: true, help: '' },
    optional('conf_target|target', 'number'),
    optional('fee_rate', 'amount'),
    optional('options', 'options', [
      optional('conf_target', 'number'),
      optional('add_inputs', 'bool'),
      optional('fee_rate', 'amount'),
      optional('inputs', 'array'),
    ]),
    optional('version', 'number'),
  ],
  result: { name: '', type: 'string', help: '' },
  run: () => null,
});

function parse(text: string) {
  const value = parseJson(text) ?? null;
  if (isJsonArray(value) || isJsonObject(value)) return value;
  throw new Error(`the test's own JSON: ${text}`);
}

describe('toPositional', () => {
  const positional = (text: string): string => {
    const value = parse(text);
    return isJsonObject(value) ? printJson(toPositional(method, value)) : '';
  };

  test.each([
    ['{}', '[]'],
    ['{"outputs":[]}', '[[]]'],
    ['{"fee_rate":1,"outputs":[]}', '[[],null,1]'],
    ['{"version":3}', '[null,null,null,null,3]'],
    ['{"target":6}', '[null,6]'],
    ['{"add_inputs":true,"inputs":[]}', '[null,null,null,{"add_inputs":true,"inputs":[]}]'],
    // Also a member of options, but the positional argument of that name comes first.
    ['{"conf_target":1,"fee_rate":2}', '[null,1,2]'],
    ['{"outputs":null}', '[null]'],
    ['{"options":null}', '[null,null,null,null]'],
    ['{"args":[[]],"version":3}', '[[],null,null,null,3]'],
    ['{"args":[[],1,2],"version":3}', '[[],1,2,null,3]'],
    ['{"args":5,"version":3}', '[null,null,null,null,3]'],
    ['{"args":[1,2,3,4,5,6,7]}', '[1,2,3,4,5,6,7]'],
  ])('%s', (named, expected) => {
    expect(positional(named)).toBe(expected);
  });

  test.each([
    ['{"x":1,"y":2}', 'Unknown named parameter y'],
    ['{"version":1,"version":1}', 'Parameter version specified multiple times'],
    ['{"options":{},"add_inputs":true}', 'Parameter options conflicts with parameter add_inputs'],
    [
      '{"args":[[],1],"target":1}',
      'Parameter conf_target|target specified twice both as positional and named argument',
    ],
    ['{"args":5,"x":1}', 'Unknown named parameter x'],
  ])('%s', (named, message) => {
    expect(() => positional(named)).toThrow(expect.objectContaining({ code: -8, message }));
  });
});

// The first element that g++'s std::unordered_map iterates, also in the middle, after inserting
// name0, name1, ...
test.each([
  [1, 'name0', 'name0'],
  [13, 'name10', 'name5'],
  [14, 'name12', 'name8'],
  [29, 'name26', 'name23'],
  [30, 'name10', 'name7'],
  [541, 'name539', 'name357'],
  [542, 'name251', 'name68'],
  [85_229, 'name85228', 'name28301'],
  [85_230, 'name42025', 'name62152'],
  [400_000, 'name399999', 'name252574'],
])('names the same one of %d unknown names as Core, without a bigint', (count, first, middle) => {
  const names = Array.from({ length: count }, (_, i) => `name${i}`);
  const bigints = vi.spyOn(BigInt, 'asUintN');
  const hashed = count < 1000 ? vi.spyOn(Math, 'imul') : undefined;
  let asked = 0;
  expect(firstInHashOrder(names, () => asked++ === 0)).toBe(first);
  expect(asked).toBe(1);
  // Each name is hashed once, with a few products per eight bytes.
  expect(bigints.mock.calls.length).toBe(0);
  expect(hashed?.mock.calls.length ?? 0).toBeLessThan(30 * count);
  vi.restoreAllMocks();
  let place = 0;
  expect(firstInHashOrder(names, () => place++ === Math.floor(count / 2))).toBe(middle);
});

test('names one of 400,000 unknown names in the error', () => {
  const members = Array.from({ length: 400_000 }, (_, i) => [`name${i}`, null] as const);
  expect(() => toPositional(method, { members })).toThrow('Unknown named parameter name399999');
});

describe('bindArguments', () => {
  const bind = (text: string, profile: Profile = 'core') =>
    bindArguments(method, parse(text), profile);

  test('too few or too many: the help text', () => {
    for (const text of ['[]', '[1,2,3,4,5,6]', '{}']) {
      const error = { code: -1, message: helpText(method) };
      expect(() => bind(text)).toThrow(expect.objectContaining(error));
    }
  });

  test('every wrong outer type is listed', () => {
    const message =
      'Wrong type passed:\n{\n' +
      '    "Position 2 (conf_target|target)": "JSON value of type string is not of expected type number",\n' +
      '    "Position 4 (options)": "JSON value of type array is not of expected type object"\n}';
    expect(() => bind('[5,"6",null,[]]')).toThrow(expect.objectContaining({ code: -3, message }));
  });

  test('null is left out, except where a required argument is not checked', () => {
    expect(bind('[null,null,"1"]')).toEqual({
      outputs: null,
      'conf_target|target': undefined,
      fee_rate: '1',
      options: undefined,
      version: undefined,
    });
  });

  test('JSON text for arrays and objects, in the default profile only', () => {
    const text = '["[1]",null,null,"{\\"a\\":1.50}"]';
    const bound: Json = { members: [['a', { number: '1.50' }]] };
    expect(bind(text, 'default')).toMatchObject({ outputs: [{ number: '1' }], options: bound });
    expect(() => bind(text)).toThrow(expect.objectContaining({ code: -3 }));
    expect(() => bind('[[],null,null,"5"]', 'default')).toThrow(
      expect.objectContaining({ code: -3 }),
    );
    expect(bind('["text"]', 'default').outputs).toBe('text');
  });
});
