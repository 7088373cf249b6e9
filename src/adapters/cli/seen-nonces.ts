import { encodeHex } from '../../encoding/hex.ts';
import type { Check } from '../../review/check-model.ts';
import { invalid } from '../../rpc/error.ts';
import { writeDurably } from '../files/durable-write.ts';
import { isCode, systemMessage } from '../files/errors.ts';
import { readRegularFileSync } from '../files/regular-file.ts';

/** Reads lines of R and signature, both in hexadecimal. */
export function readSeen(path: string): Map<string, string> {
  try {
    const lines = readRegularFileSync(path).toString('utf8').split('\n');
    return new Map(
      lines.flatMap((line): [string, string][] => {
        const [nonce, signature] = line.trim().split(' ');
        return nonce && signature ? [[nonce, signature]] : [];
      }),
    );
  } catch (error) {
    if (isCode(error, 'ENOENT')) return new Map();
    throw invalid(`-seen=${path} cannot be read: ${systemMessage(error)}`);
  }
}

export async function writeSeen(
  path: string,
  seen: Map<string, string>,
  check: Check,
): Promise<void> {
  for (const { nonce, signature } of check.signatures) {
    if (!seen.has(encodeHex(nonce))) seen.set(encodeHex(nonce), encodeHex(signature));
  }
  const text = [...seen].map(([nonce, signature]) => `${nonce} ${signature}\n`).join('');
  await writeDurably(path, [Buffer.from(text)]);
}
