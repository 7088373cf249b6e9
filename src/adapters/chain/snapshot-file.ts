import { createHash } from 'node:crypto';
import type { NetworkName } from '../../encoding/network.ts';
import {
  type DecodedSnapshot,
  decodeSnapshot,
  snapshotErrorMessage,
} from '../../snapshot/snapshot-codec.ts';
import { systemMessage } from '../files/errors.ts';
import { readRegularFileSync } from '../files/regular-file.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { KEY_FILE_START } from '../snapshot/signing-key.ts';

export const fastSha256 = (data: Uint8Array): Uint8Array =>
  new Uint8Array(createHash('sha256').update(data).digest());

export function readSnapshotFile(path: string, network: NetworkName): DecodedSnapshot | Failure {
  const bytes = readBytes(path);
  if ('error' in bytes) return bytes;
  const decoded = decodeSnapshot(bytes, fastSha256);
  if ('error' in decoded) {
    const isKey = Buffer.from(KEY_FILE_START).equals(bytes.subarray(0, KEY_FILE_START.length));
    const words = isKey
      ? 'is a signing key, not a snapshot. It stays on the machine that makes snapshots'
      : snapshotErrorMessage(decoded);
    return { error: `Snapshot "${path}" ${words}` };
  }
  const { snapshot } = decoded;
  if (snapshot.network !== network) {
    return { error: `Snapshot "${path}" is of chain ${snapshot.network}, not of ${network}` };
  }
  return decoded;
}

function readBytes(path: string): Uint8Array | Failure {
  try {
    const { buffer, byteOffset, length } = readRegularFileSync(path);
    return new Uint8Array(buffer, byteOffset, length);
  } catch (error) {
    // The file does not exist or is not readable.
    return { error: `Snapshot "${path}" cannot be read: ${systemMessage(error)}` };
  }
}
