import { decodeBase58, encodeBase58 } from '../encoding/base58.ts';
import { type Bytes, concatBytes, wipeableCopy } from '../encoding/bytes.ts';
import { hash256 } from './hash.ts';

/** Encodes the payload and the first four bytes of its double SHA-256 in base58. */
export function encodeBase58Check(payload: Bytes): string {
  const whole = concatBytes(payload, hash256(payload).subarray(0, 4));
  const text = encodeBase58(whole);
  // The payload may be a private key.
  whole.fill(0);
  return text;
}

/**
 * Returns the payload without its checksum. Returns `undefined` if the text is not base58, the
 * checksum is wrong, or the payload has more than `maxLength` bytes. Skips white space around the
 * digits. Core: DecodeBase58Check (base58.cpp).
 */
export function decodeBase58Check(text: string, maxLength: number): Bytes | undefined {
  const decoded = decodeBase58(text, maxLength + 4);
  if (decoded === undefined || decoded.length < 4) return undefined;
  const bytes = wipeableCopy(decoded);
  decoded.fill(0);
  const payload = bytes.subarray(0, -4);
  const hash = hash256(payload);
  for (let i = 0; i < 4; i++) if (hash[i] !== bytes[payload.length + i]) return undefined;
  return payload;
}
