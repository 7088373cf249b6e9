import type { MembersOf } from '../arguments/basic-kinds.ts';
import { checkArguments } from '../arguments/check-arguments.ts';
import {
  entropyOfWords,
  hasChecksum,
  type Language,
  type WordList,
  wordListKinds,
} from './bip39.ts';
import { correctWord, createFinder, type FoundWord } from './find-word.ts';
import { areShares, type ForeignSecret, foreignText, isAezeed } from './foreign-secret.ts';
import { phraseLengths, splitWords, type TextIrregularity } from './split-words.ts';

/** A BIP39 phrase with a valid checksum. */
export type Phrase = {
  /** Words in order, as in the list. */
  readonly words: readonly string[];
  /** The word list. */
  readonly list: WordList;
};

/** The checks of the members of a phrase. */
export const phraseMembers = {
  words: 'text[]',
  list: 'WordList',
} as const satisfies MembersOf<Phrase>;

/** The result of reading a text. */
export type ReadPhrase = {
  /**
   * More than one if words and checksum are valid in several lists. The root key is then the same,
   * and in Chinese also the entropy.
   */
  readonly phrases: readonly [Phrase, ...Phrase[]];
  /** Irregularities that were ignored, for the user to check. */
  readonly irregularities: readonly (TextIrregularity | 'accents' | 'abbreviated')[];
};

/** Maximum length of a word in NFKD. */
const LONGEST_WORD = 15;

/** A word that is not in the list with the most words of the phrase. */
export type UnknownWord = {
  /** Position from 1. */
  readonly position: number;
  /**
   * The word as typed, in NFKD and lower case. Show it only to the person who typed it. Texts too
   * long for a word, such as private keys, are cut after four letters.
   */
  readonly word: string;
  /** Other lists that contain it. */
  readonly languages: readonly Language[];
  /** Probable corrections, which resemble the word. Show them only to the person who typed it. */
  readonly corrections: readonly string[];
};

/** The reason why a text is no phrase. Only `word` and `corrections` contain words. */
export type PhraseFault =
  | { readonly kind: 'empty' | 'digits' | 'numbering' }
  | {
      readonly kind: 'count';
      /** Number of words. */
      readonly count: number;
    }
  | {
      readonly kind: 'unknown';
      /** Number of words. */
      readonly count: number;
      /** The list with the most words of the text. */
      readonly language: Language;
      /** Words that are not in this list. */
      readonly unknown: readonly UnknownWord[];
    }
  | {
      readonly kind: 'checksum';
      /** Lists that contain all words. */
      readonly languages: readonly Language[];
    }
  | {
      readonly kind: 'foreign';
      /** The format of the secret, which is not BIP39. */
      readonly format: ForeignSecret;
    };

/** A text that is no phrase. */
export type FaultyPhrase = {
  /** The reason. */
  readonly error: PhraseFault;
};

/**
 * Words found in a list, in any number: the first step of `readPhrase`, and the result before the
 * last word is chosen.
 */
type FoundWords = {
  /** The words in each list that contains all of them. */
  readonly candidates: readonly [Phrase, ...Phrase[]];
  /** Irregularities that were ignored. */
  readonly irregularities: ReadPhrase['irregularities'];
};

/**
 * Reads a phrase of 12, 15, 18, 21 or 24 words, as people write it, in any of the given lists.
 * Tries all lists together: words and checksum determine the language.
 *
 * @param text - Words in any case, with any spaces, and optional numbers before them.
 * @param lists - Lists such as `wordLists`.
 */
export function readPhrase(text: string, lists: readonly WordList[]): ReadPhrase | FaultyPhrase {
  checkArguments(
    'readPhrase',
    { text: [text, 'text'], lists: [lists, 'WordList[]'] },
    wordListKinds,
  );
  const format = foreignText(text);
  if (format !== undefined) return { error: { kind: 'foreign', format } };
  if (areShares(text, lists)) return SHARE;
  const found = findWords(text, lists);
  if ('error' in found) return found;
  const { candidates, irregularities } = found;
  const count = candidates[0].words.length;
  if (!phraseLengths.includes(count)) return { error: { kind: 'count', count } };
  const [first, ...more] = candidates.filter(isPhrase);
  if (first !== undefined) return { phrases: [first, ...more], irregularities };
  const languages = candidates.map(({ list }) => list.language);
  return candidates.some(isSeedOfLnd) ? AEZEED : { error: { kind: 'checksum', languages } };
}

const SHARE: FaultyPhrase = { error: { kind: 'foreign', format: 'SLIP39' } };
const AEZEED: FaultyPhrase = { error: { kind: 'foreign', format: 'aezeed' } };

const isSeedOfLnd = (phrase: Phrase): boolean =>
  phrase.list.language === 'english' && isAezeed(indicesOf(phrase));

/** Limit of words, because corrections of a longer text would take minutes. */
const MOST_WORDS = 100;

const indicesOf = ({ words, list }: Phrase): readonly number[] =>
  words.map((word) => list.words.indexOf(word));

const isPhrase = (phrase: Phrase): boolean => hasChecksum(indicesOf(phrase));

/**
 * Finds the lists that contain all words of a text. Exact matches have priority.
 *
 * @param text - Words in any case, with any spaces.
 * @param lists - Lists such as `wordLists`.
 */
export function findWords(text: string, lists: readonly WordList[]): FoundWords | FaultyPhrase {
  checkArguments(
    'findWords',
    { text: [text, 'text'], lists: [lists, 'WordList[]'] },
    wordListKinds,
  );
  const split = splitWords(text);
  if ('error' in split) return { error: { kind: split.error } };
  const { words, irregularities } = split;
  if (words.length > MOST_WORDS) return { error: { kind: 'count', count: words.length } };
  const tried = lists.map((list) => ({ list, found: words.map(createFinder(list)) }));
  const whole = tried.flatMap(({ list, found }) => {
    const all = found.flatMap((each) => each ?? []);
    return all.length === words.length ? [{ list, found: all, exact: countExact(all) }] : [];
  });
  const mostExact = Math.max(...whole.map(({ exact }) => exact));
  const best = whole.filter(({ exact }) => exact === mostExact);
  const [first, ...more] = best.map(({ list, found }) => ({
    list,
    words: found.map(({ index }) => list.words[index] ?? ''),
  }));
  if (first === undefined) return unknownWords(words, tried);
  const hows = (['accents', 'abbreviated'] as const).filter((how) =>
    best[0]?.found.some((each) => each.how === how),
  );
  return { candidates: [first, ...more], irregularities: [...irregularities, ...hows] };
}

const countExact = (found: readonly FoundWord[]): number =>
  found.filter(({ how }) => how === 'exact').length;

type Tried = { readonly list: WordList; readonly found: readonly (FoundWord | undefined)[] };

function unknownWords(words: readonly string[], tried: readonly Tried[]): FaultyPhrase {
  const known = ({ found }: Tried) => found.filter((each) => each !== undefined).length;
  const [best] = [...tried].sort((a, b) => known(b) - known(a));
  if (best === undefined) return { error: { kind: 'empty' } };
  const { list, found } = best;
  const unknown = words.flatMap((word, i): UnknownWord[] => {
    if (found[i] !== undefined) return [];
    const others = tried.filter((each) => each.found[i]?.how === 'exact');
    const languages = others.map((each) => each.list.language);
    const shown = word.length > LONGEST_WORD ? `${word.slice(0, 4)}…` : word;
    return [{ position: i + 1, word: shown, languages, corrections: likely(words, i, best) }];
  });
  return { error: { kind: 'unknown', count: words.length, language: list.language, unknown } };
}

/** Sorts corrections: if only this word is unknown, those with a valid checksum come first. */
function likely(words: readonly string[], at: number, { list, found }: Tried): readonly string[] {
  const corrections = correctWord(words[at] ?? '', list);
  const others = found.filter((each, i) => i !== at && each === undefined);
  if (others.length > 0) return corrections;
  const fits = (correction: string) =>
    isPhrase({
      list,
      words: found.map((each, i) => (i === at ? correction : (list.words[each?.index ?? 0] ?? ''))),
    });
  const fitting = corrections.filter(fits);
  return [...fitting, ...corrections.filter((each) => !fitting.includes(each))];
}

/**
 * Names a pattern, which random words do not form: half of the words are repetitions, or the bytes
 * of their entropy repeat or count up. Returns `undefined` for other words.
 */
export function patternOf({ words, list }: Phrase): string | undefined {
  if (new Set(words).size * 2 <= words.length) return 'a few words are repeated';
  const entropy = entropyOfWords(words, list) ?? new Uint8Array(0);
  const isCyclic = [1, 2, 3, 4].some((step) =>
    entropy.every((byte, i) => i < step || byte === entropy[i - step]),
  );
  const stepAt = (i: number) => ((entropy[i] ?? 0) - (entropy[i - 1] ?? 0)) & 0xff;
  const isCounted = entropy.every((_, i) => i === 0 || stepAt(i) === stepAt(1));
  entropy.fill(0);
  if (isCyclic) return 'their bytes repeat';
  return isCounted ? 'their bytes count up or down' : undefined;
}

/**
 * Lists all words that complete a phrase without its last word: 128 of them for 11 words, 8 for 23.
 *
 * @param phrase - 11, 14, 17, 20 or 23 words (BIP39).
 */
export function lastWords(phrase: Phrase): readonly string[] | undefined {
  checkArguments(
    'lastWords',
    { phrase: [phrase, 'Phrase'] },
    { ...wordListKinds, Phrase: phraseMembers },
  );
  if (!phraseLengths.includes(phrase.words.length + 1)) return undefined;
  const indices = indicesOf(phrase);
  return phrase.list.words.filter((_, last) => hasChecksum([...indices, last]));
}
