import type { Provenance } from '../chain/source.ts';
import { formatUtc } from '../encoding/utc.ts';
import type { DecodedSnapshot } from './snapshot-codec.ts';

/** A signer whose snapshots are accepted. If there is any, other snapshots are refused. */
export type TrustedSigner = {
  /** X-only key (BIP340), 64 hex digits. */
  readonly publicKey: string;
  /** Short form of the public key, for comparison by eye: eight groups of four hex digits. */
  readonly fingerprint: string;
  /** Local name of the signer. */
  readonly name?: string | undefined;
  /** Newest snapshot that was used. An attacker who delivers the file may replay an older one. */
  readonly newest?: SeenSnapshot | undefined;
};

/** Time of signing and last block of a snapshot. */
export type SeenSnapshot = {
  /** Seconds since 1970, by the signer's clock. */
  readonly signedAt: number;
  /** Height of the snapshot's last block. */
  readonly height: number;
};

/** `words` follow the file's name. */
export type SnapshotRefusal = {
  readonly error: 'unsigned' | 'stranger';
  readonly words: string;
};

/** Judges a snapshot by its signer. `anyway` accepts it, with a warning, from any source. */
export function judgeSnapshot(
  { snapshot, signer }: DecodedSnapshot,
  trusted: readonly TrustedSigner[],
  { anyway = false } = {},
): Provenance | SnapshotRefusal {
  const known = trusted.find(({ publicKey }) => publicKey === signer?.publicKey);
  if (signer !== undefined && known !== undefined) {
    const { name, newest } = known;
    const seen = { signedAt: signer.signedAt, height: snapshot.tip.height };
    const named = { ...signer, ...(name !== undefined && { name }) };
    const notices = newest === undefined ? [] : replayed(seen, newest, signerLabel(known));
    return { trusted: true, signer: named, notices };
  }
  const words = signer === undefined ? 'is not signed' : `is signed by ${signer.fingerprint}`;
  if (trusted.length > 0 && !anyway) {
    const names = trusted.map(signerLabel).join(', ');
    const error = signer === undefined ? 'unsigned' : 'stranger';
    return { error, words: `${words}, and only what ${names} signed is trusted here` };
  }
  const who = signer === undefined ? words : `${words}, who is not trusted here`;
  return { trusted: false, signer, notices: [`The snapshot ${who}. ${DOUBT}`] };
}

const DOUBT = 'Anyone who can change the file can change its coins and fee rates';

/** Formats a signer as `watcher (1a2b-...)`. */
export function signerLabel({ name, fingerprint }: Named): string {
  return name === undefined ? fingerprint : `${name} (${fingerprint})`;
}

type Named = Pick<TrustedSigner, 'name' | 'fingerprint'>;

/** Returns a sentence that names a trusted signer; otherwise `undefined`, and `notices` warn. */
export function provenanceText({ trusted, signer }: Provenance): string | undefined {
  if (!trusted || signer === undefined) return undefined;
  return `The snapshot is signed by ${signerLabel(signer)}, ${formatUtc(signer.signedAt)} UTC`;
}

export function isOlder(one: SeenSnapshot, other: SeenSnapshot): boolean {
  return one.signedAt < other.signedAt;
}

function replayed(one: SeenSnapshot, newest: SeenSnapshot, who: string): readonly string[] {
  const older = isOlder(one, newest);
  if (!older && one.height >= newest.height) return [];
  const words = ({ signedAt, height }: SeenSnapshot) =>
    `${formatUtc(signedAt)} UTC at block ${height}`;
  const what = older ? 'is older than' : 'ends at a lower block than';
  return [
    `The snapshot ${what} one that was used before: ${who} signed this one ${words(one)}, that one ${words(newest)}. ` +
      'Its coins may be spent and its fee rates outdated, or the file may have been replaced',
  ];
}
