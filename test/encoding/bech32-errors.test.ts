import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBech32, encodeBech32 } from '../../src/encoding/bech32.ts';
import { locateBech32Errors } from '../../src/encoding/bech32-errors.ts';

/** Invalid texts of BIP173 and BIP350, with Core's errors and positions (bech32_tests.cpp). */
const cases: [string, string, number[]][] = [
  [' 1nwldj5', 'Invalid character or mixed case', [0]],
  ['\x7f1axkwrx', 'Invalid character or mixed case', [0]],
  [
    'an84characterslonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1569pvx',
    'Bech32 string too long',
    [90],
  ],
  ['pzry9x0s0muk', 'Missing separator', []],
  ['1pzry9x0s0muk', 'Invalid separator position', [0]],
  ['x1b4n0q5v', 'Invalid Base 32 character', [2]],
  ['li1dgmt3', 'Invalid separator position', [2]],
  ['A1G7SGD8', 'Invalid checksum', []],
  ['a12UEL5L', 'Invalid character or mixed case', [3, 4, 5, 7]],
  ['A12uEL5L', 'Invalid character or mixed case', [3]],
  ['abcdef1qpzrz9x8gf2tvdw0s3jn54khce6mua7lmqqqxw', 'Invalid Bech32 checksum', [11]],
  ['test1zg69w7y6hn0aqy352euf40x77qddq3dc', 'Invalid Bech32 checksum', [9, 16]],
  ['mm1crxm3i', 'Invalid Base 32 character', [8]],
  ['M1VUXWEZ', 'Invalid checksum', []],
  ['abcdef1l7aum6echk45nj2s0wdvt2fg8x9yrzpqzd3ryx', 'Invalid Bech32m checksum', [21]],
  ['test1zg69v7y60n00qy352euf40x77qcusag6', 'Invalid Bech32m checksum', [13, 32]],
  ['', 'Missing separator', []],
  // Positions are in bytes; both UTF-8 bytes of this letter are wrong.
  ['de1lg7wté', 'Invalid character or mixed case', [8, 9]],
];

test.each(cases)('%j: %s', (text, error, positions) => {
  expect(decodeBech32(text)).toBeUndefined();
  expect(locateBech32Errors(text)).toEqual({ error, positions });
});

describe('a valid text', () => {
  const values = fc.uint8Array({ max: 31, minLength: 20, maxLength: 60 });
  const codeword = fc
    .tuple(fc.constantFrom('bech32', 'bech32m'), values)
    .map(([encoding, v]) => encodeBech32(encoding, 'bcrt', v));

  test('there is nothing to find', () => {
    fc.assert(
      fc.property(codeword, (text) => {
        expect(locateBech32Errors(text)).toEqual({ error: '', positions: [] });
      }),
    );
  });

  test('one wrong character is found', () => {
    fc.assert(
      fc.property(codeword, fc.nat(), fc.integer({ min: 1, max: 31 }), (text, place, change) => {
        const position = 5 + (place % (text.length - 5));
        expect(locateBech32Errors(corrupt(text, position, change)).positions).toEqual([position]);
      }),
    );
  });

  test('two wrong characters are found, unless one would make it bech32m', () => {
    fc.assert(
      fc.property(values, fc.nat(), fc.nat(), (v, a, b) => {
        const text = encodeBech32('bech32', 'bcrt', v);
        const first = 5 + (a % (text.length - 5));
        const second = 5 + (b % (text.length - 5));
        fc.pre(first !== second);
        const { positions } = locateBech32Errors(corrupt(corrupt(text, first, 1), second, 7));
        const expected = [first, second].sort((x, y) => x - y);
        if (positions.length !== 1) expect(positions).toEqual(expected);
      }),
    );
  });
});

test('throws for no text', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void locateBech32Errors(text)));
});

const CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

function corrupt(text: string, position: number, change: number): string {
  const value = CHARSET.indexOf(text.charAt(position)) ^ change;
  return text.slice(0, position) + CHARSET.charAt(value) + text.slice(position + 1);
}
