import type { Bytes } from '../encoding/bytes.ts';

/**
 * Core's `CPubKey::ValidSize`: 33 bytes behind 02 or 03, 65 behind 04, 06 or 07. Not that it is on
 * the curve.
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

/** Core's `IsCompressedOrUncompressedPubKey`: no hybrid forms. */
export function isCompressedOrUncompressed(publicKey: Bytes): boolean {
  return isCompressedPublicKey(publicKey) || (publicKey.length === 65 && publicKey[0] === 4);
}
