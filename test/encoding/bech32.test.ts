import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convertBits, decodeBech32, encodeBech32 } from '../../src/encoding/bech32.ts';

const bip173 = [
  'A12UEL5L',
  'a12uel5l',
  'an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs',
  'abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw',
  '11qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqc8247j',
  'split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w',
  '?1ezyfcl',
];
const bip350 = [
  'A1LQFN3A',
  'a1lqfn3a',
  'an83characterlonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11sg7hg6',
  'abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx',
  '11llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllludsr8',
  'split1checkupstagehandshakeupstreamerranterredcaperredlc445v',
  '?1v759aa',
];

describe.each([
  ['bech32', bip173],
  ['bech32m', bip350],
] as const)("the BIP's valid %s texts", (encoding, texts) => {
  test.each(texts)('%s', (text) => {
    const decoded = decodeBech32(text);
    expect(decoded?.encoding).toBe(encoding);
    if (decoded === undefined) return;
    expect(encodeBech32(encoding, decoded.hrp, decoded.values)).toBe(text.toLowerCase());
  });
});

test('the limit is 90 characters', () => {
  const text = encodeBech32('bech32', 'a', new Uint8Array(82));
  expect(text.length).toBe(90);
  expect(decodeBech32(text)).toBeDefined();
  expect(decodeBech32(encodeBech32('bech32', 'a', new Uint8Array(83)))).toBeUndefined();
});

const fiveBits = fc.uint8Array({ max: 31, maxLength: 82 });

test('reads its own encoding', () => {
  fc.assert(
    fc.property(fc.constantFrom('bech32', 'bech32m'), fiveBits, (encoding, values) => {
      expect(decodeBech32(encodeBech32(encoding, 'q', values))).toEqual({
        encoding,
        hrp: 'q',
        values,
      });
    }),
  );
});

test('throws for no text', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void decodeBech32(text)));
});

describe('convertBits', () => {
  test('there and back', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const groups = convertBits(bytes, 8, 5, true) ?? [];
        expect(convertBits(groups, 5, 8, false)).toEqual(bytes);
      }),
    );
  });

  test('rejects a complete group left over and non-zero padding', () => {
    expect(convertBits([31], 5, 8, false)).toBeUndefined();
    expect(convertBits([0], 5, 8, false)).toBeUndefined();
    expect(convertBits([0, 1], 5, 8, false)).toBeUndefined();
    expect(convertBits([0, 4], 5, 8, false)).toEqual(Uint8Array.of(1));
  });
});
