import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../encoding/hex.ts';
import { namesSecret, SECRET_NAME } from '../../rpc/redact-arguments.ts';
import { signerPublicKey } from '../../snapshot/snapshot-signature.ts';
import { writeNewSync } from '../files/durable-write.ts';
import { isCode, systemMessage } from '../files/errors.ts';
import { requireFile, WITHOUT_WAITING } from '../files/regular-file.ts';
import type { Options } from '../options/load.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { commandText } from './command-text.ts';

/**
 * The file of a key that signs snapshots: these lines, readable by its owner only. It is not
 * encrypted: snapshots are made unattended, and an attacker with access to this machine can lie
 * to it about the chain anyway.
 *
 *     coldsign snapshot key
 *     private <64 hex digits>
 *     public <64 hex digits>
 */
const FORM = /^coldsign snapshot key\r?\nprivate ([0-9a-f]{64})\r?\npublic ([0-9a-f]{64})\s*$/;
export const KEY_FILE_START = 'coldsign snapshot key\n';
const FORM_LENGTH = 1024;

/**
 * Returns the path of the key: from the options, or next to the chain's other files. Returns
 * `undefined` if the snapshot should not be signed.
 */
export function signingKeyPath(options: Options): string | undefined {
  if (options.isNegated('signkey')) return undefined;
  const { dataDirectory, network } = options;
  return resolve(options.text('signkey') || join(dataDirectory, network.folder, 'snapshot.key'));
}

export type SigningKey = { readonly privateKey: Bytes; readonly publicKey: Bytes };

/** Reads the key; `undefined` if there is none and none was requested. */
export function readSigningKey(
  options: Options,
  secp256k1: Secp256k1,
): SigningKey | Failure | undefined {
  const path = signingKeyPath(options);
  if (path === undefined) return undefined;
  if (options.list('signkey').length > 1) return { error: 'A snapshot is signed by one -signkey' };
  let file: number;
  try {
    file = openSync(path, WITHOUT_WAITING);
  } catch (error) {
    const missing = isCode(error, 'ENOENT');
    if (missing && (options.text('signkey') ?? '') === '') return undefined;
    const make = missing ? `: ${commandText(options, 'newkey', `-signkey=${path}`)} makes it` : '';
    return { error: `The signing key "${path}" cannot be read: ${systemMessage(error)}${make}` };
  }
  try {
    const found = fstatSync(file);
    requireFile(found);
    const { mode, size } = found;
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      return { error: `The signing key "${path}" can be read by others: chmod 600 "${path}"` };
    }
    const text = size > FORM_LENGTH ? '' : readFileSync(file, 'utf8');
    const key = parseKey(text, secp256k1);
    return key ?? { error: `"${path}" is not a key that ${commandText(options, 'newkey')} made` };
  } catch (error) {
    return { error: `The signing key "${path}" cannot be read: ${systemMessage(error)}` };
  } finally {
    closeSync(file);
  }
}

/** Parses a key file. It contains the public key too, so that a changed key is detected. */
function parseKey(text: string, secp256k1: Secp256k1): SigningKey | undefined {
  const [, secret = '', written] = FORM.exec(text) ?? [];
  const privateKey = decodeHex(secret) ?? new Uint8Array();
  const publicKey = signerPublicKey(privateKey, secp256k1);
  if (publicKey === undefined || encodeHex(publicKey) !== written) return undefined;
  return { privateKey, publicKey };
}

/** Creates a key in a new file and returns its public key. Never replaces a file. */
export function makeSigningKey(path: string, secp256k1: Secp256k1): Bytes | Failure {
  if (namesSecret(path)) return { error: SECRET_NAME };
  let privateKey = new Uint8Array(randomBytes(32));
  while (!secp256k1.isPrivateKey(privateKey)) privateKey = new Uint8Array(randomBytes(32));
  const publicKey = signerPublicKey(privateKey, secp256k1) ?? new Uint8Array();
  const lines = `${KEY_FILE_START}private ${encodeHex(privateKey)}\npublic ${encodeHex(publicKey)}\n`;
  privateKey.fill(0);
  const bytes = Buffer.from(lines);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeNewSync(path, bytes);
    return publicKey;
  } catch (error) {
    if (isCode(error, 'EEXIST'))
      return { error: `"${path}" is there already: it was left as it is` };
    return { error: `"${path}" cannot be written: ${systemMessage(error)}` };
  } finally {
    bytes.fill(0);
  }
}
