import { aes256Ctr } from '../crypto/cipher.ts';
import { equalSecrets } from '../crypto/constant-time.ts';
import { hmacSha256, pbkdf2HmacSha512, sha256 } from '../crypto/hash.ts';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { decodeUtf8, encodeUtf8 } from '../encoding/utf8.ts';
import { type FormatFailure, type Found, failure } from './wallet-file.ts';

const VERSION = 'BSMS 1.0';
const NO_RESTRICTIONS = 'No path restrictions';
const MAC_LENGTH = 32;

export const isBsms = (text: string): boolean => /^BSMS \d/.test(text);
/** BIP129: "(MAC || ciphertext)" in hexadecimal. */
export const isSealedBsms = (text: string): boolean => /^[0-9a-f]{200,20000}$/i.test(text.trim());

/** BIP129's descriptor record. */
export function readBsms(text: string): Found | FormatFailure {
  const [version = '', second = '', third = '', fourth = '', fifth] = text
    .split(/\r?\n/)
    .map((line) => line.trim());
  if (version !== VERSION)
    return failure(`this is ${version.slice(0, 12)}: only ${VERSION} is read`);
  // A key record: the token in the second line, the key in the third.
  if (/^([0-9a-f]{2}|[0-9a-f]{16}|[0-9a-f]{32})$/i.test(second)) {
    const purpose = `a multisig: ${fourth.slice(0, 80)}`;
    const lost = [fifth ? 'its signature, which is not checked' : 'that it is not signed'];
    return {
      format: 'bsms',
      program: 'BSMS',
      descriptors: [],
      keys: [{ text: third, purpose }],
      lost,
    };
  }
  const firstAddress = fourth === '' ? undefined : fourth;
  const [payload = ''] = second.split('#');
  const branches = third === NO_RESTRICTIONS ? [''] : third.split(',').map((each) => each.trim());
  const isTemplate = payload.includes('/**');
  if (isTemplate && third === NO_RESTRICTIONS) {
    return failure(
      'this BSMS record has a template (/**) and does not say the paths that it stands for',
    );
  }
  if (!isTemplate) {
    const found = { format: 'bsms', program: 'BSMS' } as const;
    return { ...found, descriptors: [{ text: second, firstAddress }] };
  }
  if (!branches.every((branch) => /^(\/\d{1,10})*\/(\d{1,10}|\*)$/.test(branch))) {
    return failure('the path restrictions of this BSMS record are no paths such as /0/*,/1/*');
  }
  const descriptors = branches.map((branch, i) => ({
    text: payload.replace(/\/\*\*/g, branch),
    firstAddress: i === 0 ? firstAddress : undefined,
  }));
  return { format: 'bsms', program: 'BSMS', descriptors };
}

/** `template` has `/**` behind its keys. */
export const formatBsms = (template: string, firstAddress: string): string =>
  [VERSION, template, '/0/*,/1/*', firstAddress].join('\n');

/** BIP129: "The TOKEN is a 64-bit nonce" or "a 128-bit nonce". */
export function isToken(token: string): boolean {
  return /^([0-9a-f]{16}|[0-9a-f]{32})$/i.test(token);
}

/** BIP129, "Encryption"; `token` in hexadecimal. */
export function sealBsms(text: string, token: string): string {
  const data = encodeUtf8(text);
  const { key, mac } = keysOf(token, data);
  const sealed = aes256Ctr(data, key, mac.subarray(0, 16));
  key.fill(0);
  return encodeHex(concatBytes(mac, sealed));
}

export function openBsms(text: string, token: string | undefined): string | FormatFailure {
  const sealed = decodeHex(text.trim()) ?? new Uint8Array(0);
  if (token === undefined || !isToken(token)) {
    const error =
      'this may be an encrypted BSMS record (BIP129): its token is needed as password, 16 or 32 hexadecimal digits';
    return { error, needsPassword: true };
  }
  if (sealed.length <= MAC_LENGTH) return failure('this encrypted BSMS record is cut or changed');
  const key = encryptionKey(token);
  const mac = sealed.subarray(0, MAC_LENGTH);
  const data = aes256Ctr(sealed.subarray(MAC_LENGTH), key, mac.subarray(0, 16));
  const right = keysOf(token, data).mac;
  key.fill(0);
  const plain = equalSecrets(mac, right) ? decodeUtf8(data) : undefined;
  return plain ?? { error: 'the token of this BSMS record is not right', needsPassword: true };
}

/**
 * "DKey = PBKDF2(PRF, Password, Salt, c, dkLen)", "Password = "No SPOF"", "Salt = TOKEN", "c =
 * 2048".
 */
const encryptionKey = (token: string): Bytes =>
  pbkdf2HmacSha512(encodeUtf8('No SPOF'), decodeHex(token) ?? new Uint8Array(0), 2048).subarray(
    0,
    32,
  );

/**
 * "MAC = HMAC-SHA256(HMAC_Key, hex-encoded TOKEN || Data)", "HMAC_Key = SHA256(ENCRYPTION_KEY)".
 */
function keysOf(token: string, data: Bytes): { readonly key: Bytes; readonly mac: Bytes } {
  const key = encryptionKey(token);
  const message = concatBytes(encodeUtf8(token.toLowerCase()), data);
  return { key, mac: hmacSha256(sha256(key), message) };
}
