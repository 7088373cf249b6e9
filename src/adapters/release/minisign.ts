import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { type Bytes, concatBytes, equalBytes } from '../../encoding/bytes.ts';

/**
 * A public key of minisign (https://jedisct1.github.io/minisign/). Its detached signatures, Ed25519
 * of BLAKE2b-512, can be checked without coldsign.
 */
export type PublicKey = {
  /** 8 bytes that identify the key. */
  readonly id: Bytes;
  /** Ed25519, 32 bytes. */
  readonly key: Bytes;
};

export type SecretKey = PublicKey & {
  /** Ed25519, 32 bytes. */
  readonly seed: Bytes;
};

const ED25519 = ascii('Ed');
/**
 * Signature of the file's digest instead of the file: what minisign creates since 0.8, and the only
 * kind accepted here.
 */
const PREHASHED = ascii('ED');
const NOT_ENCRYPTED = new Uint8Array(2);
const UNTRUSTED = 'untrusted comment: ';
const TRUSTED = 'trusted comment: ';

/** DER prefix of a 32-byte key (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Parses minisign's public key file, or only its second line. Returns `undefined` for any other
 * text.
 */
export function parsePublicKey(text: string): PublicKey | undefined {
  const lines = linesOf(text);
  const bytes = decode(lines.length > 1 ? lines[1] : lines[0], 42);
  if (bytes === undefined || !equalBytes(bytes.subarray(0, 2), ED25519)) return undefined;
  return { id: bytes.subarray(2, 10), key: bytes.subarray(10) };
}

/** Parses the file that `minisign -G -W` creates. `encrypted`: it has a passphrase. */
export function parseSecretKey(text: string): SecretKey | 'malformed' | 'encrypted' {
  const bytes = decode(linesOf(text)[1], 158);
  if (bytes === undefined || !equalBytes(bytes.subarray(0, 2), ED25519)) return 'malformed';
  if (!equalBytes(bytes.subarray(2, 4), NOT_ENCRYPTED)) return 'encrypted';
  const seed = bytes.slice(62, 94);
  const key = bytes.slice(94, 126);
  const id = bytes.slice(54, 62);
  bytes.fill(0);
  const made = createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' });
  // A changed key would make signatures that never verify.
  return equalBytes(made.subarray(SPKI.length), key) ? { id, key, seed } : 'malformed';
}

/** Formats a key id as minisign does: a little-endian number in hexadecimal. */
export function keyName({ id }: Pick<PublicKey, 'id'>): string {
  return Buffer.from(id).readBigUInt64LE().toString(16).toUpperCase();
}

/** Returns the text of a `.minisig`. `comment` is signed too. */
export function signDetached(content: Bytes, secret: SecretKey, comment: string): string {
  const key = privateKeyOf(secret.seed);
  const signature = sign(null, digestOf(content), key);
  const whole = sign(null, concatBytes(signature, ascii(comment)), key);
  const named = Buffer.from(concatBytes(PREHASHED, secret.id, signature));
  return [
    `${UNTRUSTED}verify with minisign -V -p FILE.pub, or with coldsign verify`,
    named.toString('base64'),
    `${TRUSTED}${comment}`,
    `${whole.toString('base64')}\n`,
  ].join('\n');
}

export type Verified = { readonly comment: string };
export type Unverified =
  | { readonly error: 'malformed' | 'forged' }
  | { readonly error: 'otherKey'; readonly keyName: string };

/** Verifies that the signature `text` (a `.minisig`) of the key covers `content`. */
export function verifyDetached(
  content: Bytes,
  text: string,
  publicKey: PublicKey,
): Verified | Unverified {
  const [untrusted = '', first, trusted = '', second] = linesOf(text);
  const named = decode(first, 74);
  const whole = decode(second, 64);
  const isForm = untrusted.startsWith(UNTRUSTED) && trusted.startsWith(TRUSTED);
  if (!isForm || named === undefined || whole === undefined) return { error: 'malformed' };
  if (!equalBytes(named.subarray(0, 2), PREHASHED)) return { error: 'malformed' };
  const id = named.subarray(2, 10);
  if (!equalBytes(id, publicKey.id)) return { error: 'otherKey', keyName: keyName({ id }) };
  const signature = named.subarray(10);
  const comment = trusted.slice(TRUSTED.length);
  const key = createPublicKey({
    key: Buffer.concat([SPKI, publicKey.key]),
    format: 'der',
    type: 'spki',
  });
  const isSigned =
    verify(null, digestOf(content), key, signature) &&
    verify(null, concatBytes(signature, Buffer.from(comment)), key, whole);
  return isSigned ? { comment } : { error: 'forged' };
}

const digestOf = (content: Bytes) => createHash('blake2b512').update(content).digest();

function privateKeyOf(seed: Bytes) {
  const key = Buffer.concat([PKCS8, seed]);
  try {
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  } finally {
    key.fill(0);
  }
}

function ascii(text: string): Bytes {
  return Uint8Array.from(Buffer.from(text, 'ascii'));
}

const linesOf = (text: string) => text.trimEnd().split(/\r?\n/);

/** Returns `undefined` if the text is not base64 of this many bytes. */
function decode(base64: string | undefined, length: number): Bytes | undefined {
  const bytes = Buffer.from(base64 ?? '', 'base64');
  // Node also accepts inexact base64.
  const isExact = bytes.length === length && bytes.toString('base64') === base64;
  return isExact ? Uint8Array.from(bytes) : undefined;
}
