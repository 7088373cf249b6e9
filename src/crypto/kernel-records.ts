// Records of keys and signatures in the format of kernel/read.ts.

import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import { KEY_LENGTH } from './kernel.ts';
import type { SignatureCheck } from './secp256k1.ts';

/** Flags of a check and of a key in kernel/read.ts. */
const CHECK_FLAGS = { isSchnorr: 1, hasNonceY: 2 };
const KEY_FLAGS = { isOdd: 1, hasY: 2, isWhole: 4 };

/** Writes a check for kernel/read.ts; `key` is the index of its key in the list. */
export function writeCheck(records: Bytes, at: number, check: SignatureCheck, key: number): void {
  const { kind, signature, digest, nonceY } = check;
  const hasNonceY = nonceY?.length === 32;
  records[at] =
    (kind === 'schnorr' ? CHECK_FLAGS.isSchnorr : 0) | (hasNonceY ? CHECK_FLAGS.hasNonceY : 0);
  records[at + 4] = key;
  records[at + 5] = key >>> 8;
  records.set(signature, at + 8);
  records.set(digest, at + 72);
  if (hasNonceY) records.set(nonceY, at + 104);
}

/** Returns a key's record for kernel/read.ts; `undefined` for an invalid encoding. */
export function keyRecord(key: Bytes): Bytes | undefined {
  const record = new Uint8Array(KEY_LENGTH);
  return writeKey(record, 0, key) ? record : undefined;
}

/**
 * Writes a key. Returns false for an invalid encoding. 32 bytes are x of a point with an even y.
 */
export function writeKey(
  records: Bytes,
  at: number,
  key: Bytes,
  keyY: Bytes = emptyBytes,
): boolean {
  const prefix = key.length === 32 ? 2 : key[0];
  const isShort = key.length === 32 || (key.length === 33 && (prefix === 2 || prefix === 3));
  const isWhole = key.length === 65 && (prefix === 4 || prefix === 6 || prefix === 7);
  if (!isShort && !isWhole) return false;
  const parity = (key[64] ?? 0) & 1;
  // The prefix of hybrid forms, 06 and 07, also contains the parity of y.
  if (isWhole && prefix !== 4 && prefix !== 6 + parity) return false;
  const isOdd = isWhole ? parity === 1 : prefix === 3;
  const hasY = isWhole || keyY.length === 32;
  // Includes the prefix, in the last byte of the flags, which are written afterwards.
  records.set(key, key.length === 32 ? at + 4 : at + 3);
  if (!isWhole && hasY) records.set(keyY, at + 36);
  records[at] =
    (isOdd ? KEY_FLAGS.isOdd : 0) | (hasY ? KEY_FLAGS.hasY : 0) | (isWhole ? KEY_FLAGS.isWhole : 0);
  records[at + 3] = 0;
  return true;
}

/** A record of no key, because x is not below p. */
export const NO_KEY = new Uint8Array(KEY_LENGTH).fill(0xff, 4, 36);
