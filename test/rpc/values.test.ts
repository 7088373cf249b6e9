import { describe, expect, test } from 'vitest';
import { isJsonObject, type Json } from '../../src/json/json.ts';
import { parseJson } from '../../src/json/parse.ts';
import {
  amountFromValue,
  checkObjectTypes,
  getArray,
  getBool,
  getInt32,
  getInt64,
  getNumber,
  getObject,
  getStr,
  getUint32,
  parseHashV,
  parseHexV,
  valueText,
} from '../../src/rpc/values.ts';

const json = (text: string): Json => parseJson(text) ?? null;

describe('types', () => {
  test.each([
    [getStr, '1', 'number is not of expected type string'],
    [getBool, 'null', 'null is not of expected type bool'],
    [getArray, '{}', 'object is not of expected type array'],
    [getObject, '[]', 'array is not of expected type object'],
    [getNumber, '"1"', 'string is not of expected type number'],
    [getInt32, 'true', 'bool is not of expected type number'],
  ])('%o of %s', (get, text, message) => {
    expect(() => get(json(text))).toThrow(
      expect.objectContaining({ code: -3, message: `JSON value of type ${message}` }),
    );
  });
});

describe('integers', () => {
  test.each([
    [getInt32, '-0', 0],
    [getInt32, '2147483647', 2147483647],
    [getInt32, '-2147483648', -2147483648],
    [getUint32, '4294967295', 4294967295],
    [getInt64, '9223372036854775807', 2n ** 63n - 1n],
    [getInt64, '-9223372036854775808', -(2n ** 63n)],
  ])('%o of %s', (get, text, value) => {
    expect(get(json(text))).toBe(value);
  });

  test.each([
    [getInt32, '2147483648'],
    [getInt32, '1.0'],
    [getInt32, '1e0'],
    [getInt32, '1E400'],
    [getUint32, '-1'],
    [getUint32, '-0'],
    [getUint32, '4294967296'],
    [getInt64, '9223372036854775808'],
    [getInt64, '99999999999999999999999999999999'],
    [getInt64, '-'],
  ])('%o refuses %s', (get, text) => {
    expect(() => get(json(text))).toThrow(
      expect.objectContaining({ code: -1, message: 'JSON integer out of range' }),
    );
  });
});

test('valueText: the inner text of scalars', () => {
  const texts = ['"a"', '1.50', 'true', 'false', 'null', '[]', '{}'].map((text) =>
    valueText(json(text)),
  );
  expect(texts).toEqual(['a', '1.50', '1', '', '', '', '']);
});

describe('hashes and hex', () => {
  test('the length is that of the UTF-8 form', () => {
    expect(() => parseHashV('é', 'txid')).toThrow("txid must be of length 64 (not 2, for 'é')");
    const text = 'zz11'.repeat(16);
    expect(() => parseHashV(text, 'txid')).toThrow(
      `txid must be hexadecimal string (not '${text}')`,
    );
    expect(parseHashV('AB'.repeat(32), 'txid')).toBe('ab'.repeat(32));
  });

  test.each([
    ['""', ''],
    ['"0"', '0'],
    ['"0x00"', '0x00'],
    ['5', ''],
    ['null', ''],
  ])('invalid hexadecimal text is refused: %s', (text, shown) => {
    expect(() => parseHexV(json(text), 'Data')).toThrow(
      expect.objectContaining({
        code: -8,
        message: `Data must be hexadecimal string (not '${shown}')`,
      }),
    );
  });
});

describe('amounts', () => {
  test.each([
    ['null', 'Amount is not a number or string'],
    ['[]', 'Amount is not a number or string'],
    ['"1 "', 'Invalid amount'],
    ['1e-9', 'Invalid amount'],
    ['-1', 'Amount out of range'],
    ['21000000.00000001', 'Amount out of range'],
  ])('%s', (text, message) => {
    expect(() => amountFromValue(json(text))).toThrow(
      expect.objectContaining({ code: -3, message }),
    );
  });

  test('are parsed with other decimals', () => {
    expect(amountFromValue(json('1.234'), 3)).toBe(1234n);
  });
});

describe('checkObjectTypes', () => {
  const check = (text: string, options = {}) => {
    const value = json(text);
    if (!isJsonObject(value)) throw new Error('an object');
    checkObjectTypes(value, { vout: 'number', txid: 'string', amount: 'any' }, options);
  };

  test('checks members in the order of the names', () => {
    expect(() => check('{}')).toThrow('Missing amount');
    expect(() => check('{"amount":1,"vout":"0"}')).toThrow('Missing txid');
    expect(() => check('{"amount":1,"txid":"","vout":"0"}')).toThrow(
      'JSON value of type string for field vout is not of expected type number',
    );
    expect(() => check('{"amount":1,"txid":"","vout":0,"x":1}')).not.toThrow();
  });

  test('null allowed, and strict', () => {
    expect(() => check('{"vout":null}', { allowNull: true })).not.toThrow();
    expect(() => check('{"b":1,"a":2}', { allowNull: true, strict: true })).toThrow(
      'Unexpected key b',
    );
  });
});
