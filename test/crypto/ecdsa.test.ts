import { signECDSA } from '@scure/btc-signer/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeDer, parseDerLax } from '../../src/crypto/der.ts';
import { hash256 } from '../../src/crypto/hash.ts';
import { isLowS } from '../../src/crypto/order.ts';
import { decodeWif } from '../../src/crypto/wif.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { encodeUtf8 } from '../../src/encoding/utf8.ts';
import { bytes32, curves, N, number32, scalars } from '../support/curves.ts';
import { runs } from '../support/generate/sample.ts';
import { wrappedSignature } from './wrapped-signature.ts';

/** Core's signatures for these keys and this text (key_tests.cpp). */
const core = [
  [
    '5HxWvvfubhXpYYpS3tJkw6fq9jE9j18THftkZjHHfmFiWtmAbrj',
    'Kwr371tjA9u2rFSMZjTNun2PXXP3WPZu2afRHTcta6KxEUdm1vEw',
    '304402205dbbddda71772d95ce91cd2d14b592cfbc1dd0aabd6a394b6c2d377bbe59d31d022014ddda21494a4e221f0824f0b8b924c43fa43c0ad57dccdaa11f81a6bd4582f6',
  ],
  [
    '5KC4ejrDjv152FGwP386VD1i2NYc5KkfSMyv1nGy1VGDxGHqVY3',
    'L3Hq7a8FEQwJkW1M2GNKDW28546Vp5miewcCzSqUD9kCAXrJdS3g',
    '3044022052d8a32079c11e79db95af63bb9600c5b04f21a9ca33dc129c2bfa8ac9dc1cd5022061d8ae5e0f6c1a16bde3719c64c2fd70e404b6428ab9a69566962e8771b5944d',
  ],
] as const;

const attempts = { numRuns: 40 };

describe.each(curves)('%s', (_, curve) => {
  test.each(core)("Core's deterministic signatures", (long, short, der) => {
    const digest = hash256(encodeUtf8('Very deterministic message'));
    for (const wif of [long, short]) {
      const key = decodeWif(wif, networks.main);
      const signature = key && curve.signEcdsa(digest, key.reveal());
      expect(signature && encodeHex(encodeDer(signature))).toBe(der);
      const publicKey = key?.publicKey(curve);
      expect(publicKey?.length).toBe(wif === long ? 65 : 33);
      expect(signature && publicKey && curve.verifyEcdsa(signature, digest, publicKey)).toBe(true);
    }
  });

  test('R is always low: never more than 70 bytes of DER, sometimes less', () => {
    const key = number32(7n);
    const requests = Array.from({ length: 256 }, (_x, i) => ({
      digest: hash256(encodeUtf8(`A message to be signed${i}`)),
      privateKey: key,
    }));
    const lengths = curve
      .signEcdsaMany(requests)
      .map((made) => encodeDer(made?.signature ?? new Uint8Array(64)).length);
    expect(Math.max(...lengths)).toBe(70);
    expect(Math.min(...lengths)).toBeLessThan(70);
  });

  test('signs like btc-signer if no grinding is needed', () => {
    fc.assert(
      fc.property(bytes32, scalars, (digest, key) => {
        fc.pre(curve.isPrivateKey(key));
        // Its grinding counts from 0, and Core's from 1.
        const theirs = Uint8Array.from(signECDSA(digest, key));
        fc.pre(theirs[3] === 32);
        const signature = curve.signEcdsa(digest, key);
        expect(signature && encodeDer(signature)).toEqual(theirs);
      }),
      attempts,
    );
  });

  test('makes the same signatures one by one, in a list and by the other backend', () => {
    const request = fc.record({ digest: fc.oneof(bytes32, scalars), privateKey: scalars });
    fc.assert(
      fc.property(fc.array(request, { maxLength: 24 }), (requests) => {
        const one = requests.map(({ digest, privateKey }) => curve.signEcdsa(digest, privateKey));
        expect(curve.signEcdsaMany(requests).map((made) => made?.signature)).toEqual(one);
        for (const [, other] of curves) {
          const made = other.signEcdsaMany(requests);
          expect(made.map((each) => each?.signature)).toEqual(one);
        }
        for (const signature of one)
          expect(signature === undefined || isLowS(signature)).toBe(true);
      }),
      attempts,
    );
  });

  test('refuses invalid keys', () => {
    const digest = new Uint8Array(32);
    for (const key of [number32(0n), number32(N), number32(N + 1n), new Uint8Array(31)]) {
      expect(curve.isPrivateKey(key)).toBe(false);
      expect(curve.publicKey(key, true)).toBeUndefined();
      expect(curve.signEcdsa(digest, key)).toBeUndefined();
      expect(curve.signSchnorr(digest, key, digest)).toBeUndefined();
      expect(curve.signEcdsaMany([{ digest, privateKey: key }])).toEqual([undefined]);
      expect(curve.signSchnorrMany([{ digest, privateKey: key, auxiliary: digest }])).toEqual([
        undefined,
      ]);
      expect(curve.publicKeyMany([key], true)).toEqual([undefined]);
    }
    expect(curve.signEcdsa(new Uint8Array(31), number32(1n))).toBeUndefined();
    expect(curve.signSchnorr(digest, number32(1n), new Uint8Array(31))).toBeUndefined();
  });

  test('verifies a high S too, but no changed signature', () => {
    fc.assert(
      fc.property(bytes32, scalars, fc.nat(63), fc.nat(7), (digest, key, place, bit) => {
        const signature = curve.signEcdsa(digest, key);
        const publicKey = curve.publicKey(key, true);
        fc.pre(signature !== undefined && publicKey !== undefined);
        if (signature === undefined || publicKey === undefined) return;
        const high = signature.slice();
        high.set(curve.negatePrivateKey(signature.slice(32)), 32);
        expect(isLowS(high)).toBe(false);
        expect(curve.verifyEcdsa(high, digest, publicKey)).toBe(true);
        const changed = signature.slice();
        changed[place] = (changed[place] ?? 0) ^ (1 << bit);
        expect(curve.verifyEcdsa(changed, digest, publicKey)).toBe(false);
        const otherDigest = digest.slice();
        otherDigest[place % 32] = (otherDigest[place % 32] ?? 0) ^ (1 << bit);
        expect(curve.verifyEcdsa(signature, otherDigest, publicKey)).toBe(false);
      }),
      attempts,
    );
  });

  test('an R whose x was reduced modulo n', () => {
    const check = wrappedSignature();
    expect(curve.verifyEcdsa(check.signature, check.digest, check.publicKey)).toBe(true);
    expect(curve.verifyAll(Array.from({ length: 70 }, () => check))).toBe(true);
  });

  test('throws for no bytes', () => {
    const any = fc.oneof(fc.uint8Array({ maxLength: 70 }), bytes32, scalars);
    const signature = fc.oneof(any, fc.uint8Array({ minLength: 64, maxLength: 64 }));
    const point = fc.oneof(
      any,
      fc
        .tuple(
          fc.constantFrom(2, 3, 4, 6, 7),
          fc.constantFrom(32, 64),
          fc.infiniteStream(fc.nat(255)),
        )
        .map(([prefix, length, stream]) => Uint8Array.of(prefix, ...[...stream.take(length)])),
    );
    fc.assert(
      fc.property(signature, any, point, any, (s, a, p, b) => {
        const answers = curves.map(([, c]) => [
          c.isPrivateKey(a),
          c.isPublicKey(p),
          c.convertPublicKey(p, true),
          c.convertPublicKey(p, false),
          c.isXOnlyPublicKey(a),
          c.verifyEcdsa(s, a, p),
          c.verifySchnorr(s, a, b),
          c.tweakPrivateKey(a, b),
          c.tweakPublicKey(p, a),
          c.tweakXOnlyPublicKey(a, b),
          c.tweakPublicKeyMany(p, [a, b]),
          c.verifyAll([
            { kind: 'ecdsa', signature: s, digest: a, publicKey: p, nonceY: b },
            { kind: 'schnorr', signature: s, digest: a, publicKey: b },
            { kind: 'ecdsa', signature: s, digest: a, publicKey: p },
          ]),
        ]);
        expect(answers[0]).toEqual(answers[1]);
      }),
      { numRuns: runs(150) },
    );
  });
});

test('DER there and back', () => {
  fc.assert(
    fc.property(scalars, scalars, (r, s) => {
      const signature = Uint8Array.of(...r, ...s);
      const back = parseDerLax(encodeDer(signature));
      const inRange = [r, s].every((x) => encodeHex(x) < encodeHex(number32(N)));
      expect(back).toEqual(inRange ? signature : new Uint8Array(64));
    }),
  );
});
