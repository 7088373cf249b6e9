import fc from 'fast-check';
import { appSecp256k1 } from '../../src/crypto/app-curve.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import type { Secp256k1 } from '../../src/crypto/secp256k1.ts';
import { smallSecp256k1 } from '../../src/crypto/small-curve.ts';

/** All backends, so that every test runs with each. For `describe.each`. */
export const curves: readonly (readonly [string, Secp256k1])[] = [
  ['noble', nobleSecp256k1],
  ['app', appSecp256k1],
  ['small', smallSecp256k1],
  ['kernel', kernelSecp256k1],
];

export const bytes32: fc.Arbitrary<Uint8Array> = fc.uint8Array({ minLength: 32, maxLength: 32 });

/** Numbers at which arithmetic modulo n and p wraps around, and random ones. */
export const scalars: fc.Arbitrary<Uint8Array> = fc.oneof(
  bytes32,
  fc.integer({ min: 1, max: 300 }).map((small) => number32(BigInt(small))),
  fc.integer({ min: 1, max: 300 }).map((small) => number32(N - BigInt(small))),
  fc.integer({ min: 1, max: 255 }).map((bit) => number32(1n << BigInt(bit))),
);

export const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
export const P = 2n ** 256n - 2n ** 32n - 977n;

export function number32(number: bigint): Uint8Array {
  const digits = number.toString(16).padStart(64, '0');
  return Uint8Array.from({ length: 32 }, (_, i) =>
    Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16),
  );
}
