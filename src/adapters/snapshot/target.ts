import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { namesSecret, SECRET_NAME } from '../../rpc/redact-arguments.ts';
import { snapshotFile } from '../../snapshot/snapshot-codec.ts';
import { removeLeftovers, writeDurably } from '../files/durable-write.ts';
import { isCode, systemMessage } from '../files/errors.ts';
import { awaitLock } from '../files/lock-file.ts';
import { isFolder } from '../files/regular-file.ts';
import { beginsWith } from '../files/wallet-path.ts';
import type { Failure } from '../options/parse-command-line.ts';

/**
 * Returns why no snapshot can be written there, before minutes are spent on collecting it. Only an
 * older snapshot may be replaced, not a wallet or a device.
 */
export function refuseTarget(path: string): Failure | undefined {
  if (namesSecret(path)) return { error: SECRET_NAME };
  try {
    accessSync(dirname(path), constants.W_OK);
    const found = statSync(path);
    if (found.isDirectory()) return { error: `${path} is a folder: -out names a file` };
    if (found.isFile() && (found.size === 0 || beginsWith(path, snapshotFile.magic)))
      return undefined;
    return { error: `${path} exists and is not a snapshot. Choose another name for -out` };
  } catch (error) {
    if (isCode(error, 'ENOENT') && isFolder(dirname(path))) return undefined;
    return { error: `${path} cannot be written: ${systemMessage(error)}` };
  }
}

/**
 * Writes the file under a lock: no other process writes there, so leftovers of a killed run can be
 * removed.
 */
export async function writeTarget(path: string, bytes: Uint8Array): Promise<Failure | undefined> {
  const lock = await awaitLock(path);
  if (lock === undefined)
    return {
      error: `${path} is in use by the process in ${path}.lock. Wait for it, or choose another -out`,
    };
  try {
    // Checked again, because collecting takes minutes.
    const refused = refuseTarget(path);
    if (refused !== undefined) return refused;
    await removeLeftovers(path);
    await writeDurably(path, [bytes]);
    return undefined;
  } finally {
    lock.release();
  }
}
