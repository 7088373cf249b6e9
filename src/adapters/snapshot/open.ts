import type { ChainSource } from '../../chain/source.ts';
import type { NetworkName } from '../../encoding/network.ts';
import { createSnapshotSource } from '../../snapshot/snapshot-source.ts';
import { judgeSnapshot } from '../../snapshot/snapshot-trust.ts';
import { readSnapshotFile } from '../chain/snapshot-file.ts';
import type { Options } from '../options/load.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { commandText } from './command-text.ts';
import { readTrust, rememberSeen, type TrustFile, trustFileOf } from './trust-file.ts';

/** A snapshot and its terms of use. Plain data, so that it can be passed to a worker. */
export type SnapshotChoice = {
  readonly kind: 'snapshot';
  readonly path: string;
  readonly trust: TrustFile;
  /** Accept an untrusted or unsigned snapshot. */
  readonly anyway: boolean;
  /** The command that trusts its signer, without the fingerprint. */
  readonly trustCommand: string;
};

export function snapshotChoice(path: string, options: Options): SnapshotChoice {
  return {
    kind: 'snapshot',
    path,
    trust: trustFileOf(options),
    anyway: options.flag('untrustedsnapshot') === true,
    trustCommand: commandText(options, 'trust', path),
  };
}

export type OpenedSnapshot = {
  readonly source: ChainSource;
  /** Records that it was used, so that an older snapshot is reported from now on. */
  remember(): Promise<void>;
};

export function openSnapshot(
  { path, trust, anyway, trustCommand }: SnapshotChoice,
  network: NetworkName,
): OpenedSnapshot | Failure {
  const file = readSnapshotFile(path, network);
  if ('error' in file) return file;
  const known = readTrust(trust);
  if ('error' in known) return known;
  const judged = judgeSnapshot(file, known.signers, { anyway });
  if ('error' in judged) {
    const ways = {
      unsigned:
        'Make it again on the machine with that key: coldsign snapshot signs there automatically',
      stranger: `If that is your new key: ${trustCommand}`,
    };
    const way = `${ways[judged.error]}. To use it all the same: -untrustedsnapshot`;
    return { error: `Snapshot "${path}" ${judged.words}. ${way}` };
  }
  const { signer, trusted } = judged;
  const how =
    signer === undefined
      ? 'coldsign snapshot newkey, where it is made, makes a key that signs'
      : `${trustCommand} says how to trust a signer`;
  const notices = judged.notices.map((notice) =>
    trusted || anyway ? notice : `${notice} (${how})`,
  );
  return {
    source: createSnapshotSource(file.snapshot, { ...judged, notices }),
    async remember() {
      if (signer === undefined || !trusted) return;
      const seen = { signedAt: signer.signedAt, height: file.snapshot.tip.height };
      const failed = await rememberSeen(trust, signer.publicKey, seen);
      if (failed !== undefined) {
        notices.push(`An older snapshot will not be recognized as older: ${failed.error}`);
      }
    },
  };
}
