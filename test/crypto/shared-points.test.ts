import * as tiny from 'tiny-secp256k1';
import { expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { sharedPoint } from '../../src/crypto/noble-single.ts';
import { sharedPoints } from '../../src/crypto/shared-points.ts';
import { N, number32 } from '../support/curves.ts';
import { createRandom } from '../support/generate/random.ts';

const random = createRandom(20261124);
const near = Array.from({ length: 40 }, (_, i) => BigInt(i + 1)).flatMap((k) => [k, N - k]);
const keys = [
  ...near.map(number32),
  ...[N / 2n, N / 2n + 1n, 1n << 255n, (1n << 128n) - 1n].map(number32),
  ...Array.from({ length: 20 }, () => random.bytes(32)),
];
const points = [1n, 2n, 3n, 15n, 16n, N - 1n, N - 15n].map(number32).concat([random.bytes(32)]);
const publicKeys = points.map((k) => {
  const point = tiny.pointFromScalar(k, true);
  if (point === null) throw new Error('no point');
  return point;
});

test('the kernel multiplies points by a private key as libsecp256k1 and @noble/secp256k1 do', () => {
  for (const key of keys) {
    const theirs = publicKeys.map((point) => tiny.pointMultiply(point, key, true));
    expect(sharedPoints(key, publicKeys, kernelSecp256k1)).toEqual(
      theirs.map((each) => each ?? undefined),
    );
    expect(sharedPoint(key, publicKeys[7] ?? key)).toEqual(theirs[7]);
  }
});

test('an invalid key has no multiple', () => {
  const [point = new Uint8Array(33)] = publicKeys;
  const wrong = [new Uint8Array(33), new Uint8Array(32), point.subarray(1)];
  const key = keys[90] ?? new Uint8Array(32);
  expect(sharedPoints(key, [point, ...wrong], kernelSecp256k1).map((each) => each?.length)).toEqual(
    [33, undefined, undefined, undefined],
  );
  for (const none of [new Uint8Array(32), number32(N), new Uint8Array(31)]) {
    expect(sharedPoints(none, [point], kernelSecp256k1)).toEqual([undefined]);
  }
});

test('long lists are multiplied in parts', () => {
  const key = keys[90] ?? new Uint8Array(32);
  const list = Array.from({ length: 600 }, (_, i) => publicKeys[i % publicKeys.length] ?? key);
  const products = sharedPoints(key, list, kernelSecp256k1);
  expect(products[599]).toEqual(tiny.pointMultiply(list[599] ?? key, key, true));
  expect(products).toHaveLength(600);
});
