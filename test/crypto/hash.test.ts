import { createHash, createHmac, scryptSync } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createSha256,
  hash160,
  hash256,
  hmacSha256,
  scrypt,
  scryptInTurns,
  sha256,
  taggedHash,
} from '../../src/crypto/hash.ts';
import { concatBytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { encodeUtf8 } from '../../src/encoding/utf8.ts';

const node = (algorithm: string, data: Uint8Array): Uint8Array =>
  Uint8Array.from(createHash(algorithm).update(data).digest());

test('all lengths around the blocks', () => {
  for (let length = 0; length <= 260; length++) {
    const data = new Uint8Array(length).map((_, i) => i * 7 + length);
    expect(sha256(data)).toEqual(node('sha256', data));
  }
});

test('hashes parts, views and clones alike', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 150 }), { maxLength: 8 }),
      fc.nat(),
      (parts, at) => {
        const whole = concatBytes(...parts);
        const expected = node('sha256', whole);
        const split = at % (parts.length + 1);
        const first = createSha256();
        for (const part of parts.slice(0, split)) first.update(part);
        const second = first.clone();
        const view = concatBytes(Uint8Array.of(1, 2, 3), ...parts.slice(split)).subarray(3);
        for (const part of parts.slice(split)) first.update(part);
        expect(first.digest()).toEqual(expected);
        expect(second.update(view).digest()).toEqual(expected);
      },
    ),
  );
});

test('a clone is independent', () => {
  const first = createSha256().update(new Uint8Array(100));
  const clone = first.clone();
  first.update(encodeUtf8('a'));
  expect(clone.digest()).toEqual(node('sha256', new Uint8Array(100)));
});

test('does not change its input', () => {
  const data = new Uint8Array(70).fill(9);
  sha256(data);
  expect(data).toEqual(new Uint8Array(70).fill(9));
});

test('hash256, hash160 and tagged hashes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (data) => {
      expect(hash256(data)).toEqual(node('sha256', node('sha256', data)));
      expect(hash160(data)).toEqual(node('ripemd160', node('sha256', data)));
      const tag = node('sha256', encodeUtf8('TapLeaf'));
      expect(taggedHash('TapLeaf')(data, tag)).toEqual(
        node('sha256', concatBytes(tag, tag, data, tag)),
      );
    }),
  );
});

test('HMAC-SHA256 with keys below, of and above a block', () => {
  for (const length of [0, 1, 32, 55, 63, 64, 65, 130]) {
    const key = new Uint8Array(length).map((_, i) => i * 5 + length);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (data) => {
        const given = [key.slice(), data.slice()];
        const expected = createHmac('sha256', key).update(data).digest();
        expect(hmacSha256(key, data)).toEqual(Uint8Array.from(expected));
        expect([key, data]).toEqual(given);
      }),
      { numRuns: 50 },
    );
  }
});

test('a megabyte', () => {
  // FIPS 180-4's example: a million times "a".
  expect(encodeHex(sha256(new Uint8Array(1_000_000).fill(0x61)))).toBe(
    'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0',
  );
});

test('derives by scrypt what OpenSSL derives, also at once and of other lengths', async () => {
  const password = encodeUtf8('pass phrase');
  const salt = encodeUtf8('salt');
  for (const [n, r, p] of [
    [16, 1, 1],
    [1024, 8, 1],
    [512, 8, 8],
    [256, 3, 5],
  ] as const) {
    const expected = (length: number) =>
      Uint8Array.from(scryptSync(password, salt, length, { N: n, r, p, maxmem: 2 ** 28 }));
    expect(scrypt(password, salt, { n, r, p })).toEqual(expected(32));
    expect(scrypt(password, salt, { n, r, p }, 64)).toEqual(expected(64));
    expect(await scryptInTurns(password, salt, { n, r, p })).toEqual(expected(32));
  }
});
