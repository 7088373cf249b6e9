import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';

/** Bytes of a key. */
export const CIPHER_KEY_LENGTH = 32;
/** Bytes of the nonce in front of a ciphertext: long enough to be drawn at random. */
export const CIPHER_NONCE_LENGTH = 24;

/**
 * XChaCha20-Poly1305: the nonce, the ciphertext and its tag. Only with the same `context` it opens again, so that a ciphertext
 * cannot be put in another's place.
 */
export function seal(plain: Bytes, key: Bytes, nonce: Bytes, context: Bytes): Bytes {
  return concatBytes(nonce, xchacha20poly1305(key, nonce, context).encrypt(plain));
}

/** `undefined` when key, context or a bit of it is not right. */
export function open(sealed: Bytes, key: Bytes, context: Bytes): Bytes | undefined {
  const nonce = sealed.subarray(0, CIPHER_NONCE_LENGTH);
  if (sealed.length < CIPHER_NONCE_LENGTH + 16) return undefined;
  try {
    return xchacha20poly1305(key, nonce, context).decrypt(sealed.subarray(CIPHER_NONCE_LENGTH));
  } catch {
    // The library throws for a tag that does not fit.
    return undefined;
  }
}
