import { encodeHex } from '../../../encoding/hex.ts';
import { wipeRing } from '../../../keys/key-ring.ts';
import { readKeys } from '../../../keys/read-keys.ts';
import { describePassphraseWarning } from '../../../seed/fault-text.ts';
import { passphraseWarnings } from '../../../seed/root-key.ts';
import { sentence } from './failures.ts';
import { ringContext, type Session } from './session.ts';

/** Effect of a passphrase, before the keys are opened. */
export type PassphraseView = {
  /** Fingerprint of the master key with this passphrase. */
  readonly fingerprint: string | undefined;
  /** Notes on the passphrase: the ends of sentences that begin with "The passphrase". */
  readonly notes: readonly string[];
  /** The reason why no passphrase opens the seed. */
  readonly problem?: string;
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
    return { fingerprint: undefined, notes, problem: sentence(ring.error) };
  }
  const [master] = ring.masters;
  const fingerprint = master?.origin && encodeHex(master.origin.fingerprint);
  wipeRing(ring);
  return { fingerprint, notes };
}
