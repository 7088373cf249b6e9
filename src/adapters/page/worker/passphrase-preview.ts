import { encodeHex } from '../../../encoding/hex.ts';
import { wipeRing } from '../../../keys/key-ring.ts';
import { readKeys } from '../../../keys/read-keys.ts';
import { walletKeys } from '../../../keys/wallet-keys.ts';
import { describePassphraseWarning } from '../../../seed/fault-text.ts';
import { passphraseWarnings } from '../../../seed/root-key.ts';
import { sentence } from './failures.ts';
import { psbtIn } from './open-subject.ts';
import { faultOfPhrase } from './seed-entry.ts';
import { ringContext, ringOf, type Session } from './session.ts';

/** Effect of a passphrase, before the keys are opened. */
export type PassphraseView = {
  /** Fingerprint of the master key with this passphrase. */
  readonly fingerprint: string | undefined;
  /** Notes on the passphrase: the ends of sentences that begin with "The passphrase". */
  readonly notes: readonly string[];
  /** The reason why no passphrase opens the seed. */
  readonly problem?: string;
  /** The owner of the coins that the open PSBT spends. Absent if no PSBT names its wallet. */
  readonly transaction?: {
    /** Fingerprints of its master keys. */
    readonly fingerprints: readonly string[];
    /** True if one of them is that of this seed and passphrase. */
    readonly isOurs: boolean;
  };
};

/** The seed that a passphrase is for: typed words, an import, or the id of an open key. */
export type SeedSource = 'words' | 'import' | number;

/** Previews a passphrase with a seed. */
export function previewPassphrase(
  session: Session,
  passphrase: string,
  of: SeedSource,
): PassphraseView {
  const opened = session.keys.find(({ id }) => id === of)?.seed;
  const imported = of === 'import' ? session.secret : undefined;
  const text = opened ?? imported ?? session.words.join(' ');
  const notes = passphraseWarnings(passphrase).map(describePassphraseWarning);
  const ring = readKeys(text, { ...ringContext(session), passphrase });
  if ('error' in ring) {
    return {
      fingerprint: undefined,
      notes,
      problem: faultOfPhrase(text, ring.error) ?? sentence(ring.error),
    };
  }
  const [master] = ring.masters;
  const fingerprint = master?.origin && encodeHex(master.origin.fingerprint);
  wipeRing(ring);
  const named = namedMasters(session);
  if (fingerprint === undefined || named.length === 0) return { fingerprint, notes };
  const isOurs = named.includes(fingerprint);
  return { fingerprint, notes, transaction: { fingerprints: named.slice(0, MOST_NAMED), isOurs } };
}

const MOST_NAMED = 5;
/** Some programs write it for a master key that they do not know. */
const UNKNOWN = '00000000';

/** Returns the fingerprints of the master keys that the inputs of the open PSBT name. */
function namedMasters(session: Session): readonly string[] {
  const { subject } = session;
  if (subject?.kind !== 'psbt') return [];
  const paths = psbtIn(session, subject.bytes).inputs.flatMap((input) => [
    ...input.keyPaths,
    ...input.tapKeyPaths,
  ]);
  // Without a path, it is the fingerprint of the key itself.
  const masters = paths.filter(({ origin }) => origin.path.length > 0);
  const named = new Set(masters.map(({ origin }) => encodeHex(origin.fingerprint)));
  return [...named].filter((each) => each !== UNKNOWN);
}

/**
 * Says before the review, which takes seconds, that the PSBT names only master keys that are not
 * open. Returns `undefined` if an open key has no fingerprint, because the names then say little.
 */
export function wrongWallet(session: Session): string | undefined {
  const wanted = namedMasters(session);
  const opened = openMasters(session);
  if (wanted.length === 0 || opened.length === 0 || opened.includes(undefined)) return undefined;
  if (wanted.some((each) => opened.includes(each))) return undefined;
  const list = (names: typeof opened) => [...new Set(names)].slice(0, MOST_NAMED).join(', ');
  return `This transaction is for ${list(wanted)}. You opened ${list(opened)}.`;
}

/** Returns the fingerprint of each open key's master key, as far as it is known. */
function openMasters(session: Session): readonly (string | undefined)[] {
  const { masters, descriptors } = ringOf(session);
  const context = ringContext(session);
  return [
    ...masters.map(({ origin }) => origin && encodeHex(origin.fingerprint)),
    ...descriptors.flatMap(({ text }) =>
      walletKeys(text, masters, context).map(({ fingerprint }) => fingerprint),
    ),
  ];
}
