import { base58 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBase58, encodeBase58 } from '../../src/encoding/base58.ts';
import { decodeHex, encodeHex } from '../../src/encoding/hex.ts';
import { readCoreData } from '../support/paths.ts';

const published = readCoreData('base58_encode_decode.json');

describe.skipIf(published === undefined)('base58_encode_decode.json', () => {
  const cases: [string, string][] = JSON.parse(published ?? '[]');
  test.each(cases)('%s', (hex, text) => {
    const bytes = decodeHex(hex) ?? new Uint8Array();
    expect(encodeBase58(bytes)).toBe(text);
    expect(decodeBase58(text, 256)).toEqual(bytes);
  });
});

describe('decodeBase58', () => {
  const hex = (text: string, max = 100): string | undefined => {
    const bytes = decodeBase58(text, max);
    return bytes && encodeHex(bytes);
  };

  test('skips white space around the digits and nowhere else', () => {
    expect(hex(' \t\n\v\f\r skip \r\f\v\n\t ')).toBe('971a55');
    expect(hex('skip a')).toBeUndefined();
    expect(hex('sk ip')).toBeUndefined();
    expect(hex('\u00a0skip')).toBeUndefined();
  });

  test('refuses other characters', () => {
    for (const text of [
      'invalid',
      'invalid\0',
      '\0invalid',
      'good\0bad0IOl',
      'good\0',
      '0',
      'é',
      '\ud800',
    ]) {
      expect(hex(text)).toBeUndefined();
    }
    expect(hex('good')).toBe('768320');
  });

  test('respects the maximum length', () => {
    expect(hex('111', 3)).toBe('000000');
    expect(hex('111', 2)).toBeUndefined();
    expect(hex('1skip', 4)).toBe('00971a55');
    expect(hex('1skip', 3)).toBeUndefined();
    expect(hex('', 0)).toBe('');
  });

  test('returns at once for long texts', () => {
    const long = 1_000_000;
    expect(hex('z'.repeat(long))).toBeUndefined();
    expect(hex('1'.repeat(long))).toBeUndefined();
    expect(hex(`${' '.repeat(long)}x ${' '.repeat(long)}y`)).toBeUndefined();
    expect(hex(`${' '.repeat(long)}good`)).toBe('768320');
  });

  test('reads its own encoding, and never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const text = encodeBase58(bytes);
        expect(text).toBe(base58.encode(bytes));
        expect(decodeBase58(text, bytes.length)).toEqual(bytes);
        expect(decodeBase58(text, bytes.length - 1)).toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const bytes = decodeBase58(text, 100);
        if (bytes !== undefined) expect(encodeBase58(bytes)).toBe(text.trim());
      }),
    );
  });
});
