import { electrumText } from '../../keys/electrum-seeds.ts';
import { detectKeyText } from '../../keys/key-text.ts';
import { entropyDigits, readWordsOrDigits } from '../../keys/read-keys.ts';
import { type WordList, wordLists } from '../../seed/bip39.ts';
import { electrumSeed } from '../../seed/electrum.ts';
import {
  describeIrregularity,
  describePassphraseWarning,
  describePhraseFault,
} from '../../seed/fault-text.ts';
import { splitShares } from '../../seed/foreign-secret.ts';
import type { FaultyPhrase, Phrase, ReadPhrase } from '../../seed/phrase.ts';
import { findWords, readPhrase } from '../../seed/phrase.ts';
import { passphraseWarnings } from '../../seed/root-key.ts';
import { seedQrDigits } from '../../seed/seed-qr.ts';
import { phraseLengths } from '../../seed/split-words.ts';
import { linesIn, namesFile } from '../cli/file-text.ts';
import type { Terminal } from '../cli/terminal.ts';
import type { Options } from '../options/load.ts';
import type { Failure } from '../options/parse-command-line.ts';

/** Secrets that were typed or piped in. */
export type Secrets = {
  readonly text: string;
  readonly passphrase: string;
  /** True if the text is known to be no seed, so that no passphrase belongs to it. */
  readonly isKey?: true;
};

/**
 * Reads words and an optional passphrase, from hidden input or lines of standard input. A person
 * who types or pastes a seed is asked for its passphrase, unless `hasPassphrase` is false.
 */
export async function readSecrets(
  options: Options,
  terminal: Terminal,
  { asked = 'Seed words', hasPassphrase = true, option = '< ' }: Asking = {},
): Promise<Secrets | Failure> {
  const wanted = options.flag('passphrase') === true;
  const { readSecret } = terminal;
  if (readSecret === undefined) {
    const input = await terminal.readInput('seed');
    const file = fileInstead(input, terminal, option);
    if (file !== undefined) return file;
    if (!wanted) return { text: input, passphrase: '' };
    const [text = '', passphrase, ...more] = joinShares(linesIn(input, 'Standard input'));
    if (passphrase === undefined || more.length > 0) {
      return {
        error:
          'With -passphrase, standard input needs the words in the first line and the passphrase in the second',
      };
    }
    return withPassphrase(text, passphrase, terminal);
  }
  const first = await readSecret(`${asked} (not shown)> `, true);
  const file = fileInstead(first, terminal, option);
  if (file !== undefined) return file;
  const lists = chosenLists(options);
  if ('error' in lists) return lists;
  const text =
    first !== undefined && isOneWord(first)
      ? await typeWords(first, lists, { readSecret, err: terminal.err })
      : first;
  if (text === undefined) return { error: 'You typed nothing. Try again' };
  if (!wanted && !(hasPassphrase && isSeed(text))) return { text, passphrase: '' };
  return askPassphrase(text, wanted, readSecret, terminal);
}

/** Returns true for a text that may be the name of a file, but not a key or a numbered word. */
const isFileName = (text: string): boolean =>
  /^\S{1,200}$/.test(text) && /[/\\]|\.\w{1,6}$/.test(text);

/** Returns the error for the name of a file that was typed in place of words or keys. */
function fileInstead(
  typed: string | undefined,
  terminal: Terminal,
  option: string,
): Failure | undefined {
  const file = typed?.trim() ?? '';
  if (!isFileName(file) || !namesFile(file, terminal)) return undefined;
  return { error: `“${file}” is a file. Write ${option}${file}` };
}

/** Asks twice for the passphrase of a seed. `isWanted`: it has one. */
async function askPassphrase(
  text: string,
  isWanted: boolean,
  readSecret: Reader['readSecret'],
  terminal: Terminal,
): Promise<Secrets | Failure> {
  const hint = isWanted ? 'not shown' : 'not shown; nothing if it has none';
  const passphrase = await readSecret(`Passphrase (${hint})> `);
  if (!isWanted && (passphrase ?? '') === '') return { text, passphrase: '' };
  const again = await readSecret('Passphrase again> ');
  if (passphrase === undefined || passphrase !== again) {
    return { error: 'The two passphrases differ. Try again' };
  }
  return withPassphrase(text, passphrase, terminal);
}

/** Reads the next line of standard input; `undefined` if there is none. */
export type NextLine = () => Promise<string | undefined>;

/** Reads standard input once, then line by line. */
export function inputLines(terminal: Pick<Terminal, 'readInput'>): NextLine {
  let lines: string[] | undefined;
  return async () => {
    lines ??= linesIn(await terminal.readInput(), 'Standard input');
    return lines.shift();
  };
}

/**
 * Returns the keys in a file and, with -passphrase, the passphrase of its seed: from the second
 * line, or else from the user or standard input.
 */
export async function fileSecrets(
  given: string,
  name: string,
  { options, terminal, nextLine, isSealed }: FileReading,
): Promise<Secrets | Failure> {
  if (options.flag('passphrase') !== true) return { text: given, passphrase: '' };
  const [text = '', passphrase, ...more] = joinShares(linesIn(given, name));
  const isSealedLine = isSealed(text) && (passphrase ?? '') !== '' && !isKeyLine(passphrase ?? '');
  const isSealedFile = !isSealedLine && (isSealed(given) || isSealed(text));
  const isOne = splitShares(given) !== undefined || !(isSeed(text) && !isPhrase(given));
  const isWhole = isSealedFile || (isSeed(given) && isOne);
  if (passphrase !== undefined && more.length === 0 && !isWhole) {
    return withPassphrase(text, passphrase, terminal);
  }
  if (!isWhole && [text, passphrase ?? '', ...more].some(isSeed)) {
    return {
      error: `With -passphrase, ${name} needs the words in the first line and the passphrase in the second`,
    };
  }
  if (!isWhole) return { text: given, passphrase: '', isKey: true };
  // Encrypted keys have one password, which need not be typed twice.
  if (isSealedFile && terminal.readSecret !== undefined) return { text: given, passphrase: '' };
  if (terminal.readSecret !== undefined) {
    return askPassphrase(given, true, terminal.readSecret, terminal);
  }
  const line = await nextLine();
  return line === undefined
    ? { error: `With -passphrase, ${name} needs the passphrase in its second line` }
    : withPassphrase(given, line, terminal);
}

/** Joins the first lines if they are shares (SLIP39), which are one seed. */
function joinShares(lines: readonly string[]): readonly string[] {
  const other = lines.findIndex((line) => splitShares(line) === undefined);
  const count = other < 0 ? lines.length : other;
  return count > 1 ? [lines.slice(0, count).join('\n'), ...lines.slice(count)] : lines;
}

type FileReading = {
  readonly options: Options;
  readonly terminal: Terminal;
  readonly nextLine: NextLine;
  /** Returns true for a file that is encrypted with a password. */
  readonly isSealed: (text: string) => boolean;
};

/** Detects a key in the line after a key, where a password may be. */
const isKeyLine = (line: string): boolean => detectKeyText(line) !== undefined;

const isPhrase = (text: string): boolean => !('error' in readPhrase(text, wordLists));

/** Prompt for the words. */
type Asking = {
  /** Text of the prompt. */
  readonly asked?: string;
  /** True if a passphrase changes the result. Default: true. */
  readonly hasPassphrase?: boolean;
  /** Text before the name of a file that is read instead. Default: the shell's `< `. */
  readonly option?: string;
};

/** Checks if a text is a phrase that may have a passphrase, also as a SeedQR. */
function isSeed(text: string): boolean {
  const kind = detectKeyText(text)?.kind;
  return (
    kind === 'words' ||
    kind === 'seed-qr' ||
    entropyDigits(text.trim()) !== undefined ||
    electrumSeed(electrumText(text)) !== undefined
  );
}

function withPassphrase(text: string, passphrase: string, terminal: Terminal): Secrets {
  for (const each of passphraseWarnings(passphrase)) {
    terminal.err(`Warning: The passphrase ${describePassphraseWarning(each)}\n`);
  }
  return { text, passphrase };
}

/** Returns the word list of `-language`, or all. */
export function chosenLists(options: Options): readonly WordList[] | Failure {
  const language = options.text('language');
  if (language === undefined) return wordLists;
  const list = wordLists.find((each) => each.language === language);
  return list === undefined
    ? {
        error: `Unknown -language=${language}. The lists are ${wordLists.map((each) => each.language).join(', ')}`,
      }
    : [list];
}

/** Returns the number of `-account`, or 0. Core would read a typing error as 0. */
export function chosenAccount(options: Options): number | Failure {
  const text = options.text('account') ?? '0';
  return /^\d{1,10}$/.test(text) && Number(text) < 2 ** 31
    ? Number(text)
    : { error: '-account must be a number from 0 to 2147483647' };
}

/** Returns what to do about the fault of a phrase, which was read from a file. */
export function phraseAdvice(fault: string, file?: string): string {
  if (/^\d+ words: a phrase has/.test(fault)) {
    return '. One is missing, or there is one too many. Compare the words with your backup';
  }
  const [, word] = /^Word (\d+) is not a BIP39 word/.exec(fault) ?? [];
  const suggests = `. “coldsign seed check -suggest < ${file ?? 'FILE'}” suggests the word`;
  return word === undefined ? '' : `. Compare word ${word} with your backup${suggests}`;
}

/** Describes the fault. Suggests corrections only to a user at a terminal, or with `-suggest`. */
export function faultText({ error }: FaultyPhrase, options: Options, terminal: Terminal): string {
  const corrections = terminal.readSecret !== undefined || options.flag('suggest') === true;
  const fault = describePhraseFault(error, { corrections });
  return fault + phraseAdvice(fault);
}

export function reportIrregularities(
  { irregularities }: Pick<ReadPhrase, 'irregularities'>,
  terminal: Terminal,
): void {
  for (const each of irregularities) terminal.err(`Note: ${describeIrregularity(each)}\n`);
}

type PhraseContext = {
  readonly options: Options;
  readonly terminal: Terminal;
  readonly lists: readonly WordList[];
};

/** Reads a phrase of BIP39. If several word lists have its words, the language must be given. */
export function readPhraseOf(
  { text }: Secrets,
  { options, terminal, lists }: PhraseContext,
  { oneList = false }: { readonly oneList?: boolean } = {},
): Phrase | Failure {
  const read = readWordsOrDigits(text, lists);
  if ('error' in read) return { error: faultText(read, options, terminal) };
  reportIrregularities(read, terminal);
  const [phrase] = read.phrases;
  const differ = read.phrases.some((each) => seedQrDigits(each) !== seedQrDigits(phrase));
  if (oneList && differ) {
    const names = read.phrases.map(({ list }) => `-language=${list.language}`).join(' or ');
    return { error: `These words are valid in several lists. Choose one: ${names}` };
  }
  const electrum = electrumSeed(electrumText(text));
  if (electrum !== undefined) {
    terminal.err(
      `Warning: These words are an Electrum seed (${electrum}) too, with other keys. Here they are taken for BIP39\n`,
    );
  }
  return phrase;
}

/** A single word, with or without its number. */
const ONE_WORD = /^\s*(?:\d{1,2}[.:)]?\s*)?(\p{L}[\p{L}\p{M}]{0,11})\s*$/u;
const MOST_WORDS = 24;

type Reader = Pick<Terminal, 'err'> & {
  readonly readSecret: (prompt: string) => Promise<string | undefined>;
};

/** Checks if a text is a single word, so that more words will follow. */
const isOneWord = (text: string): boolean => ONE_WORD.test(text);

/**
 * Asks for the other words of a phrase, one at a time, and returns the phrase; `undefined` if the
 * input ends. A word that is in no list is asked for again; if typed twice, it is accepted. The
 * checksum is checked only at the end: after an empty answer, or the 24th word.
 */
async function typeWords(
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

/** Returns true if the phrase is complete. Electrum's phrases may have other numbers of words. */
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
