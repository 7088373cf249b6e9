import type { ChainSource } from '../chain/source.ts';
import { type Bytes, isBytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import type { NetworkName } from '../encoding/network.ts';
import { type RpcError, typeError, walletError } from '../rpc/error.ts';
import { decodeSnapshot, snapshotErrorMessage } from '../snapshot/snapshot-codec.ts';
import { fingerprintOf } from '../snapshot/snapshot-signature.ts';
import { createSnapshotSource } from '../snapshot/snapshot-source.ts';
import { judgeSnapshot, type TrustedSigner } from '../snapshot/snapshot-trust.ts';
import { findNetwork } from './complete-context.ts';
import { requireMembers, requireOptions } from './require-options.ts';

/** Options of `openSnapshot`. */
export type SnapshotOptions = {
  /**
   * Signers whose snapshots are used; those of others, and unsigned ones, are refused. If absent or
   * empty, every snapshot is used.
   */
  readonly trusted?: readonly TrustedSnapshotSigner[] | undefined;
  /** Use the snapshot on purpose, even if no trusted signer signed it. Default: false. */
  readonly anyway?: boolean | undefined;
};

/**
 * A signer whose snapshots an app uses, by the public key in `provenance.signer`. `newest` is the
 * newest snapshot of this signer that was used, to warn of an older one.
 */
type TrustedSnapshotSigner = Omit<TrustedSigner, 'fingerprint'>;

/**
 * Opens the file of `coldsign snapshot` for the `chain` of a call's options: what a node knew of
 * some descriptors. `provenance` names its signer. Throws `RpcError` (-4) if the file is not a
 * snapshot, is damaged, is of another network, or no trusted signer signed it.
 *
 * @param bytes - The file.
 * @param network - Default: `main`.
 * @param options - `trusted`: keys of signers (BIP340, 64 hex digits); `anyway`: accepts one
 *   without.
 * @throws `RpcError` with the code -4.
 */
export function openSnapshot(
  bytes: Bytes,
  network: NetworkName = 'main',
  options: SnapshotOptions = {},
): ChainSource {
  requireOptions('openSnapshot', options, { trusted: 'any', anyway: 'boolean?' });
  const { trusted = [], anyway = false } = options;
  if (!isBytes(bytes)) {
    throw typeError('The snapshot must be the bytes of its file, a Uint8Array');
  }
  findNetwork(network);
  if (!Array.isArray(trusted)) throw notTrusted();
  const signers = trusted.map(trustedOutside);
  const decoded = decodeSnapshot(bytes);
  const refusal = (words: string) => walletError(`The snapshot ${words}`);
  if ('error' in decoded) throw refusal(snapshotErrorMessage(decoded));
  const { snapshot } = decoded;
  if (snapshot.network !== network) {
    throw refusal(`is of chain ${snapshot.network}, not of ${network}`);
  }
  const judged = judgeSnapshot(decoded, signers, { anyway });
  if ('error' in judged) {
    throw walletError(`The snapshot ${judged.words}`, REFUSED_HINT);
  }
  return createSnapshotSource(snapshot, judged);
}

const REFUSED_HINT =
  'With { anyway: true } it is opened all the same; then provenance.signer says who signed it, and whether to trust that one is for a person to decide';

function trustedOutside(signer: TrustedSnapshotSigner, i: number): TrustedSigner {
  if (typeof signer === 'object' && signer !== null) {
    const members = { publicKey: 'any', name: 'any', newest: 'SeenSnapshot?' };
    requireMembers('openSnapshot', `options.trusted[${i}]`, signer, members);
  }
  const publicKey: unknown = signer?.publicKey;
  const bytes = typeof publicKey === 'string' ? decodeHex(publicKey) : undefined;
  if (bytes?.length !== 32) throw notTrusted();
  return { ...signer, publicKey: encodeHex(bytes), fingerprint: fingerprintOf(bytes) };
}

function notTrusted(): RpcError {
  return typeError(
    'The option trusted must be a list of objects with a publicKey of 64 hex digits, as provenance.signer of a snapshot has it',
  );
}
