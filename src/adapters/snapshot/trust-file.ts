import { lstatSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { decodeHex } from '../../encoding/hex.ts';
import type { NetworkName } from '../../encoding/network.ts';
import { fingerprintOf } from '../../snapshot/snapshot-signature.ts';
import { isOlder, type SeenSnapshot, type TrustedSigner } from '../../snapshot/snapshot-trust.ts';
import { writeDurably } from '../files/durable-write.ts';
import { isCode, systemMessage } from '../files/errors.ts';
import { awaitLock } from '../files/lock-file.ts';
import { readRegularFileSync } from '../files/regular-file.ts';
import type { Options } from '../options/load.ts';
import type { Failure } from '../options/parse-command-line.ts';

/**
 * The file of a chain's trusted snapshot signers: JSON, `{ "network", "signers": [{ "publicKey",
 * "name", "newest": { "signedAt", "height" } }] }`.
 */
export type TrustFile = { readonly path: string; readonly network: NetworkName };

export function trustFileOf({ dataDirectory, network }: Options): TrustFile {
  return {
    path: join(dataDirectory, network.folder, 'snapshot-trust.json'),
    network: network.name,
  };
}

type Signers = { readonly signers: readonly TrustedSigner[] };

/**
 * Reads trusted signers; none if there is no file. An unreadable file is an error: otherwise
 * damaging it could remove a trusted signer unnoticed.
 */
export function readTrust({ path, network }: TrustFile): Signers | Failure {
  let text: string;
  try {
    text = readRegularFileSync(path).toString('utf8');
  } catch (error) {
    // A dangling link, for example to a removed USB stick: signers are trusted, but it is unknown
    // which.
    if (isCode(error, 'ENOENT') && !isLink(path)) return { signers: [] };
    return {
      error: `"${path}", which lists trusted snapshot signers, cannot be read: ${systemMessage(error)}`,
    };
  }
  const file = parseObject(text);
  const signers = Array.isArray(file?.signers) ? file.signers.map(readSigner) : [undefined];
  const known = signers.filter((signer) => signer !== undefined);
  if (file === undefined || known.length < signers.length) {
    return {
      error: `"${path}", which lists trusted snapshot signers, is damaged. Repair it, or remove it and trust the signers again`,
    };
  }
  if (file.network === network) return { signers: known };
  return {
    error: `"${path}" lists trusted signers of another chain, not of ${network}. Check -chain and -datadir`,
  };
}

const isLink = (path: string) =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

type Members = { readonly [name: string]: unknown };

function parseObject(text: string): Members | undefined {
  try {
    return membersOf(JSON.parse(text));
  } catch {
    // The text is not JSON.
    return undefined;
  }
}

function membersOf(value: unknown): Members | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  // Checked: an object whose members are still unknown.
  return isObject ? (value as Members) : undefined;
}

function readSigner(value: unknown): TrustedSigner | undefined {
  const { publicKey, name, newest } = membersOf(value) ?? {};
  const bytes = typeof publicKey === 'string' ? decodeHex(publicKey) : undefined;
  const seen = newest === undefined ? undefined : readSeen(newest);
  if (typeof publicKey !== 'string' || publicKey !== publicKey.toLowerCase()) return undefined;
  if (bytes?.length !== 32 || (newest !== undefined && seen === undefined)) return undefined;
  if (name !== undefined && (typeof name !== 'string' || !isSignerName(name))) return undefined;
  const fingerprint = fingerprintOf(bytes);
  return {
    publicKey,
    fingerprint,
    ...(name !== undefined && { name }),
    ...(seen !== undefined && { newest: seen }),
  };
}

function readSeen(value: unknown): SeenSnapshot | undefined {
  const { signedAt, height } = membersOf(value) ?? {};
  const isNumber = (each: unknown): each is number =>
    Number.isSafeInteger(each) && Number(each) >= 0;
  return isNumber(signedAt) && isNumber(height) ? { signedAt, height } : undefined;
}

/**
 * Checks a name that is printed inside sentences and on terminals: letters and digits of any
 * script, and joining characters. A fingerprint is not allowed, because it could be mistaken for
 * the signer's own.
 */
export function isSignerName(name: string): boolean {
  return (
    !/^[0-9a-f]{32}$/.test(digitsOf(name)) &&
    /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._@-]{0,63}$/u.test(name)
  );
}

/** Returns the digits of a fingerprint without the separators of its groups. */
export const digitsOf = (text: string): string => text.replace(/[\s\-:._@]/g, '').toLowerCase();

/** Changes the trusted signers. `change` returns the new list, or `undefined` to write nothing. */
export async function updateTrust(
  file: TrustFile,
  change: (signers: readonly TrustedSigner[]) => readonly TrustedSigner[] | undefined,
): Promise<Failure | undefined> {
  const { path, network } = file;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const lock = await awaitLock(path, PATIENCE);
    if (lock === undefined) {
      return { error: `"${path}" is being written by another process: try again` };
    }
    try {
      const read = readTrust(file);
      if ('error' in read) return read;
      const changed = change(read.signers);
      if (changed === undefined) return undefined;
      const signers = changed.map(({ publicKey, name, newest }) => ({ publicKey, name, newest }));
      const text = `${JSON.stringify({ network, signers }, undefined, 2)}\n`;
      await writeDurably(path, [Buffer.from(text)]);
      return undefined;
    } finally {
      lock.release();
    }
  } catch (error) {
    return { error: `"${path}" cannot be written: ${systemMessage(error)}` };
  }
}

/**
 * Waiting time for the lock, in milliseconds, since only one of several commands can write; a lock
 * that stays longer was left by another machine.
 */
const PATIENCE = 2000;

/** Records the newest snapshot of a signer, so that an older one is reported. */
export async function rememberSeen(
  file: TrustFile,
  publicKey: string,
  seen: SeenSnapshot,
): Promise<Failure | undefined> {
  const isNews = ({ newest }: TrustedSigner) => newest === undefined || isOlder(newest, seen);
  const withNews = (signers: readonly TrustedSigner[]) =>
    signers.some((each) => each.publicKey === publicKey && isNews(each))
      ? signers.map((each) => (each.publicKey === publicKey ? { ...each, newest: seen } : each))
      : undefined;
  const read = readTrust(file);
  if ('error' in read) return read;
  // Most commands change nothing, and need no lock.
  return withNews(read.signers) && updateTrust(file, withNews);
}
