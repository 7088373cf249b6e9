import { cbc, ctr } from '@noble/ciphers/aes.js';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';

/** Bytes of a key. */
export const CIPHER_KEY_LENGTH = 32;
/** Bytes of the nonce in front of a ciphertext: long enough to be drawn at random. */
export const CIPHER_NONCE_LENGTH = 24;

/**
 * XChaCha20-Poly1305: the nonce, the ciphertext and its tag. Only with the same `context` it opens
 * again, so that a ciphertext cannot be put in another's place.
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

/**
 * AES-256 in counter mode (NIST SP 800-38A), which opens as it seals. `key` has 32 bytes, `counter`
 * 16. Proves nothing: a MAC must.
 */
export const aes256Ctr = (data: Bytes, key: Bytes, counter: Bytes): Bytes =>
  ctr(key, counter).encrypt(data);

/**
 * AES-128 in CBC mode with padding (PKCS #7): `key` and `iv` have 16 bytes. `undefined` where the
 * padding is none.
 */
export function openAes128Cbc(sealed: Bytes, key: Bytes, iv: Bytes): Bytes | undefined {
  try {
    return cbc(key, iv).decrypt(sealed);
  } catch {
    // The library throws for a length or a padding that cannot be.
    return undefined;
  }
}
