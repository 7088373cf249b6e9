import type { PhraseFault, ReadPhrase, UnknownWord } from './phrase.ts';
import type { PassphraseOddity } from './root-key.ts';
import { phraseLengths } from './split-words.ts';

const lengths = `${phraseLengths.slice(0, -1).join(', ')} or ${phraseLengths[phraseLengths.length - 1]}`;

/**
 * A fault in plain words. No word of the phrase is in it but with `corrections`, which are for the
 * eyes of who typed it.
 */
export function describePhraseFault(
  fault: PhraseFault,
  { corrections = false }: { readonly corrections?: boolean } = {},
): string {
  switch (fault.kind) {
    case 'empty':
      return 'There are no words';
    case 'digits':
      return 'These are digits, not words: a SeedQR of another length than 48, 60, 72, 84 or 96 digits, of another language, or with a wrong checksum';
    case 'numbering':
      return 'The numbers among the words do not count them from 1';
    case 'count':
      return `${fault.count} words: a phrase has ${lengths}`;
    case 'unknown': {
      const lines = fault.unknown.map((word) => describeUnknown(word, corrections));
      return [`Not all are words of the ${nameOf(fault.language)} list`, ...lines].join('\n');
    }
    case 'checksum': {
      const exchanged = fault.exchanges.map(([a, b]) => `${a} and ${b}`).join(', or ');
      const hint = exchanged === '' ? '' : `. It would be right with these exchanged: ${exchanged}`;
      return `All are words of a list (${fault.languages.map(nameOf).join(', ')}), but the checksum is wrong: a word is another one, or their order is${hint}`;
    }
  }
}

const nameOf = (language: string): string => language.replace('_', ' ');

function describeUnknown({ position, languages, corrections }: UnknownWord, tell: boolean): string {
  const elsewhere = languages.length === 0 ? '' : ` (it is ${languages.map(nameOf).join(', ')})`;
  const meant = tell && corrections.length > 0 ? `; perhaps ${corrections.join(', ')}` : '';
  return `Word ${position} is not in the list${elsewhere}${meant}`;
}

const untidyWords: { readonly [K in ReadPhrase['untidy'][number]]: string } = {
  capitals: 'capital letters are read as small ones',
  spaces: 'unusual spaces are read as one space',
  punctuation: 'punctuation is left out',
  numbers: 'the numbers of the words are left out',
  reordered: 'the words are put in the order of their numbers',
  accents: 'accents that were left out are put back',
  abbreviated: 'abbreviated words are completed',
};

/** What was passed over in a phrase, in plain words. */
export const describeUntidy = (untidy: ReadPhrase['untidy'][number]): string => untidyWords[untidy];

const oddWords: { readonly [K in PassphraseOddity]: string } = {
  'outer-space': 'begins or ends with a space, which counts',
  'double-space': 'has several spaces in a row, and each counts',
  unseen: 'has characters that cannot be seen, and they count',
  'not-ascii': 'has characters that some devices cannot take',
  long: 'is longer than some devices can take',
};

/** An oddity of a passphrase in plain words, which follow "The passphrase". */
export const describeOddity = (oddity: PassphraseOddity): string => oddWords[oddity];
