import { electrumText } from '../../../keys/electrum-seeds.ts';
import { english, type WordList, wordLists } from '../../../seed/bip39.ts';
import { electrumSeed } from '../../../seed/electrum.ts';
import { describePhraseFault } from '../../../seed/fault-text.ts';
import { completeAll, completeWord, ENOUGH_LETTERS } from '../../../seed/find-word.ts';
import { findWords, readPhrase, type UnknownWord } from '../../../seed/phrase.ts';
import { phraseLengths, splitWords } from '../../../seed/split-words.ts';
import type { Session } from './session.ts';

/** Progress of typing words. It contains no word. */
export type WordsView = {
  readonly count: number;
  /** Number of words of the phrase. */
  readonly wanted: number;
  /** True if they are a complete phrase. */
  readonly isWhole: boolean;
  /** The wanted number of words is reached, but they are not a seed. */
  readonly isUnfit: boolean;
  /** Number of words, if they are a seed already, but more are wanted. */
  readonly fits: number | undefined;
  /** True if they are the words that were just made. `undefined` if no words were made. */
  readonly isMade: boolean | undefined;
  /** Reason why they are not a seed, or why a word was not accepted. */
  readonly fault: string | undefined;
  /** True if the words that were given last were not accepted. */
  readonly isRefused: boolean;
};

/** Maximum number of words of a phrase. */
const MOST_WORDS = 24;
const MOST_SUGGESTIONS = 6;

/** Returns the word lists that contain the words so far. */
function listsOf({ words }: Session): readonly WordList[] {
  const found = words.length === 0 ? undefined : findWords(words.join(' '), wordLists);
  const known = found === undefined || 'error' in found ? [] : found.candidates;
  return known.length > 0 ? known.map(({ list }) => list) : [english];
}

/** Letters that no word of a language in plain letters has, such as accents and kana. */
const FOREIGN_LETTER = /[^ -~]/;

/** Letters of a first word from which it may be of any language. Fewer are taken as English. */
const SURE_LETTERS = 3;

/** Suggests words with a beginning, in the language of the words before. */
export function suggestWords(session: Session, beginning: string): readonly string[] {
  const letters = beginning.trim();
  if (letters === '') return [];
  const isSure = [...letters].length >= SURE_LETTERS || FOREIGN_LETTER.test(letters);
  for (const list of session.words.length === 0 && isSure ? wordLists : listsOf(session)) {
    const fitting = completeWord(letters, list);
    if (fitting.length > 0) return fitting.slice(0, MOST_SUGGESTIONS);
  }
  return [];
}

/** Splits a text into words and leaves out their numbers, also those of a part of a list. */
function tokensOf(text: string): readonly string[] {
  const split = splitWords(text);
  if (!('error' in split)) return split.words;
  return text
    .normalize('NFKD')
    .split(/[\s\u3000]+/)
    .filter((token) => token !== '' && !/^\d+[.):]?$/.test(token));
}

/**
 * Adds one word or many. Stops at a word that is in no list. A whole phrase decides how many words
 * are wanted: the first words of a longer one may be a seed too. More words may follow until 24.
 */
export function addWords(session: Session, text: string): WordsView {
  const tokens = tokensOf(text);
  const count = session.words.length + tokens.length;
  const isLength = phraseLengths.includes(count);
  if (count > session.wordCount) {
    const isOne = tokens.length === 1 && count <= MOST_WORDS;
    const wrong = twice(tokens) ?? describePhraseFault({ kind: 'count', count });
    if (!isOne && !isLength) return { ...viewWords(session), fault: wrong, isRefused: true };
    session.wordCount = isOne ? MOST_WORDS : count;
  }
  let fault: string | undefined;
  for (const token of tokens) {
    const word = completed(session, token);
    fault = faultOf(word);
    if (fault !== undefined) break;
    session.words = completedAll([...session.words, word]);
  }
  if (fault !== undefined) return { ...viewWords(session), fault, isRefused: true };
  // Several words at once, up to a length of a phrase, are all that there is.
  return tokens.length > 1 && isLength ? judgeWords(session) : viewWords(session);
}

/** Completes fewer letters than BIP39 asks for, if only one word is suggested for them. */
function completed(session: Session, word: string): string {
  if ([...word].length >= ENOUGH_LETTERS || faultOf(word) === undefined) return word;
  const [only = word, ...others] = suggestWords(session, word);
  return others.length === 0 ? only : word;
}

/**
 * Completes abbreviated words. A word stays as typed as long as lists of several languages have
 * all words, and complete it differently.
 */
function completedAll(words: readonly string[]): readonly string[] {
  const found = wordLists.map((list) => completeAll(words, list) ?? []);
  return words.map((word, i) => {
    const [only = word, ...others] = new Set(found.flatMap((complete) => complete[i] ?? []));
    return others.length === 0 ? only : word;
  });
}

function faultOf(word: string): string | undefined {
  const found = findWords(word, wordLists);
  if (!('error' in found)) return undefined;
  const unknown = found.error.kind === 'unknown' ? found.error.unknown[0] : undefined;
  return `“${word}” isn’t a BIP39 word.${hintOf(unknown)}`;
}

function hintOf(unknown: UnknownWord | undefined): string {
  const meant = (unknown?.corrections ?? []).slice(0, 3).map((each) => `“${each}”`);
  return meant.length === 0 ? '' : ` Did you mean ${meant.join(' or ')}?`;
}

/**
 * Says what is wrong with imported words, as the field for words does: the user has just pasted
 * them. Returns `undefined` if the error of `readKeys` is not about words, or says enough.
 */
export function faultOfPhrase(text: string, given: string): string | undefined {
  const read = readPhrase(text, wordLists);
  if (!('error' in read) || describePhraseFault(read.error) !== given) return undefined;
  const { error } = read;
  if (error.kind === 'checksum' || error.kind === 'count') return twice(tokensOf(text));
  const [unknown] = error.kind === 'unknown' ? error.unknown : [];
  if (unknown === undefined || unknown.languages.length > 0) return undefined;
  return `Word ${unknown.position} is “${unknown.word}”, which isn’t a BIP39 word.${hintOf(unknown)}`;
}

/** Says that a seed was given twice. */
function twice(words: readonly string[]): string | undefined {
  const half = words.length / 2;
  const isTwice = words.every((word, i) => word === words[i % half]);
  return isTwice && isSeedText(words.slice(0, half).join(' '))
    ? `The same ${half} words are here twice. Enter them once.`
    : undefined;
}

export function chooseWordCount(session: Session, count: number): WordsView {
  session.wordCount = count;
  session.isCounted = true;
  session.words = session.words.slice(0, count);
  return viewWords(session);
}

/** Returns the word at a position, to be shown while a person holds the button. */
export function showWord(session: Session, index: number): string {
  const word = session.words[index] ?? '';
  const [list] = listsOf(session);
  const found = list === undefined ? [] : completeWord(word, list);
  return found.includes(word) ? word : (found[0] ?? word);
}

export function replaceWord(session: Session, index: number, text: string): WordsView {
  const [token = ''] = tokensOf(text);
  const word = completed(session, token);
  const fault = faultOf(word);
  if (fault !== undefined) return { ...viewWords(session), fault, isRefused: true };
  session.words = completedAll(session.words.map((each, i) => (i === index ? word : each)));
  return viewWords(session);
}

export function dropWord(session: Session): WordsView {
  session.words = session.words.slice(0, -1);
  return viewWords(session);
}

/** Words of a known number are judged. Else there may be more of them, up to 24. */
export function viewWords(session: Session): WordsView {
  const { words, wordCount: wanted, isCounted, made } = session;
  const count = words.length;
  const isSeed = isSeedText(words.join(' '));
  const isFull = count >= wanted;
  const isLast = isFull && (isCounted || count >= MOST_WORDS);
  return {
    count,
    wanted,
    isWhole: isFull && isSeed,
    isUnfit: isFull && !isSeed,
    fits: isSeed && !isFull ? count : undefined,
    isMade: made && made.join(' ') === completeAll(words, english)?.join(' '),
    fault: isLast && !isSeed ? faultOfAll(words) : undefined,
    isRefused: false,
  };
}

/** Takes the words as all there are. */
export function judgeWords(session: Session): WordsView {
  if (viewWords(session).isUnfit) session.isCounted = true;
  return viewWords(session);
}

/** Forgets the words. Those of a new wallet are then as many as were made. */
export function forgetWords(session: Session, isWritten: boolean): WordsView {
  session.words = [];
  if (isWritten && session.made !== undefined) session.wordCount = session.made.length;
  return viewWords(session);
}

/** Says what is wrong with words that are all there are, but no seed. */
function faultOfAll(words: readonly string[]): string {
  const read = readPhrase(words.join(' '), wordLists);
  const isForeign = 'error' in read && read.error.kind === 'foreign';
  return isForeign ? describePhraseFault(read.error) : (twice(words) ?? WRONG);
}

/** Fewer words are no seed: by chance, one word in 250 would have Electrum's checksum. */
const FEWEST_WORDS = 12;

function isSeedText(text: string): boolean {
  if (text.split(' ').length < FEWEST_WORDS) return false;
  return (
    !('error' in readPhrase(text, wordLists)) || electrumSeed(electrumText(text)) !== undefined
  );
}

const WRONG = `${describePhraseFault({ kind: 'checksum', languages: [] })}. Hold its number to see it.`;
