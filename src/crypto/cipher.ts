import { cbc, ctr, ecb } from '@noble/ciphers/aes.js';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';

/** Key length in bytes. */
export const CIPHER_KEY_LENGTH = 32;
/** Length in bytes of the nonce before a ciphertext, long enough for random nonces. */
export const CIPHER_NONCE_LENGTH = 24;

/**
 * Encrypts by XChaCha20-Poly1305 to nonce, ciphertext and tag. Decryption needs the same `context`,
 * so that a ciphertext cannot replace another.
 */
export function seal(plain: Bytes, key: Bytes, nonce: Bytes, context: Bytes): Bytes {
  return concatBytes(nonce, xchacha20poly1305(key, nonce, context).encrypt(plain));
}

/** Decrypts; returns `undefined` if key, context or any bit is wrong. */
export function open(sealed: Bytes, key: Bytes, context: Bytes): Bytes | undefined {
  const nonce = sealed.subarray(0, CIPHER_NONCE_LENGTH);
  if (sealed.length < CIPHER_NONCE_LENGTH + 16) return undefined;
  try {
    return xchacha20poly1305(key, nonce, context).decrypt(sealed.subarray(CIPHER_NONCE_LENGTH));
  } catch {
    // The library throws if the tag does not match.
    return undefined;
  }
}

/**
 * Encrypts or decrypts by AES-256 in counter mode (NIST SP 800-38A). `key` has 32 bytes, `counter`
 * 16. It does not authenticate, so a MAC is needed.
 */
export const aes256Ctr = (data: Bytes, key: Bytes, counter: Bytes): Bytes =>
  ctr(key, counter).encrypt(data);

/**
 * Decrypts AES in CBC mode with padding (PKCS #7). `key` has 16 or 32 bytes, `iv` 16. Returns
 * `undefined` for invalid padding.
 */
export function openAesCbc(sealed: Bytes, key: Bytes, iv: Bytes): Bytes | undefined {
  try {
    return cbc(key, iv).decrypt(sealed);
  } catch {
    // The library throws for an invalid length or padding.
    return undefined;
  }
}

/** Decrypts AES-256 in CBC mode, and keeps the padding. `sealed` has complete blocks. */
export const openPaddedCbc = (sealed: Bytes, key: Bytes, iv: Bytes): Bytes =>
  cbc(key, iv, { disablePadding: true }).decrypt(sealed);

/** Decrypts blocks of AES-256, each alone. */
export const openAesBlocks = (blocks: Bytes, key: Bytes): Bytes =>
  ecb(key, { disablePadding: true }).decrypt(blocks);

/** Encrypts or decrypts AES-256 in OFB mode, which noble does not have. */
export function aes256Ofb(data: Bytes, key: Bytes, iv: Bytes): Bytes {
  const out = data.slice();
  let stream = iv;
  for (let at = 0; at < out.length; at++) {
    if (at % 16 === 0) stream = ecb(key, { disablePadding: true }).encrypt(stream);
    out[at] = (out[at] ?? 0) ^ (stream[at % 16] ?? 0);
  }
  return out;
}
