import { expect, test } from 'vitest';
import { decodeBase43, encodeBase43 } from '../../src/encoding/base43.ts';
import { decodeHex, encodeHex } from '../../src/encoding/hex.ts';
import { readVector } from '../support/paths.ts';

test("base43 is Electrum's, both ways", () => {
  for (const { hex, base43 } of JSON.parse(readVector('transport/electrum-base43.json'))) {
    expect(encodeBase43(decodeHex(hex) ?? new Uint8Array(0))).toBe(base43);
    expect(encodeHex(decodeBase43(base43) ?? new Uint8Array(0))).toBe(hex);
  }
});

test('leading zeros are kept; other characters and texts that are too long are not read', () => {
  expect(encodeBase43(Uint8Array.of(0, 0, 1))).toBe('001');
  expect([...(decodeBase43('001') ?? [])]).toEqual([0, 0, 1]);
  expect(decodeBase43('a')).toBeUndefined();
  expect(decodeBase43('A%')).toBeUndefined();
  expect(decodeBase43('A'.repeat(30_001))).toBeUndefined();
});
