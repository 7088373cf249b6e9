import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeHex } from '../../src/encoding/hex.ts';
import { decodeScriptNum, encodeScriptNum } from '../../src/script/script-num.ts';
import { hex } from '../support/generate/script-text.ts';

test.each([
  [0, ''],
  [1, '01'],
  [-1, '81'],
  [127, '7f'],
  [128, '8000'],
  [-128, '8080'],
  [255, 'ff00'],
  [256, '0001'],
  [-255, 'ff80'],
  [2 ** 31 - 1, 'ffffff7f'],
  [-(2 ** 31), '0000008080'],
  [2 ** 39 - 1, 'ffffffff7f'],
])('%i', (value, bytes) => {
  expect(encodeHex(encodeScriptNum(value))).toBe(bytes);
  expect(decodeScriptNum(hex(bytes), { requireMinimal: true, maxSize: 5 })).toBe(value);
});

test.each(['00', '80', '0100', '0180', 'ff0000'])('%s could be shorter', (bytes) => {
  expect(decodeScriptNum(hex(bytes), { requireMinimal: true })).toBeUndefined();
  expect(decodeScriptNum(hex(bytes), { requireMinimal: false })).toBeTypeOf('number');
});

test('a negative zero is zero', () => {
  expect(Object.is(decodeScriptNum(hex('0080'), { requireMinimal: false }), 0)).toBe(true);
});

test('four bytes unless more are allowed', () => {
  expect(decodeScriptNum(hex('0000000001'), { requireMinimal: true })).toBeUndefined();
  expect(decodeScriptNum(hex('0000000001'), { requireMinimal: true, maxSize: 5 })).toBe(2 ** 32);
});

test('round trip', () => {
  const bound = 2 ** 39 - 1;
  fc.assert(
    fc.property(fc.integer({ min: -bound, max: bound }), (value) => {
      expect(decodeScriptNum(encodeScriptNum(value), { requireMinimal: true, maxSize: 5 })).toBe(
        value + 0,
      );
    }),
  );
});

test('any minimal bytes equal the encoding of their number', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 6 }), (bytes) => {
      const value = decodeScriptNum(bytes, { requireMinimal: true });
      if (value !== undefined) expect(encodeScriptNum(value)).toEqual(bytes);
    }),
  );
});
