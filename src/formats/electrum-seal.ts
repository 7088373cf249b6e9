import { openAesCbc } from '../crypto/cipher.ts';
import { equalSecrets } from '../crypto/constant-time.ts';
import { hmacSha256, pbkdf2HmacSha512, sha512 } from '../crypto/hash.ts';
import { sharedPoint } from '../crypto/noble-single.ts';
import { decodeBase64 } from '../encoding/base64.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { decodeUtf8, encodeUtf8 } from '../encoding/utf8.ts';
import { inflateZlib } from '../transport/deflate.ts';
import { type FormatFailure, failure } from './wallet-file.ts';

/** Detects "BIE1" (password) or "BIE2" (hardware device) in base64. */
export const isSealedElectrum = (text: string): boolean => /^\s*QklFM/.test(text);

const ROUNDS = 1024;
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const LEAST = 85;
/** Maximum size of a wallet's text in bytes. */
const MOST = 32_000_000;

/** Decrypts a wallet file that Electrum encrypted with a password: ECIES, then zlib. */
export function openElectrum(text: string, password: string | undefined): string | FormatFailure {
  const sealed = decodeBase64(text.replace(/\s+/g, ''));
  if (sealed === undefined || sealed.length < LEAST) {
    return failure('this encrypted Electrum wallet is cut off or changed. Copy it again');
  }
  if (sealed[3] !== '1'.charCodeAt(0)) {
    return failure(
      'this Electrum wallet is encrypted by a hardware device: in Electrum, save an unencrypted copy',
    );
  }
  if (password === undefined) {
    return {
      error: 'this Electrum wallet is encrypted: its password is needed',
      needsPassword: true,
    };
  }
  const packed = openEcies(sealed, password);
  if (packed === undefined) {
    return {
      error: 'the password of this Electrum wallet is wrong. Type it again',
      needsPassword: true,
    };
  }
  const plain = inflateZlib(packed, MOST);
  packed.fill(0);
  const read = typeof plain === 'string' ? undefined : decodeUtf8(plain);
  if (typeof plain !== 'string') plain.fill(0);
  return read ?? failure('this encrypted Electrum wallet is empty. Save it again in Electrum');
}

/** Opens ECIES data: magic (4), public key (33), ciphertext, MAC (32). */
function openEcies(sealed: Bytes, password: string): Bytes | undefined {
  const secret = secretOf(password);
  const shared = sharedPoint(secret, sealed.subarray(4, 37));
  secret.fill(0);
  if (shared === undefined) return undefined;
  const keys = sha512(shared);
  shared.fill(0);
  const mac = hmacSha256(keys.subarray(32), sealed.subarray(0, -32));
  const isRight = equalSecrets(mac, sealed.subarray(-32));
  const body = sealed.subarray(37, -32);
  const plain = isRight ? openAesCbc(body, keys.subarray(16, 32), keys.subarray(0, 16)) : undefined;
  keys.fill(0);
  return plain;
}

function secretOf(password: string): Bytes {
  const encoded = encodeUtf8(password);
  const wide = pbkdf2HmacSha512(encoded, new Uint8Array(0), ROUNDS);
  const scalar = BigInt(`0x${encodeHex(wide)}`) % ORDER;
  for (const bytes of [encoded, wide]) bytes.fill(0);
  return decodeHex(scalar.toString(16).padStart(64, '0')) ?? new Uint8Array(32);
}
