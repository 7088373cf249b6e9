import { describe, expect, test } from 'vitest';
import { psbtKinds } from '../../src/psbt/psbt-kinds.ts';

// Sizes that BIP174, 370, 371 and 373 fix: bytes of another size could not be read back.

const SIZES: readonly (readonly [keyof typeof psbtKinds, readonly number[]])[] = [
  ['bytes4', [4]],
  ['bytes20', [20]],
  ['bytes32', [32]],
  ['bytes33', [33]],
  ['bytes66', [66]],
  ['bytes78', [78]],
  ['publicKey', [33, 65]],
  ['schnorrSignature', [64, 65]],
  ['controlBlock', [33, 65, 97]],
];

const isOf = (kind: keyof typeof psbtKinds, value: unknown): boolean => {
  const { is } = psbtKinds[kind] as { readonly is: (value: unknown) => boolean };
  return is(value);
};

test.each(SIZES)('%s is only of its sizes', (kind, sizes) => {
  const all = Array.from({ length: 100 }, (_, size) => size);
  expect(all.filter((size) => isOf(kind, new Uint8Array(size)))).toEqual(sizes);
  expect(
    isOf(
      kind,
      Array.from({ length: sizes[0] ?? 0 }, () => 0),
    ),
  ).toBe(false);
});

test('the key of a field is not empty', () => {
  expect([0, 1, 2].map((size) => isOf('fieldKey', new Uint8Array(size)))).toEqual([
    false,
    true,
    true,
  ]);
});

describe.each<[keyof typeof psbtKinds, number, number]>([
  ['uint8', 0, 255],
  // BIP341: at most 128 steps.
  ['depth', 0, 128],
  ['sighash', -(2 ** 31), 2 ** 32 - 1],
])('%s', (kind, least, most) => {
  test('is a whole number in its range', () => {
    const values = [least - 1, least, least + 1, most - 1, most, most + 1];
    expect(values.map((value) => isOf(kind, value))).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect([0.5, Number.NaN, '1', 1n, undefined].some((value) => isOf(kind, value))).toBe(false);
  });
});

test('the version is 0 or 2', () => {
  expect([-1, 0, 1, 2, 3, '0'].map((value) => isOf('PsbtVersion', value))).toEqual([
    false,
    true,
    false,
    true,
    false,
    false,
  ]);
});

test('leaf hashes are a Set of 64 lowercase digits each', () => {
  const hash = 'ab'.repeat(32);
  expect(isOf('leafHashes', new Set())).toBe(true);
  expect(isOf('leafHashes', new Set([hash, '0'.repeat(64)]))).toBe(true);
  const wrong = [hash.slice(1), `${hash}0`, hash.toUpperCase(), `${hash.slice(1)}g`, 1];
  for (const each of wrong) {
    expect(isOf('leafHashes', new Set([each]))).toBe(false);
    expect(isOf('leafHashes', new Set([hash, each]))).toBe(false);
  }
  // A value with this text is no text.
  expect(isOf('leafHashes', new Set([{ toString: () => hash }]))).toBe(false);
  expect(isOf('leafHashes', [hash])).toBe(false);
  expect(isOf('leafHashes', new Map([[hash, 1]]))).toBe(false);
  expect(isOf('leafHashes', undefined)).toBe(false);
});
