import type { Bytes } from '../encoding/bytes.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { scrypt, scryptInTurns } from './hash.ts';

/** Cost of scrypt (RFC 7914). Memory: 128 * n * r bytes. */
export type ScryptCost = {
  /** CPU and memory cost: a power of two. */
  readonly n: number;
  /** Block size. */
  readonly r: number;
  /** Parallelization: number of consecutive runs. */
  readonly p: number;
};

export const SCRYPT_SALT_LENGTH = 16;

/** Limit for our own files: 256 MB, and the time for it. */
const MOST_WORK = 2 ** 18 * 8;

/**
 * Checks the parameters of a file. Trying a passphrase on a forged file must not cost more than on
 * a real one.
 */
export function isUsableCost({ n, r, p }: ScryptCost): boolean {
  const isPowerOfTwo = Number.isInteger(Math.log2(n));
  return isPowerOfTwo && n >= 2 && r >= 1 && p >= 1 && n * r * p <= MOST_WORK;
}

/**
 * Derives a key of 32 bytes (RFC 7914): `keyFromPassphrase`, or a platform function that does not
 * block this thread.
 */
export type DeriveKey = (passphrase: string, salt: Bytes, cost: ScryptCost) => Promise<Bytes>;

/** Derives the 32-byte key of a passphrase. */
export function keyFromPassphrase(passphrase: string, salt: Bytes, cost: ScryptCost): Bytes {
  const bytes = encodeUtf8(passphrase);
  const key = scrypt(bytes, salt, cost);
  bytes.fill(0);
  return key;
}

/** Derives the key of a passphrase as `keyFromPassphrase` does, and lets other work run. */
export async function keyInTurns(
  passphrase: string,
  salt: Bytes,
  cost: ScryptCost,
): Promise<Bytes> {
  const bytes = encodeUtf8(passphrase);
  try {
    return await scryptInTurns(bytes, salt, cost);
  } finally {
    bytes.fill(0);
  }
}
