import { isBytes } from '../../encoding/bytes.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import {
  type EncodedSnapshot,
  encodeSnapshot,
  signSnapshot,
} from '../../snapshot/snapshot-codec.ts';
import type { SnapshotKey } from '../../snapshot/snapshot-signature.ts';
import { wrongClock } from '../../snapshot/snapshot-source.ts';
import { fastSha256 } from '../chain/snapshot-file.ts';
import type { Failure } from '../options/parse-command-line.ts';

/** Encodes a snapshot, and signs it if there is a key. */
export function encodeSigned(
  snapshot: Snapshot,
  key: SnapshotKey | undefined,
): EncodedSnapshot | Failure {
  const encoded = encodeSnapshot(snapshot, fastSha256);
  if (key === undefined) return encoded;
  const wrong = wrongClock(snapshot, key.now);
  if (wrong !== undefined) return { error: wrong };
  const bytes = signSnapshot(encoded.bytes, key, fastSha256);
  if (isBytes(bytes)) return { ...encoded, bytes };
  return {
    error:
      'The new signature is not valid, so nothing was written. Try again; if it repeats, this computer is faulty',
  };
}

/** Describes a written snapshot. */
export function summary(
  snapshot: Snapshot,
  path: string,
  { bytes, digest }: EncodedSnapshot,
): string {
  const { tip, transactions, coins, mempool } = snapshot;
  return [
    `${path}: ${bytes.length} bytes`,
    `block ${tip.height} ${tip.hash}`,
    `${transactions.length} transactions, ${coins.size} coins, ${mempool.entries.length} in the mempool`,
    `digest ${digest}`,
  ].join('\n');
}
