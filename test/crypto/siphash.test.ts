import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sipHash, sipKey } from '../../src/crypto/siphash.ts';

function ours(key: Uint8Array, data: Uint8Array): bigint {
  const result = { high: 0, low: 0 };
  sipHash(sipKey(key), data, result);
  return (BigInt(result.high) << 32n) | BigInt(result.low);
}

const MASK = (1n << 64n) - 1n;
const rotate = (x: bigint, by: bigint) => ((x << by) | (x >> (64n - by))) & MASK;
const little = (bytes: Uint8Array) =>
  bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);

/** Follows the paper, with unlimited numbers. */
function naive(key: Uint8Array, data: Uint8Array): bigint {
  const [k0, k1] = [little(key.subarray(0, 8)), little(key.subarray(8))];
  let v0 = k0 ^ 0x736f6d6570736575n;
  let v1 = k1 ^ 0x646f72616e646f6dn;
  let v2 = k0 ^ 0x6c7967656e657261n;
  let v3 = k1 ^ 0x7465646279746573n;
  const round = () => {
    v0 = (v0 + v1) & MASK;
    v1 = rotate(v1, 13n) ^ v0;
    v0 = rotate(v0, 32n);
    v2 = (v2 + v3) & MASK;
    v3 = rotate(v3, 16n) ^ v2;
    v0 = (v0 + v3) & MASK;
    v3 = rotate(v3, 21n) ^ v0;
    v2 = (v2 + v1) & MASK;
    v1 = rotate(v1, 17n) ^ v2;
    v2 = rotate(v2, 32n);
  };
  const padded = new Uint8Array(data.length - (data.length % 8) + 8);
  padded.set(data);
  padded[padded.length - 1] = data.length % 256;
  for (let at = 0; at < padded.length; at += 8) {
    const m = little(padded.subarray(at, at + 8));
    v3 ^= m;
    round();
    round();
    v0 ^= m;
  }
  v2 ^= 0xffn;
  for (let i = 0; i < 4; i++) round();
  return v0 ^ v1 ^ v2 ^ v3;
}

const counting = (length: number) => Uint8Array.from({ length }, (_, i) => i);

test('the vectors of the paper', () => {
  expect(ours(counting(16), counting(15))).toBe(0xa129ca6149be45e5n);
  expect(ours(counting(16), counting(0))).toBe(0x726fdb47dd0e0e31n);
});

test('matches the definition', () => {
  const key = fc.uint8Array({ minLength: 16, maxLength: 16 });
  fc.assert(
    fc.property(key, fc.uint8Array({ maxLength: 300 }), (given, data) => {
      expect(ours(given, data)).toBe(naive(given, data));
    }),
  );
});
