import { decodeHex, encodeHex } from '../../encoding/hex.ts';
import type { Check } from '../../review/check-model.ts';
import { invalid, RpcError } from '../../rpc/error.ts';
import { namesSecret, SECRET_NAME } from '../../rpc/redact-arguments.ts';
import { writeDurably } from '../files/durable-write.ts';
import { isCode, systemMessage } from '../files/errors.ts';
import { awaitLock } from '../files/lock-file.ts';
import { readRegularFileSync } from '../files/regular-file.ts';

/**
 * Reads lines of R and signature, both in hexadecimal. Throws for a file with any other line, which
 * would be lost when nonces are added.
 */
export function readSeen(path: string): Map<string, string> {
  if (namesSecret(path)) throw invalid(SECRET_NAME);
  const seen = new Map<string, string>();
  for (const line of textOf(path).split('\n')) {
    const [nonce = '', signature = '', ...more] = line.trim().split(' ');
    if (nonce === '') continue;
    if (decodeHex(nonce)?.length !== 32 || !decodeHex(signature)?.length || more.length > 0) {
      throw invalid(
        `“${path}” is not a list of nonces, and was not changed. Name a new file, such as -seen=nonces.txt`,
      );
    }
    seen.set(nonce.toLowerCase(), signature);
  }
  return seen;
}

function textOf(path: string): string {
  try {
    return readRegularFileSync(path).toString('utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return '';
    throw invalid(`-seen=${path} cannot be read: ${systemMessage(error)}`);
  }
}

/** Adds the nonces of a check to the list, which another process may have changed meanwhile. */
export async function addSeen(path: string, { signatures }: Check): Promise<void> {
  try {
    const lock = await awaitLock(path);
    if (lock === undefined) throw invalid(`${path} is in use by the process in ${path}.lock`);
    try {
      const seen = readSeen(path);
      for (const { nonce, signature } of signatures) {
        if (!seen.has(encodeHex(nonce))) seen.set(encodeHex(nonce), encodeHex(signature));
      }
      const text = [...seen].map(([nonce, signature]) => `${nonce} ${signature}\n`).join('');
      await writeDurably(path, [Buffer.from(text)]);
    } finally {
      lock.release();
    }
  } catch (error) {
    if (error instanceof RpcError) throw error;
    throw invalid(`The nonces were not added to -seen=${path}: ${systemMessage(error)}`);
  }
}
