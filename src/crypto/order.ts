import type { Bytes } from '../encoding/bytes.ts';
import { hexBytes } from '../encoding/fields.ts';
import { isBelow } from './constant-time.ts';

/** The number of points n, big-endian (SEC 2, secp256k1). */
const ORDER = hexBytes('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141');
/** (n - 1) / 2: the largest S that is low (BIP62). */
const HALF_ORDER = hexBytes('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0');
const ZERO = new Uint8Array(32);

/** Returns true for 32 big-endian bytes below n, in constant time. */
export function isScalar(bytes: Bytes): boolean {
  return bytes.length === 32 && isBelow(bytes, ORDER) === 1;
}

/** Returns true for a private key: 32 bytes, not 0 and below n. Takes constant time. */
export function isPrivateScalar(bytes: Bytes): boolean {
  return bytes.length === 32 && (isBelow(ZERO, bytes) & isBelow(bytes, ORDER)) === 1;
}

/** Returns true if S of the 64 bytes R || S is at most (n - 1) / 2 (BIP62). */
export function isLowS(signature: Bytes): boolean {
  return isBelow(HALF_ORDER, signature.subarray(32, 64)) === 0;
}
