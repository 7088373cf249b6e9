import { checkArguments } from '../arguments/check-arguments.ts';
import { describeForeign } from './foreign-secret.ts';
import type { PhraseFault, ReadPhrase, UnknownWord } from './phrase.ts';
import type { PassphraseWarning } from './root-key.ts';
import { phraseLengths } from './split-words.ts';

const lengths = `${phraseLengths.slice(0, -1).join(', ')} or ${phraseLengths[phraseLengths.length - 1]}`;

/**
 * Describes a fault in plain English. It contains words of the phrase only with `corrections`,
 * which only the person who typed the phrase may see.
 *
 * @param fault - A fault from `readPhrase`.
 * @param options - `corrections`: include probably intended words.
 */
export function describePhraseFault(
  fault: PhraseFault,
  options: { readonly corrections?: boolean | undefined } = {},
): string {
  checkArguments(
    'describePhraseFault',
    { fault: [fault, 'PhraseFault'], options: [options, 'FaultOptions?'] },
    {
      PhraseFault: { kind: 'text' },
      FaultOptions: { only: { corrections: 'boolean?' } },
    },
  );
  const { corrections = false } = options;
  switch (fault.kind) {
    case 'empty':
      return 'There are no words. Type your seed words';
    case 'digits':
      return 'These digits are not a valid English SeedQR, which has 48, 60, 72, 84 or 96 digits and a checksum. Scan it again';
    case 'numbering':
      return 'The numbers before the words are not in order. Number the words from 1, or leave all numbers out';
    case 'count':
      return `${fault.count} words: a phrase has ${lengths}`;
    case 'unknown':
      return fault.unknown
        .map((word) => describeUnknown(word, fault.language, corrections))
        .join('\n');
    case 'foreign':
      return describeForeign(fault.format);
    case 'checksum':
      return `Every word is on the list${listed(fault.languages)}, but the checksum is wrong. At least one word is wrong, or two are in the wrong order. Compare each word with your backup`;
  }
}

const listed = (languages: readonly string[]): string =>
  languages.length === 0 ? '' : ` (${languages.map(nameOf).join(', ')})`;

const nameOf = (language: string): string => language.replace('_', ' ');

/** Describes an unknown word; with `tell`, includes the word and its corrections. */
function describeUnknown(
  { position, word, languages, corrections }: UnknownWord,
  language: string,
  tell: boolean,
): string {
  const subject = tell ? `“${word}” (word ${position})` : `Word ${position}`;
  const [last, ...others] = [...corrections].reverse();
  const meant = others.length > 0 ? `${others.reverse().join(', ')} or ${last}` : last;
  const hint = tell && meant !== undefined ? `. Did you mean ${meant}?` : '';
  return languages.length === 0
    ? `${subject} is not a BIP39 word${language === 'english' ? '' : ` (${nameOf(language)})`}${hint}`
    : `${subject} is a word of another list (${languages.map(nameOf).join(', ')}), the others are ${nameOf(language)}${hint}`;
}

const irregularityTexts: { readonly [K in ReadPhrase['irregularities'][number]]: string } = {
  capitals: 'capital letters are read as small ones',
  spaces: 'unusual spaces are read as one space',
  punctuation: 'punctuation is left out',
  numbers: 'the numbers of the words are left out',
  reordered: 'the words are put in the order of their numbers',
  accents: 'accents that were left out are put back',
  abbreviated: 'abbreviated words are completed',
};

/**
 * Describes what was ignored in a phrase, in plain English.
 *
 * @param irregularity - An irregularity from `readPhrase`.
 */
export function describeIrregularity(irregularity: ReadPhrase['irregularities'][number]): string {
  checkArguments('describeIrregularity', { irregularity: [irregularity, 'text'] });
  return irregularityTexts[irregularity];
}

const passphraseTexts: { readonly [K in PassphraseWarning]: string } = {
  'outer-space': 'begins or ends with a space, which counts',
  'double-space': 'has several spaces in a row, and each counts',
  unseen: 'has invisible characters, which count',
  'not-ascii': 'has characters that some devices do not support',
  long: 'is longer than some devices support',
};

/**
 * Describes a warning about a passphrase, in words that follow "The passphrase".
 *
 * @param warning - A warning from `passphraseWarnings`.
 */
export function describePassphraseWarning(warning: PassphraseWarning): string {
  checkArguments('describePassphraseWarning', { warning: [warning, 'text'] });
  return passphraseTexts[warning];
}
