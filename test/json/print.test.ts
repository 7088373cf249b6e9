import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from '../../src/json/parse.ts';
import { printJson } from '../../src/json/print.ts';
import { runs } from '../support/generate/sample.ts';

test('prints compact text unchanged', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), (text) => {
      // JSON.stringify prints delete unchanged, and UniValue escapes it.
      const compact = JSON.stringify(JSON.parse(text)).replaceAll('\u007f', '\\u007f');
      expect(printJson(parseJson(compact) ?? null)).toBe(compact);
    }),
    { numRuns: runs(2_000) },
  );
});

describe('indentation', () => {
  test('prints as UniValue does', () => {
    const value = parseJson('{"a":[1,{"b":null}],"c":[],"d":{},"e":"x"}') ?? null;
    expect(printJson(value, 2)).toBe(
      [
        '{',
        '  "a": [',
        '    1,',
        '    {',
        '      "b": null',
        '    }',
        '  ],',
        '  "c": [',
        '  ],',
        '  "d": {',
        '  },',
        '  "e": "x"',
        '}',
      ].join('\n'),
    );
  });

  test('an empty object at the top', () => {
    expect(printJson({ members: [] }, 4)).toBe('{\n}');
  });
});

test('escapes', () => {
  expect(printJson('"\\/\b\f\n\r\t\u0000\u001f\u007f\u0080é😀')).toBe(
    '"\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\\u007f\u0080é😀"',
  );
});
