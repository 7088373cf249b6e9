import { checkArguments } from '../arguments/check-arguments.ts';
import { masterKeyFromSeed } from '../descriptor/derive.ts';
import type { ExtendedPrivateKey } from '../descriptor/extended-key.ts';
import { UNSEEN } from '../encoding/unseen.ts';
import { utf8Length } from '../encoding/utf8.ts';
import { seedOfWords } from './bip39.ts';
import type { Phrase } from './phrase.ts';

/**
 * Derives the root key (BIP32) of a BIP39 phrase. Every passphrase gives a different key, and none
 * is wrong. Call `privateKey.wipe()` after use. Returns `undefined` for one phrase in 2^127.
 */
export function rootKeyOf(
  { words }: Pick<Phrase, 'words'>,
  passphrase: string,
): ExtendedPrivateKey | undefined {
  const seed = seedOfWords(words, passphrase);
  const root = masterKeyFromSeed(seed);
  seed.fill(0);
  return root;
}

/**
 * Properties of a passphrase that cause typing errors. Every character counts, including spaces.
 */
export type PassphraseWarning = 'outer-space' | 'double-space' | 'unseen' | 'not-ascii' | 'long';

/** The shortest limit of known devices, in bytes of UTF-8 (NFKD), from which the seed is made. */
const LONGEST = 50;

/**
 * Lists warnings about a passphrase, without revealing it.
 *
 * @param passphrase - The text as typed.
 */
export function passphraseWarnings(passphrase: string): readonly PassphraseWarning[] {
  checkArguments('passphraseWarnings', { passphrase: [passphrase, 'text'] });
  const warnings: PassphraseWarning[] = [];
  if (passphrase !== passphrase.trim()) warnings.push('outer-space');
  if (/\s\s/.test(passphrase)) warnings.push('double-space');
  if (UNSEEN.test(passphrase) || /[^\S ]/.test(passphrase)) warnings.push('unseen');
  if (!/^[\0-\x7f]*$/.test(passphrase)) warnings.push('not-ascii');
  if (utf8Length(passphrase.normalize('NFKD')) > LONGEST) warnings.push('long');
  return warnings;
}
