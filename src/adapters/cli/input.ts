import { profileRules } from '../../rpc/profile.ts';
import { readProblem } from '../files/regular-file.ts';
import type { Options } from '../options/load.ts';
import { linesIn, warnIfUnclosed, withoutLineEnd } from './file-text.ts';
import type { Terminal } from './terminal.ts';
import { TAKES_PASSPHRASE } from './typed-arguments.ts';

/** Why no method ran, printed after `error: ` with exit code 1. */
export type InputError = { readonly error: string };

export type Input = {
  /** The method and its arguments. */
  readonly words: readonly string[];
  /** Sources of words that were not typed. Errors name the source, never the word. */
  readonly origins: ReadonlyMap<string, string>;
  /** The wallet's passphrase, if one was read. */
  readonly passphrase: string | undefined;
};

/** Replaces @FILE by its text, and adds standard input: the passphrase, then arguments. */
export async function collectInput(
  options: Options,
  given: readonly string[],
  terminal: Terminal,
): Promise<Input | InputError> {
  const words: string[] = [];
  const origins = new Map<string, string>();
  for (const word of given) {
    const read = readFileWord(word, options, terminal);
    if (read === undefined) {
      const path = word.slice(word.indexOf('@') + 1);
      return {
        error: `Can’t read “${path}”: ${readProblem(path)}. Write @@ for an argument that begins with @`,
      };
    }
    const { head, text } = read;
    words.push(head + text);
    if (head + text !== word) for (const part of [text, head + text]) origins.set(part, word);
  }
  const lines = createLines(terminal, profileRules(options.profile).readsTextFiles);
  let passphrase: string | undefined;
  if (options.flag('stdinwalletpassphrase')) {
    passphrase = await lines.secret('Wallet passphrase> ');
    if (passphrase === undefined) {
      return {
        error: '-stdinwalletpassphrase specified but failed to read from standard input',
      };
    }
  }
  const [name = ''] = words;
  if (passphrase !== undefined && TAKES_PASSPHRASE.includes(name)) {
    const fresh = await askNew(name, words.length, passphrase, options, terminal);
    if ('error' in fresh) return fresh;
    words.splice(1, 0, passphrase, ...fresh.words);
    passphrase = undefined;
  }
  if (options.flag('stdin')) {
    for (const line of await lines.rest()) {
      words.push(line);
      for (const part of [line, line.slice(line.indexOf('=') + 1)]) {
        if (part !== '') origins.set(part, 'a line of standard input');
      }
    }
  }
  if (words.length === 0) return { error: 'too few parameters (need at least command)' };
  return { words, origins, passphrase };
}

/**
 * Asks a user twice for a new passphrase, so that a typing error does not lock the wallet.
 * walletpassphrasechange asks for it if no argument contains it.
 */
async function askNew(
  name: string,
  words: number,
  passphrase: string,
  options: Options,
  { readSecret }: Terminal,
): Promise<Pick<Input, 'words'> | InputError> {
  const isMissing = words === 1 && options.flag('stdin') !== true;
  const asks = isMissing && name !== 'walletpassphrase' && profileRules(options.profile).hints;
  if (readSecret === undefined || !asks) return { words: [] };
  const isChange = name === 'walletpassphrasechange';
  const fresh = isChange ? ((await readSecret('New passphrase> ')) ?? '') : passphrase;
  if ((await readSecret(isChange ? 'New passphrase again> ' : 'Passphrase again> ')) !== fresh)
    return { error: 'The two passphrases differ. Nothing was changed. Try again' };
  return { words: isChange ? [fresh] : [] };
}

/** Reads `@path`, with -named also behind `name=` (the head). Drops a newline at the file's end. */
function readFileWord(
  word: string,
  options: Options,
  terminal: Terminal,
): { readonly head: string; readonly text: string } | undefined {
  const at = options.flag('named') && !word.startsWith('@') ? word.indexOf('=') + 1 : 0;
  const [head, value] = [word.slice(0, at), word.slice(at)];
  if (value.startsWith('@@')) return { head, text: value.slice(1) };
  if (!value.startsWith('@')) return { head, text: value };
  const text = terminal.readFile(value.slice(1));
  warnIfUnclosed(value.slice(1), text, terminal);
  return text === undefined
    ? undefined
    : { head, text: withoutLineEnd(text, `“${value.slice(1)}”`) };
}

/**
 * Reads standard input once its first line is needed. `isText`: CR LF ends a line, too. Otherwise
 * the CR is kept, as bitcoin-cli does.
 */
function createLines(terminal: Terminal, isText: boolean) {
  let read: Promise<string[]> | undefined;
  const all = () => {
    read ??= readLines(terminal, isText);
    return read;
  };
  return {
    secret: async (prompt: string): Promise<string | undefined> =>
      terminal.readSecret ? terminal.readSecret(prompt) : (await all()).shift(),
    rest: (): Promise<readonly string[]> => all(),
  };
}

async function readLines(terminal: Terminal, isText: boolean): Promise<string[]> {
  const text = await terminal.readInput(isText ? 'argument' : 'core');
  if (isText) return linesIn(text, 'Standard input');
  // In Windows, the C library removes the CR.
  const lines = text.split(process.platform === 'win32' ? /\r?\n/ : '\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
