import type { WordList } from '../../seed/bip39.ts';
import { describePhraseFault } from '../../seed/fault-text.ts';
import { findWords, readPhrase } from '../../seed/phrase.ts';
import { phraseLengths } from '../../seed/split-words.ts';
import type { Terminal } from '../cli/terminal.ts';

/** One word, with or without its number. */
const ONE_WORD = /^\s*(?:\d{1,2}[.:)]?\s*)?(\p{L}[\p{L}\p{M}]{0,11})\s*$/u;
const MOST_WORDS = 24;

type Reader = Pick<Terminal, 'err'> & {
  readonly readSecret: (prompt: string) => Promise<string | undefined>;
};

/** Checks if a text is a single word, so that more words will follow. */
export const isOneWord = (text: string): boolean => ONE_WORD.test(text);

/**
 * Asks for the other words of a phrase, one at a time, and returns the phrase; `undefined` if the
 * input ends. A word that is in no list is asked for again; if typed twice, it is accepted. The
 * checksum is checked only at the end: after an empty answer, or the 24th word.
 */
export async function typeWords(
  first: string,
  lists: readonly WordList[],
  { readSecret, err }: Reader,
): Promise<string | undefined> {
  const words: string[] = [];
  let refused: string | undefined;
  for (let answer: string | undefined = first; ; ) {
    if (answer === undefined) return undefined;
    const word = ONE_WORD.exec(answer)?.[1]?.toLowerCase();
    if (answer.trim() === '') {
      if (isEnd(words, lists)) return words.join(' ');
      err(`${words.length} words: a phrase has ${phraseLengths.join(', ')}. Go on with the next\n`);
    } else if (word === undefined) {
      err('Type one word, or nothing if that was the last\n');
    } else {
      const fault = word === refused ? undefined : faultOf(words, word, lists);
      if (fault === undefined) words.push(word);
      else err(`${fault}\n`);
      refused = fault === undefined ? undefined : word;
    }
    if (words.length === MOST_WORDS) return words.join(' ');
    const isWhole = phraseLengths.includes(words.length);
    const hint = isWhole ? ' (not shown; nothing if that is all)' : ' (not shown)';
    answer = await readSecret(`Word ${words.length + 1}${hint}> `);
  }
}

/** Electrum's phrases may have other numbers of words. */
function isEnd(words: readonly string[], lists: readonly WordList[]): boolean {
  const read = readPhrase(words.join(' '), lists);
  return !('error' in read) || read.error.kind !== 'count' || words.length > 11;
}

function faultOf(
  words: readonly string[],
  word: string,
  lists: readonly WordList[],
): string | undefined {
  const found = findWords([...words, word].join(' '), lists);
  if (!('error' in found) || found.error.kind !== 'unknown') return undefined;
  const { unknown } = found.error;
  const here = unknown.filter(({ position }) => position === words.length + 1);
  if (here.length === 0) return undefined;
  return describePhraseFault({ ...found.error, unknown: here }, { corrections: true });
}
