import { checkArguments } from '../arguments/check-arguments.ts';
import { distanceBetween } from '../encoding/edit-distance.ts';
import type { WordList } from './bip39.ts';

/**
 * The index of a word in its list. `accents`: written without accents; `abbreviated`: only the
 * first four letters, which are unique in BIP39.
 */
export type FoundWord = {
  readonly index: number;
  readonly how: 'exact' | 'accents' | 'abbreviated';
};

/**
 * Number of letters that identify a word (BIP39): "it's enough to type the first four letters to
 * unambiguously identify the word".
 */
export const ENOUGH_LETTERS = 4;
const ACCENTS = /[\u0300-\u036f]/g;

const withoutAccents = (word: string): string => word.replace(ACCENTS, '');

/** Creates a finder of words (in NFKD and lower case) in one list, for all words of a phrase. */
export function createFinder({ words }: WordList): (word: string) => FoundWord | undefined {
  const exact = new Map(words.map((word, index) => [word, index]));
  const plainWords = words.map(withoutAccents);
  return (word) => {
    const index = exact.get(word);
    if (index !== undefined) return { index, how: 'exact' };
    const plain = withoutAccents(word);
    const accented = plainWords.indexOf(plain);
    if (accented >= 0) return { index: accented, how: 'accents' };
    if (plain.length < ENOUGH_LETTERS) return undefined;
    const abbreviated = plainWords.findIndex((each) => each.startsWith(plain));
    const isOnly = !plainWords.slice(abbreviated + 1).some((each) => each.startsWith(plain));
    return abbreviated >= 0 && isOnly ? { index: abbreviated, how: 'abbreviated' } : undefined;
  };
}

const finders = new WeakMap<WordList, (word: string) => FoundWord | undefined>();

/** Returns the complete words of a phrase; `undefined` if the list does not have all of them. */
export function completeAll(
  words: readonly string[],
  list: WordList,
): readonly string[] | undefined {
  const find = finders.get(list) ?? createFinder(list);
  finders.set(list, find);
  const completed: string[] = [];
  for (const word of words) {
    const found = find(word);
    if (found === undefined) return undefined;
    completed.push(list.words[found.index] ?? word);
  }
  return completed;
}

/**
 * Lists the words with this beginning, with or without accents.
 *
 * @param beginning - Any number of letters, in lower case.
 * @param list - A list such as `english`.
 */
export function completeWord(beginning: string, list: Pick<WordList, 'words'>): readonly string[] {
  checkArguments(
    'completeWord',
    { beginning: [beginning, 'text'], list: [list, 'Words'] },
    { Words: { words: 'text[]', language: 'any' } },
  );
  const plain = withoutAccents(beginning.normalize('NFKD').toLowerCase());
  return list.words.filter((word) => withoutAccents(word).startsWith(plain));
}

const MOST_CORRECTIONS = 8;

/** Lists probable corrections, best first: at most two letters wrong, missing, added or swapped. */
export function correctWord(word: string, { words }: WordList): readonly string[] {
  const plain = withoutAccents(word);
  const farthest = plain.length > 3 ? 2 : 1;
  return words
    .map((each) => ({ each, distance: distanceBetween(plain, withoutAccents(each), farthest) }))
    .filter(({ distance }) => distance <= farthest)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST_CORRECTIONS)
    .map(({ each }) => each);
}
