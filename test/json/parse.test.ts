import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeUtf8 } from '../../src/encoding/utf8.ts';
import { isJsonArray, isJsonNumber, isJsonObject, type Json } from '../../src/json/json.ts';
import { MAX_JSON_LENGTH, parseJson, parseJsonBytes } from '../../src/json/parse.ts';
import { printJson } from '../../src/json/print.ts';
import { runs } from '../support/generate/sample.ts';

/** Converts to the result of JSON.parse: the last of repeated keys, numbers as floats. */
function toPlain(value: Json): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (isJsonNumber(value)) return Number(value.number);
  if (isJsonArray(value)) return value.map(toPlain);
  return Object.fromEntries(
    isJsonObject(value) ? value.members.map(([key, member]) => [key, toPlain(member)]) : [],
  );
}

function standard(text: string): unknown {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // JSON.parse throws for other texts.
    return undefined;
  }
}

const ours = (text: string) => {
  const value = parseJson(text);
  return value === undefined ? undefined : { value: toPlain(value) };
};

describe('like JSON.parse', () => {
  const fragments = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    ' ',
    '\n',
    '\t',
    '\r',
    '"',
    '\\',
    '""',
    '"a"',
    '"\\n"',
    '"\\u00e9"',
    '"\\ud83d\\ude00"',
    '0',
    '1',
    '-1',
    '1.5',
    '1e5',
    '1E-2',
    '01',
    '.5',
    '1.',
    '-',
    '+',
    'true',
    'false',
    'null',
    'é',
    '\u00a0',
    'x',
    '"k":',
    '\u0000',
  ];

  test('parses any sequence of fragments', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...fragments), { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        // UniValue's one exception: a text that ends in a bare minus.
        fc.pre(!/^[ \t\r\n]*-$/.test(text));
        expect(ours(text)).toEqual(standard(text));
      }),
      { numRuns: runs(20_000) },
    );
  });

  test('parses any JSON value printed by JSON.stringify', () => {
    fc.assert(
      fc.property(
        fc.json({ stringUnit: 'binary' }),
        fc.integer({ min: 0, max: 3 }),
        (text, indent) => {
          const value = JSON.parse(text);
          expect(ours(JSON.stringify(value, null, indent))).toEqual({ value });
        },
      ),
      { numRuns: runs(2_000) },
    );
  });

  test('parses or refuses any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!/^[ \t\r\n]*-$/.test(text));
        expect(ours(text)).toEqual(standard(text));
      }),
      { numRuns: runs(5_000) },
    );
  });
});

describe('precision that JSON.parse would lose', () => {
  test.each([
    '{"a":1,"a":2}',
    '{"b":1,"a":2,"10":3,"2":4}',
    '{"__proto__":1}',
    '[1.0,1e-8,0.10,1E400,-0,12345678901234567890.123]',
    '{"":""}',
    '"é😀"',
  ])('%s comes back as it was', (text) => {
    expect(printJson(parseJson(text) ?? null)).toBe(text);
  });
});

describe('like UniValue, unlike JSON.parse', () => {
  test('a lone surrogate is refused, escaped or not', () => {
    for (const text of [
      '"\\ud800"',
      '"\\udc00"',
      '"\\ud800\\u0041"',
      '"\\ud800\\ud800\\udc00"',
      '"\ud800"',
      '"\udc00x"',
    ]) {
      expect(parseJson(text)).toBeUndefined();
    }
  });

  test('a lone minus at the end of the text is a number', () => {
    expect(parseJson(' -')).toEqual({ number: '-' });
    expect(parseJson('[-')).toBeUndefined();
    expect(parseJson('- ')).toBeUndefined();
  });

  test('an escaped pair above U+1FFFF loses a bit', () => {
    expect(parseJson('"\\ud840\\udc00"')).toBe('\u{10000}');
    expect(parseJson('"\u{20000}"')).toBe('\u{20000}');
  });

  test('overlong UTF-8 and code points beyond Unicode pass and are printed', () => {
    const bytes = (...middle: number[]) => Uint8Array.of(0x22, ...middle, 0x22);
    expect(parseJsonBytes(bytes(0xc0, 0x80))).toBe('\u0000');
    expect(parseJsonBytes(bytes(0xc0, 0xa2))).toBe('"');
    const beyond = bytes(0xf4, 0x90, 0x80, 0x80);
    expect(encodeUtf8(printJson(parseJsonBytes(beyond) ?? null))).toEqual(beyond);
    const last = bytes(0xf7, 0xbf, 0xbf, 0xbf);
    expect(encodeUtf8(printJson(parseJsonBytes(last) ?? null))).toEqual(last);
  });

  test.each([
    [[0xff]],
    [[0x80]],
    [[0xc3]],
    [[0xe2, 0x82]],
    [[0xe9]],
    [[0xed, 0xa0, 0x80]],
    [[0xf8, 0x88, 0x80, 0x80, 0x80]],
    [[0xc3, 0x28]],
    [[0x1f]],
  ])('broken UTF-8 %j is refused', (middle) => {
    expect(parseJsonBytes(Uint8Array.of(0x22, ...middle, 0x22))).toBeUndefined();
  });

  test('a byte order mark is refused', () => {
    expect(parseJson('\ufeff{}')).toBeUndefined();
    expect(parseJsonBytes(Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d))).toBeUndefined();
  });
});

describe('limits', () => {
  const nested = (open: string, close: string, depth: number) =>
    open.repeat(depth) + close.repeat(depth);

  test('512 levels and no more', () => {
    expect(parseJson(nested('[', ']', 512))).toBeDefined();
    expect(parseJson(nested('[', ']', 513))).toBeUndefined();
    expect(parseJson(`${'{"a":'.repeat(512)}1${'}'.repeat(512)}`)).toBeDefined();
    expect(parseJson(`${'{"a":'.repeat(513)}1${'}'.repeat(513)}`)).toBeUndefined();
    expect(parseJson('['.repeat(1_000_000))).toBeUndefined();
  });

  test('32 MiB and no more', () => {
    const padding = ' '.repeat(MAX_JSON_LENGTH - 1);
    expect(parseJson(`${padding}1`)).toEqual({ number: '1' });
    expect(parseJson(`${padding} 1`)).toBeUndefined();
  });

  test('a number of a million digits is kept', () => {
    const digits = '7'.repeat(1_000_000);
    expect(parseJson(digits)).toEqual({ number: digits });
  });
});

test('parses or refuses any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      parseJsonBytes(bytes);
    }),
    { numRuns: runs(5_000) },
  );
});
