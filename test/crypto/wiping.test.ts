import { expect, test } from 'vitest';
import { bytesToNumber, N, numberToBytes } from '../../src/crypto/curve/field.ts';
import { bytesToScalar } from '../../src/crypto/curve/point.ts';
import { signEcdsaMany, signSchnorrMany } from '../../src/crypto/curve/sign-lists.ts';
import { challenge } from '../../src/crypto/curve/verify-one.ts';
import { sha256, taggedHash } from '../../src/crypto/hash.ts';
import { createMusigNonce } from '../../src/crypto/musig-session.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { deriveR } from '../../src/crypto/nonce-again.ts';
import { sumPrivateKeys } from '../../src/crypto/shared-points.ts';
import type { Bytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';

const key = (n: number): Bytes => sha256(Uint8Array.of(n));
const digest = sha256(Uint8Array.of(99));
const auxiliary = new Uint8Array(32);
const publicKeyOf = (privateKey: Bytes): Bytes =>
  nobleSecp256k1.publicKey(privateKey, true) ?? new Uint8Array();

/** All bytes and words that a call made, in hex, with their contents after it returned. */
function leftBy(run: () => unknown): readonly string[] {
  const made: (Uint8Array | Int32Array)[] = [];
  const restore: (() => void)[] = [];
  for (const name of ['Uint8Array', 'Int32Array'] as const) {
    const actual = globalThis[name];
    const { slice, map } = actual.prototype;
    const noted = <T extends Uint8Array | Int32Array>(array: T): T => {
      made.push(array);
      return array;
    };
    const spied = new Proxy(actual, {
      construct: (target, args) => noted(Reflect.construct(target, args)),
    });
    Reflect.set(globalThis, name, spied);
    const methods = { slice, map };
    for (const [method, original] of Object.entries(methods)) {
      Reflect.set(actual.prototype, method, function (this: Uint8Array, ...args: unknown[]) {
        return noted(Reflect.apply(original, this, args));
      });
    }
    restore.push(() => {
      Reflect.set(globalThis, name, actual);
      Object.assign(actual.prototype, methods);
    });
  }
  try {
    run();
  } finally {
    for (const each of restore) each();
  }
  expect(made.length).toBeGreaterThan(0);
  return made.map((array) =>
    array instanceof Int32Array
      ? [...array].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
      : encodeHex(array),
  );
}

/** Fails if one of the secrets, or its negative modulo n, remains after a call. */
function expectWiped(left: readonly string[], secrets: readonly bigint[]): void {
  const names = secrets.flatMap((secret) => [secret, N - secret].map(numberToBytes)).map(encodeHex);
  expect(left.filter((hex) => names.some((name) => hex.includes(name)))).toEqual([]);
}

const maskOf = (d: bigint): bigint => d ^ bytesToNumber(taggedHash('BIP0340/aux')(auxiliary));
const masksOf = (privateKey: Bytes): readonly bigint[] => {
  const d = bytesToNumber(privateKey);
  return [d, maskOf(d), maskOf(N - d)];
};

test('a signature of BIP340 leaves no nonce and no masked key', () => {
  const request = { digest, privateKey: key(1), auxiliary };
  const [made] = signSchnorrMany([request]);
  if (made === undefined) throw new Error('no signature');
  const { signature } = made;
  const publicKey = publicKeyOf(key(1));
  const d = bytesToNumber(key(1));
  const even = publicKey[0] === 2 ? d : N - d;
  const e = challenge(signature.subarray(0, 32), publicKey.subarray(1), digest);
  const nonce = (bytesToNumber(signature.subarray(32)) + (N - e) * even) % N;
  expect(publicKeyOf(numberToBytes(nonce)).subarray(1)).toEqual(signature.subarray(0, 32));
  const secrets = [nonce, ...masksOf(key(1))];
  expectWiped(
    leftBy(() => signSchnorrMany([request])),
    secrets,
  );
  // The point is public; only its derivation is checked.
  const derive = (scalar: Bytes) => points.get(encodeHex(scalar));
  const points = new Map<string, Bytes>();
  for (const scalar of [key(1), numberToBytes(nonce), numberToBytes(N - nonce)]) {
    points.set(encodeHex(scalar), publicKeyOf(scalar));
  }
  const again = () => expect(deriveR(request, { kind: 'schnorr', derive })).toBeDefined();
  expectWiped(
    leftBy(again).filter((hex) => !points.has(hex)),
    secrets,
  );
});

test('an ECDSA signature leaves no nonce', () => {
  const request = { digest, privateKey: key(2) };
  const [made] = signEcdsaMany([request]);
  if (made === undefined) throw new Error('no signature');
  const { signature } = made;
  const [r, s] = [signature.subarray(0, 32), signature.subarray(32)].map(bytesToNumber);
  let inverse = 1n;
  for (let power = N - 2n, square = s ?? 0n; power > 0n; power >>= 1n) {
    if (power & 1n) inverse = (inverse * square) % N;
    square = (square * square) % N;
  }
  const nonce = ((bytesToScalar(digest) + (r ?? 0n) * bytesToNumber(key(2))) * inverse) % N;
  expect(publicKeyOf(numberToBytes(nonce)).subarray(1)).toEqual(signature.subarray(0, 32));
  expectWiped(
    leftBy(() => signEcdsaMany([request])),
    [nonce, bytesToNumber(key(2))],
  );
});

test('a nonce of MuSig2 is only in the bytes that the caller gets', () => {
  const options = { publicKey: publicKeyOf(key(3)), random: key(4), privateKey: key(3) };
  const silent = { ...nobleSecp256k1, publicKey: publicKeyOf };
  const secrets: bigint[] = [];
  const left = leftBy(() => {
    const nonce = createMusigNonce(options, silent);
    if (nonce === undefined) throw new Error('no nonce');
    for (const at of [0, 32]) secrets.push(bytesToNumber(nonce.secret.subarray(at, at + 32)));
    nonce.secret.fill(0);
  });
  expect(secrets.every((secret) => secret > 0n)).toBe(true);
  expectWiped(left, [...secrets, bytesToNumber(key(3))]);
});

test('a sum of private keys leaves no partial sum', () => {
  const numbers = [5, 6, 7].map((n) => bytesToNumber(key(n)));
  const keys = [5, 6, 7].map(key);
  const left = leftBy(() => sumPrivateKeys(keys, nobleSecp256k1)?.fill(0));
  const [a = 0n, b = 0n, c = 0n] = numbers;
  expectWiped(left, [a, (a + b) % N, (a + b + c) % N]);
});

test('reading a number asks no secret bytes for their buffer, which would leave a copy', () => {
  const bytes = key(8);
  const expected = BigInt(`0x${encodeHex(bytes)}`);
  Object.defineProperty(bytes, 'buffer', {
    get: () => {
      throw new Error('asked for');
    },
  });
  expect(bytesToNumber(bytes)).toBe(expected);
  for (let length = 0; length < 70; length++) {
    const some = Uint8Array.from({ length }, (_, i) => 255 - i);
    expect(bytesToNumber(some)).toBe(BigInt(`0x0${encodeHex(some)}`));
  }
});
