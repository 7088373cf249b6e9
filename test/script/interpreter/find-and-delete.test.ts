import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { findAndDelete } from '../../../src/script/interpreter/check-signature.ts';
import { hex } from '../../support/generate/script-text.ts';

test.each([
  ['515253', '52', '5153', 'an opcode'],
  ['535153535453', '53', '5154', 'wherever it stands, also in a row'],
  ['02aabb02aabb', '02aabb', '', 'a push'],
  ['02aabb', 'aa', '02aabb', 'not inside a push'],
  ['02aabb5151', '02aabb51', '51', 'over two operations'],
  ['03aa01bb', '03', 'aa01bb', 'the head of a push: what follows is read anew'],
  ['00005151', '0051', '0051', 'one pass: what moves together stays'],
  ['5103aabb', '03aabb', '51', 'a push that runs over the end'],
  ['5103aabb', '51', '03aabb', 'in front of one'],
])('%s without %s is %s: %s', (script, pattern, rest) => {
  expect(encodeHex(findAndDelete(hex(script), hex(pattern)))).toBe(rest);
});

test('returns the same object when there is nothing to delete', () => {
  const script = hex('0102ac');
  expect(findAndDelete(script, hex('ad'))).toBe(script);
});

test('accepts any bytes', () => {
  const bytes = fc.uint8Array({ maxLength: 80 });
  fc.assert(
    fc.property(bytes, fc.uint8Array({ minLength: 1, maxLength: 3 }), (script, pattern) => {
      const rest = findAndDelete(script, pattern);
      expect((script.length - rest.length) % pattern.length).toBe(0);
    }),
  );
});
