import type { Bytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { decodeAnyTransaction } from './decode-any.ts';

/** The error about an incomplete transaction, as the end of a sentence. */
export const CUT_TRANSACTION =
  'is a transaction that is cut off or damaged. Copy or export it again';

/** The version that a transaction begins with, 1 to 3, then more in hexadecimal. */
const START = /^0[1-3]000000[0-9a-f]{10,}$/i;

/**
 * Returns true if bytes, or a text of hexadecimal without spaces, begin as a transaction and are
 * not a complete one. The text may lack the last digit of a byte.
 */
export function isCutTransaction(given: Bytes | string): boolean {
  const text = typeof given === 'string' ? given : encodeHex(given.subarray(0, 12));
  const bytes = typeof given === 'string' ? decodeHex(given) : given;
  return START.test(text) && (bytes === undefined || !isWholeTransaction(bytes));
}

/** Returns true if bytes are a complete transaction in either form. */
export const isWholeTransaction = (bytes: Bytes): boolean =>
  decodeAnyTransaction(bytes, { witness: true, legacy: true }) !== undefined;
