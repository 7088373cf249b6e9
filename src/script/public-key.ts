import type { Bytes } from '../encoding/bytes.ts';

/**
 * Returns true for 33 bytes with prefix 02 or 03, or 65 with 04, 06 or 07. The point may be off the
 * curve. Core: CPubKey::ValidSize.
 */
export function isPublicKeySize(publicKey: Bytes): boolean {
  const [prefix] = publicKey;
  if (prefix === 2 || prefix === 3) return publicKey.length === 33;
  if (prefix === 4 || prefix === 6 || prefix === 7) return publicKey.length === 65;
  return false;
}

export function isCompressedPublicKey(publicKey: Bytes): boolean {
  const [prefix] = publicKey;
  return publicKey.length === 33 && (prefix === 2 || prefix === 3);
}

/** Returns true for a public key that is not hybrid. Core: IsCompressedOrUncompressedPubKey. */
export function isCompressedOrUncompressed(publicKey: Bytes): boolean {
  return isCompressedPublicKey(publicKey) || (publicKey.length === 65 && publicKey[0] === 4);
}
