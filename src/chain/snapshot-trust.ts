import { formatUtc } from '../encoding/utc.ts';
import type { DecodedSnapshot } from './snapshot-codec.ts';
import type { Provenance } from './source.ts';

/** Somebody whose snapshots are used. Where anybody is trusted, no other snapshot is used. */
export type TrustedSigner = {
  /** As in BIP340, 64 hex digits. */
  readonly publicKey: string;
  /** Short for the public key, to be compared by eye: eight groups of four hex digits. */
  readonly fingerprint: string;
  /** What people here call the signer. */
  readonly name?: string;
  /** Of those that were used: an older one may be replayed by whoever carries the files. */
  readonly newest?: SeenSnapshot;
};

/** When a snapshot was signed, and up to which block it goes. */
export type SeenSnapshot = {
  /** Seconds since 1970, by the signer's clock. */
  readonly signedAt: number;
  /** Of the last block that it tells of. */
  readonly height: number;
};

/** `words`: for behind the file's name. */
export type SnapshotRefusal = {
  readonly error: 'unsigned' | 'stranger';
  readonly words: string;
};

/** `anyway`: somebody wants the snapshot on purpose, whoever made it. */
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
    const notices = newest === undefined ? [] : replayed(seen, newest, signerWords(known));
    return { trusted: true, signer: named, notices };
  }
  const words = signer === undefined ? 'is not signed' : `is signed by ${signer.fingerprint}`;
  if (trusted.length > 0 && !anyway) {
    const names = trusted.map(signerWords).join(', ');
    const error = signer === undefined ? 'unsigned' : 'stranger';
    return { error, words: `${words}, and only what ${names} signed is trusted here` };
  }
  const who = signer === undefined ? words : `${words}, whom nobody here has trusted`;
  return { trusted: false, signer, notices: [`The snapshot ${who}: ${DOUBT}`] };
}

const DOUBT = 'whoever can change the file can change what it says of coins and fee rates';

/** `watcher (1a2b-...)` */
export function signerWords({ name, fingerprint }: Named): string {
  return name === undefined ? fingerprint : `${name} (${fingerprint})`;
}

type Named = Pick<TrustedSigner, 'name' | 'fingerprint'>;

/** For a person who relies on it; `undefined`: `notices` say what is wrong. */
export function provenanceWords({ trusted, signer }: Provenance): string | undefined {
  if (!trusted || signer === undefined) return undefined;
  return `The snapshot is signed by ${signerWords(signer)}, ${formatUtc(signer.signedAt)} UTC`;
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
      'Its coins may be spent and its fee rates be of another day; somebody may have exchanged the file',
  ];
}
