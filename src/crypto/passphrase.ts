import type { Bytes } from '../encoding/bytes.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { scrypt } from './hash.ts';

/** RFC 7914. Memory: 128 * n * r bytes. */
export type ScryptCost = {
  /** CPU and memory cost: a power of two. */
  readonly n: number;
  /** Block size. */
  readonly r: number;
  /** Parallelization: how often that is done, one after the other. */
  readonly p: number;
};

export const SCRYPT_SALT_LENGTH = 16;

/** Of what we write: 256 MB, and about as long as that takes. */
const MOST_WORK = 2 ** 18 * 8;

/**
 * What is asked of a file's parameters: a forged file must not cost more to try than one of ours.
 */
export function isUsableCost({ n, r, p }: ScryptCost): boolean {
  const isPowerOfTwo = Number.isInteger(Math.log2(n));
  return isPowerOfTwo && n >= 2 && r >= 1 && p >= 1 && n * r * p <= MOST_WORK;
}

/** RFC 7914, 32 bytes: `keyFromPassphrase`, or one of the platform that leaves this thread free. */
export type DeriveKey = (passphrase: string, salt: Bytes, cost: ScryptCost) => Promise<Bytes>;

/** The 32 byte key that a passphrase stands for. */
export function keyFromPassphrase(passphrase: string, salt: Bytes, cost: ScryptCost): Bytes {
  return scrypt(encodeUtf8(passphrase), salt, cost);
}
