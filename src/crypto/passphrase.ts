import type { Bytes } from '../encoding/bytes.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { scrypt } from './hash.ts';

/** RFC 7914. Memory: 128 * n * r bytes. */
export type ScryptCost = { readonly n: number; readonly r: number; readonly p: number };

export const SCRYPT_SALT_LENGTH = 16;

/** What is asked of a file's parameters: no less than this protects, no more than this can be computed anywhere. */
export function isUsableCost({ n, r, p }: ScryptCost): boolean {
  const isPowerOfTwo = Number.isInteger(Math.log2(n));
  return isPowerOfTwo && n >= 2 && n <= 2 ** 22 && r >= 1 && r <= 32 && p >= 1 && p <= 16;
}

/** The 32 byte key that a passphrase stands for. */
export function keyFromPassphrase(passphrase: string, salt: Bytes, cost: ScryptCost): Bytes {
  return scrypt(encodeUtf8(passphrase), salt, cost);
}
