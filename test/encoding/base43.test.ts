import { expect, test } from 'vitest';
import { decodeBase43, encodeBase43, leastBase43Length } from '../../src/encoding/base43.ts';
import { decodeHex, encodeHex } from '../../src/encoding/hex.ts';
import { readVector } from '../support/paths.ts';

test("base43 is Electrum's, both ways", () => {
  for (const { hex, base43 } of JSON.parse(readVector('transport/electrum-base43.json'))) {
    expect(encodeBase43(decodeHex(hex) ?? new Uint8Array(0))).toBe(base43);
    expect(encodeHex(decodeBase43(base43) ?? new Uint8Array(0))).toBe(hex);
  }
});

test('keeps leading zeros, and refuses other characters and too long texts', () => {
  expect(encodeBase43(Uint8Array.of(0, 0, 1))).toBe('001');
  expect([...(decodeBase43('001') ?? [])]).toEqual([0, 0, 1]);
  expect(decodeBase43('a')).toBeUndefined();
  expect(decodeBase43('A%')).toBeUndefined();
  expect(decodeBase43('A'.repeat(30_001))).toBeUndefined();
});

test('the least length is at most one below the true one at every boundary', () => {
  const values = Array.from({ length: 400 }, (_, i) => 43n ** BigInt(i));
  const cases = values.flatMap((value) => [value - 1n, value, value + 1n]);
  for (const [i, value] of cases.entries()) {
    const hex = value.toString(16);
    const digits = decodeHex(hex.padStart(hex.length + (hex.length % 2), '0'));
    const bytes = Uint8Array.of(...new Uint8Array(i % 3), ...(digits ?? []));
    const { length } = encodeBase43(bytes);
    const least = leastBase43Length(bytes);
    expect([least, least + 1], `${i}`).toContain(length);
  }
});
