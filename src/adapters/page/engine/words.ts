import { english, type WordList, wordLists } from '../../../seed/bip39.ts';
import { electrumSeed } from '../../../seed/electrum.ts';
import { describePhraseFault } from '../../../seed/fault-text.ts';
import { completeWord } from '../../../seed/find-word.ts';
import { findWords, readPhrase } from '../../../seed/phrase.ts';
import { phraseLengths } from '../../../seed/split-words.ts';
import type { Session } from './session.ts';

/** How far the typing of words is. None of them is in it. */
export type WordsView = {
  readonly count: number;
  /** They are a whole phrase. */
  readonly isWhole: boolean;
  /** Why they are none, where their number is right; or why a word was not taken. */
  readonly fault: string | undefined;
};

const MOST_WORDS = 24;
const MOST_SUGGESTIONS = 6;

/** The words that begin so, in the language of those before. */
export function suggestWords({ words }: Session, beginning: string): readonly string[] {
  if (beginning.trim() === '') return [];
  const found = words.length === 0 ? undefined : findWords(words.join(' '), wordLists);
  const known = found === undefined || 'error' in found ? [] : found.candidates;
  const lists: readonly WordList[] =
    known.length > 0 ? known.map(({ list }) => list) : [english, ...wordLists];
  for (const list of lists) {
    const fitting = completeWord(beginning.trim(), list);
    if (fitting.length > 0) return fitting.slice(0, MOST_SUGGESTIONS);
  }
  return [];
}

/** One word or many; a word that no list has is not taken, nor is what stands behind it. */
export function addWords(session: Session, text: string): WordsView {
  let fault: string | undefined;
  for (const word of text
    .normalize('NFKD')
    .trim()
    .split(/[\s\u3000]+/)) {
    if (word === '' || session.words.length >= MOST_WORDS) continue;
    const found = findWords(word, wordLists);
    if ('error' in found) {
      fault = describePhraseFault(found.error, { corrections: true });
      break;
    }
    session.words = [...session.words, word];
  }
  return { ...viewWords(session), ...(fault !== undefined && { fault }) };
}

export function dropWord(session: Session): WordsView {
  session.words = session.words.slice(0, -1);
  return viewWords(session);
}

export function viewWords({ words }: Session): WordsView {
  const count = words.length;
  if (!phraseLengths.includes(count)) return { count, isWhole: false, fault: undefined };
  const text = words.join(' ');
  const read = readPhrase(text, wordLists);
  if (!('error' in read) || electrumSeed(text) !== undefined) {
    return { count, isWhole: true, fault: undefined };
  }
  const isEarly = count < MOST_WORDS && count !== 12;
  return { count, isWhole: false, fault: isEarly ? undefined : describePhraseFault(read.error) };
}
