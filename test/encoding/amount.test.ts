import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAmount, MAX_MONEY, parseFixedPoint } from '../../src/encoding/amount.ts';

describe('parseFixedPoint', () => {
  test.each([
    ['0.00000001', 1n],
    ['1e-8', 1n],
    ['1.0e-8', 1n],
    ['0.1e-7', 1n],
    ['10e-9', 1n],
    ['0.00000001000', 1n],
    ['0.10000000000000', 10_000_000n],
    ['0.000000000', 0n],
    ['-0', 0n],
    ['-0.0', 0n],
    ['21000000', MAX_MONEY],
    ['2.1e7', MAX_MONEY],
    ['210000000e-1', MAX_MONEY],
    ['-1', -100_000_000n],
    ['1e8', 10_000_000_000_000_000n],
    ['9999999999.99999999', 999_999_999_999_999_999n],
  ])('%s', (text, satoshis) => {
    expect(parseFixedPoint(text, 8)).toBe(satoshis);
  });

  const refused =
    '0.000000001 0.0000000010 1e-9 0.1e-8 123456789e-9 -1e-9 0e100 0e-100 0.0e-20 99999999999 92233720368 1e18 1e400';
  const misspelt = '+1 01 -01 .5 5. 1e 1e+ 1,5 0x1 1. --1 - NaN Infinity 1e1e1';
  test.each([...refused.split(' '), ...misspelt.split(' '), '', ' 1', '1 ', '1\n'])(
    'not %j',
    (text) => {
      expect(parseFixedPoint(text, 8)).toBeUndefined();
    },
  );

  test('reads the output of formatAmount', () => {
    fc.assert(
      fc.property(fc.bigInt(-MAX_MONEY, MAX_MONEY), (amount) => {
        expect(parseFixedPoint(formatAmount(amount), 8)).toBe(amount);
      }),
    );
  });

  test('reads or refuses any text, even a very long one', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseFixedPoint(text, 8)));
    const zeros = '0'.repeat(5_000_000);
    expect(parseFixedPoint(`0.${zeros}`, 8)).toBe(0n);
    expect(parseFixedPoint(`1${zeros}1`, 8)).toBeUndefined();
    expect(parseFixedPoint(`1e${zeros}1`, 8)).toBe(1_000_000_000n);
  });
});
