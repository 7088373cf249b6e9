import {
  pubECDSA,
  pubSchnorr,
  taprootTweakPrivKey,
  taprootTweakPubkey,
} from '@scure/btc-signer/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { taggedHash } from '../../src/crypto/hash.ts';
import { curves, N, number32, scalars } from '../support/curves.ts';

const isKey = (bytes: Uint8Array): boolean => curves[0]?.[1].isPrivateKey(bytes) === true;
const keys = scalars.filter(isKey);
const attempts = { numRuns: 40 };

describe.each(curves)('%s', (_, curve) => {
  const publicKeyOf = (key: Uint8Array, compressed = true): Uint8Array =>
    curve.publicKey(key, compressed) ?? new Uint8Array();

  test('derives public keys like btc-signer, one by one and in a list', () => {
    fc.assert(
      fc.property(fc.array(keys, { maxLength: 20 }), fc.boolean(), (list, compressed) => {
        const expected = list.map((key) => Uint8Array.from(pubECDSA(key, compressed)));
        expect(list.map((key) => curve.publicKey(key, compressed))).toEqual(expected);
        expect(curve.publicKeyMany(list, compressed)).toEqual(expected);
      }),
      attempts,
    );
  });

  test('a bad key in a list does not shift the others', () => {
    const list = [number32(0n), number32(1n), number32(N), number32(2n)];
    expect(curve.publicKeyMany(list, true)).toEqual(list.map((key) => curve.publicKey(key, true)));
  });

  test('the forms of a public key', () => {
    fc.assert(
      fc.property(keys, (key) => {
        const short = publicKeyOf(key);
        const long = publicKeyOf(key, false);
        const parity = (long[64] ?? 0) & 1;
        const hybrid = Uint8Array.of(6 + parity, ...long.slice(1));
        const wrongHybrid = Uint8Array.of(7 - parity, ...long.slice(1));
        for (const form of [short, long, hybrid]) {
          expect(curve.isPublicKey(form)).toBe(true);
          expect(curve.convertPublicKey(form, true)).toEqual(short);
          expect(curve.convertPublicKey(form, false)).toEqual(long);
        }
        expect(curve.isPublicKey(wrongHybrid)).toBe(false);
        expect(curve.convertPublicKey(wrongHybrid, true)).toBeUndefined();
        expect(curve.isXOnlyPublicKey(short.slice(1))).toBe(true);
      }),
      attempts,
    );
  });

  test('a tweaked private key is that of the tweaked public key', () => {
    fc.assert(
      fc.property(keys, scalars, (key, tweak) => {
        const tweaked = curve.tweakPrivateKey(key, tweak);
        const expected = tweaked && curve.publicKey(tweaked, true);
        expect(curve.tweakPublicKey(publicKeyOf(key), tweak)).toEqual(expected);
        expect(curve.tweakPublicKeyMany(publicKeyOf(key, false), [tweak, key])).toEqual([
          expected,
          curve.tweakPublicKey(publicKeyOf(key), key),
        ]);
        for (const [, other] of curves) expect(other.tweakPrivateKey(key, tweak)).toEqual(tweaked);
      }),
      attempts,
    );
  });

  test('tweaks to infinity, and an empty list', () => {
    const key = number32(5n);
    const point = publicKeyOf(key);
    expect(curve.tweakPrivateKey(key, number32(N - 5n))).toBeUndefined();
    expect(curve.tweakPublicKey(point, number32(N - 5n))).toBeUndefined();
    expect(curve.tweakPublicKeyMany(point, [number32(N - 5n), number32(0n), number32(5n)])).toEqual(
      [undefined, point, publicKeyOf(number32(10n))],
    );
    expect(curve.tweakPrivateKey(key, number32(0n))).toEqual(key);
    expect(curve.tweakPrivateKey(key, number32(N))).toBeUndefined();
    expect(curve.tweakPublicKey(point, number32(N))).toBeUndefined();
  });

  test('tweaks taproot keys like btc-signer', () => {
    const tapTweak = taggedHash('TapTweak');
    fc.assert(
      fc.property(keys, (key) => {
        const xOnly = Uint8Array.from(pubSchnorr(key));
        const [expected, parity] = taprootTweakPubkey(xOnly, new Uint8Array());
        const tweaked = curve.tweakXOnlyPublicKey(xOnly, tapTweak(xOnly));
        expect(tweaked).toEqual({ xOnly: Uint8Array.from(expected), parity });
        const even = publicKeyOf(key)[0] === 2 ? key : curve.negatePrivateKey(key);
        const secret = curve.tweakPrivateKey(even, tapTweak(xOnly));
        expect(secret).toEqual(Uint8Array.from(taprootTweakPrivKey(key)));
      }),
      attempts,
    );
  });

  // 512 keys are tweaked together at most, and fewer than ten one by one.
  test.each([0, 1, 9, 10, 11, 200, 512, 513])('tweaks %d taproot keys together', (length) => {
    const tapTweak = taggedHash('TapTweak');
    const list = Array.from({ length }, (_, i) => {
      const secret = tapTweak(Uint8Array.of(i, i >> 8));
      const key = Uint8Array.from(pubSchnorr(secret));
      const [xOnly, parity] = taprootTweakPubkey(key, new Uint8Array());
      const even = publicKeyOf(secret)[0] === 2 ? secret : curve.negatePrivateKey(secret);
      const good = { key, tweak: tapTweak(key), sum: { xOnly: Uint8Array.from(xOnly), parity } };
      switch (i % 7) {
        case 1:
          return { ...good, tweak: number32(N), sum: undefined };
        case 2:
          return { ...good, key: number32(5n), sum: undefined };
        case 3:
          return { ...good, tweak: curve.negatePrivateKey(even), sum: undefined };
        case 4:
          return { ...good, tweak: number32(0n), sum: { xOnly: key, parity: 0 } };
        case 5:
          return { ...good, key: key.subarray(1), sum: undefined };
        default:
          return good;
      }
    });
    const sums = curve.tweakXOnlyPublicKeyMany(
      list.map(({ key }) => key),
      list.map(({ tweak }) => tweak),
    );
    expect(sums).toEqual(list.map(({ sum }) => sum));
  });

  test('negation', () => {
    expect(curve.negatePrivateKey(number32(1n))).toEqual(number32(N - 1n));
    expect(curve.negatePrivateKey(number32(0n))).toEqual(number32(0n));
  });
});
