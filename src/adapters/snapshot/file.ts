import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Snapshot } from '../../chain/snapshot.ts';
import { decodeSnapshot, snapshotFaultWords } from '../../chain/snapshot-codec.ts';
import type { NetworkName } from '../../encoding/network.ts';
import { systemWords } from '../files/errors.ts';
import type { Failure } from '../options/parse.ts';

export const fastSha256 = (data: Uint8Array): Uint8Array =>
  new Uint8Array(createHash('sha256').update(data).digest());

export type SnapshotFile = { readonly snapshot: Snapshot; readonly digest: string };

export function readSnapshotFile(path: string, network: NetworkName): SnapshotFile | Failure {
  const bytes = readBytes(path);
  if ('error' in bytes) return bytes;
  const decoded = decodeSnapshot(bytes, fastSha256);
  if ('fault' in decoded) return { error: `Snapshot "${path}" ${snapshotFaultWords(decoded)}` };
  const { snapshot } = decoded;
  if (snapshot.network !== network) {
    return { error: `Snapshot "${path}" is of chain ${snapshot.network}, not of ${network}` };
  }
  return decoded;
}

function readBytes(path: string): Uint8Array | Failure {
  try {
    const { buffer, byteOffset, length } = readFileSync(path);
    return new Uint8Array(buffer, byteOffset, length);
  } catch (error) {
    // No such file, or no right to read it.
    return { error: `Snapshot "${path}" cannot be read: ${systemWords(error)}` };
  }
}
