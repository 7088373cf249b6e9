import { decodeBase58Check } from '../crypto/base58check.ts';
import { aes256Ctr } from '../crypto/cipher.ts';
import { equalSecrets } from '../crypto/constant-time.ts';
import { hash160, hmacSha256, pbkdf2HmacSha512, sha256 } from '../crypto/hash.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { decodeUtf8, encodeUtf8 } from '../encoding/utf8.ts';
import { type SignedMessage, verifyMessage } from '../message/verify.ts';
import { p2pkhScript, p2wpkhScript } from '../script/builders.ts';
import { type FormatFailure, failure, type WalletParts } from './wallet-file.ts';

const VERSION = 'BSMS 1.0';
const NO_RESTRICTIONS = 'No path restrictions';
/** The token of BIP129's "NO_ENCRYPTION: the TOKEN is set to 0x00". */
export const NO_TOKEN = '00';
const USUAL = '/0/*,/1/*';
const MAC_LENGTH = 32;
/** Length of an extended key (BIP32), which ends with the public key. */
const EXTENDED_LENGTH = 78;

export const isBsms = (text: string): boolean => /^BSMS \d/.test(text);
/** An extended key, whose path follows it in a template. */
const BARE_KEY = /\b[a-zA-Z]pub[1-9A-HJ-NP-Za-km-z]{107,108}\b/;
const APPLIED =
  'that its keys have no template (/**): the paths of its third line were taken, as its first address shows';
/** Detects BIP129's "(MAC || ciphertext)" in hexadecimal. */
export const isSealedBsms = (text: string): boolean => /^[0-9a-f]{200,20000}$/i.test(text.trim());

/** Reads a descriptor record (BIP129). */
export function readBsms(text: string, secp256k1: Secp256k1): WalletParts | FormatFailure {
  const [version = '', second = '', third = '', fourth = ''] = linesOf(text);
  if (version !== VERSION)
    return failure(`this is ${version.slice(0, 12)}: only ${VERSION} is read`);
  if (isKeyRecord(second)) {
    const record = readKeyRecord(text, secp256k1);
    if ('error' in record) return record;
    const purpose = `a multisig: ${record.description}`;
    const lost = record.isSigned
      ? []
      : ['that it is not signed, so its key may have been changed on the way'];
    return {
      format: 'bsms',
      program: 'BSMS',
      descriptors: [],
      keys: [{ text: record.key, purpose }],
      lost,
    };
  }
  return readDescriptorRecord(second, third, fourth);
}

const linesOf = (text: string): readonly string[] => text.split(/\r?\n/).map((line) => line.trim());

/**
 * Returns true for the second line of a key record, which is a token. In a descriptor record it is
 * the descriptor.
 */
const isKeyRecord = (second: string): boolean => second === NO_TOKEN || isToken(second);

/** The record that a signer sends to the coordinator. */
export type KeyRecord = {
  /** The token in hexadecimal; `00` if the session has none. */
  readonly token: string;
  /** The key with its origin in brackets. */
  readonly key: string;
  readonly description: string;
  /** False if there is no signature. A wrong signature is refused. */
  readonly isSigned: boolean;
};

/** Reads a key record (BIP129). If it is signed, its key must have signed it. */
export function readKeyRecord(text: string, secp256k1: Secp256k1): KeyRecord | FormatFailure {
  const [version = '', token = '', key = '', fourth = '', signature = ''] = linesOf(text);
  if (version !== VERSION || !isKeyRecord(token)) {
    return failure('this is not a BSMS key record: a signer makes one in round 1');
  }
  const message = [version, token, key, fourth].join('\n');
  if (signature !== '' && !holdsFor(key, { message, signature }, secp256k1)) {
    return failure(
      'the signature of this BSMS key record is not of its key: the record was changed, or is damaged. Do not use it, and ask for it again by another way',
    );
  }
  return { token, key, description: fourth.slice(0, 80), isSigned: signature !== '' };
}

/** Formats a key record without its signature. */
export const formatKeyRecord = (token: string, key: string, description: string): string =>
  [VERSION, token, key, description].join('\n');

/** Returns the path restrictions of a descriptor record, unchanged. */
export const restrictionsIn = (text: string): string => linesOf(text)[2] ?? '';

function readDescriptorRecord(
  written: string,
  restrictions: string,
  firstAddress: string,
): WalletParts | FormatFailure {
  // "The fourth line must be the wallet's first address."
  if (firstAddress === '') {
    return failure(
      "this BSMS record does not have the wallet's first address, its fourth line: without it an exchanged key goes unnoticed. Do not use it, and ask for the complete record",
    );
  }
  const found = { format: 'bsms', program: 'BSMS' } as const;
  const [given = ''] = written.split('#');
  const isFree = restrictions === NO_RESTRICTIONS;
  // Sparrow has written keys without a template. The first address shows whether the paths fit.
  const isBare = !isFree && !/pub\w+\/|\/\*\*/.test(given) && BARE_KEY.test(given);
  const payload = isBare ? given.replace(new RegExp(BARE_KEY, 'g'), '$&/**') : given;
  if (!payload.includes('/**')) {
    return { ...found, descriptors: [{ text: written, firstAddress }] };
  }
  const branches = (isFree ? USUAL : restrictions).split(',').map((each) => each.trim());
  if (!branches.every((branch) => /^(\/\d{1,10})*\/(\d{1,10}|\*)$/.test(branch))) {
    return failure('the path restrictions of this BSMS record are no paths such as /0/*,/1/*');
  }
  const descriptors = branches.map((branch, i) => ({
    text: payload.replace(/\/\*\*/g, branch),
    written,
    firstAddress: i === 0 ? firstAddress : undefined,
  }));
  const lost = isBare
    ? [APPLIED]
    : isFree
      ? [
          'that it does not name the paths of its addresses: /0/* and /1/* were taken, as its first address shows',
        ]
      : [];
  return { ...found, descriptors, lost };
}

/**
 * Verifies the signature of a key record: "SIG is the signature generated by using the private key
 * associated with the public key or extended public key".
 */
function holdsFor(
  key: string,
  signed: Omit<SignedMessage, 'scriptPubKey'>,
  secp256k1: Secp256k1,
): boolean {
  const publicKey = publicKeyIn(key);
  if (publicKey === undefined) return false;
  const hash = hash160(publicKey);
  // "The signature should follow BIP-0322, legacy format accepted".
  const scripts = [p2pkhScript(hash), p2wpkhScript(hash)];
  return scripts.some(
    (script) => verifyMessage({ ...signed, scriptPubKey: script }, secp256k1).state === 'valid',
  );
}

/** Returns the public key in a text: a key or an extended key after its origin. */
function publicKeyIn(text: string): Bytes | undefined {
  const key = text.replace(/^\[[^\]]*\]/, '');
  const plain = decodeHex(key);
  if (plain !== undefined) return plain.length === 33 ? plain : undefined;
  const extended = decodeBase58Check(key, EXTENDED_LENGTH);
  return extended?.length === EXTENDED_LENGTH ? extended.subarray(EXTENDED_LENGTH - 33) : undefined;
}

/**
 * Formats a descriptor record. `template` has `/**` after its extended keys; otherwise there are no
 * paths to restrict.
 */
export const formatBsms = (template: string, firstAddress: string): string =>
  [VERSION, template, template.includes('/**') ? USUAL : NO_RESTRICTIONS, firstAddress].join('\n');

/**
 * Returns true if a text is a token (BIP129): "The TOKEN is a 64-bit nonce" or "a 128-bit nonce".
 */
export function isToken(token: string): boolean {
  return /^([0-9a-f]{16}|[0-9a-f]{32})$/i.test(token);
}

/**
 * Reads a token in hexadecimal or decimal, which BIP129 recommends. Returns its hexadecimal digits,
 * or `undefined` if it is invalid.
 */
export function readToken(text: string): string | undefined {
  const token = text.trim().replace(/^0x/i, '').toLowerCase();
  if (isToken(token)) return token;
  if (!/^\d{1,39}$/.test(token)) return undefined;
  const digits = BigInt(token).toString(16);
  return digits.length > 32 ? undefined : digits.padStart(digits.length > 16 ? 32 : 16, '0');
}

/** Encrypts a record (BIP129, "Encryption"); `token` is in hexadecimal. */
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
  return plain ?? { error: 'the token of this BSMS record is wrong', needsPassword: true };
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
