import type { Options } from '../options/load.ts';
import type { Terminal } from './terminal.ts';

/** What could not be done before any method ran: `error: ` and these words, exit code 1. */
export type InputError = { readonly error: string };

export type Input = {
  /** The method and its arguments. */
  readonly words: readonly string[];
  /**
   * Where words are from that did not stand on the command line: errors name it and do not repeat
   * them.
   */
  readonly origins: ReadonlyMap<string, string>;
  /** For the wallet; `undefined`: none was read. */
  readonly passphrase: string | undefined;
};

/** Methods whose first argument is the passphrase. */
const takesPassphrase = ['walletpassphrase', 'walletpassphrasechange', 'encryptwallet'];

/** Files in place of @FILE, then the lines of standard input: the passphrase, then arguments. */
export async function collectInput(
  options: Options,
  given: readonly string[],
  terminal: Terminal,
): Promise<Input | InputError> {
  const words: string[] = [];
  const origins = new Map<string, string>();
  for (const word of given) {
    const read = readFileWord(word, options, terminal);
    if (read === undefined) return { error: `Could not read the file of the argument ${word}` };
    const { head, text } = read;
    words.push(head + text);
    if (head + text !== word) for (const part of [text, head + text]) origins.set(part, word);
  }
  const lines = createLines(terminal);
  let passphrase: string | undefined;
  if (options.flag('stdinwalletpassphrase')) {
    passphrase = await lines.secret('Wallet passphrase> ');
    if (passphrase === undefined) {
      return {
        error: '-stdinwalletpassphrase specified but failed to read from standard input',
      };
    }
  }
  if (passphrase !== undefined && takesPassphrase.includes(words[0] ?? '')) {
    words.splice(1, 0, passphrase);
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
 * `@path`, with -named also behind `name=`, which is the head; a newline at the file's end does not
 * count.
 */
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
  return text === undefined ? undefined : { head, text: text.replace(/\r?\n$/, '') };
}

/** The lines of standard input, which is read when the first of them is asked for. */
function createLines(terminal: Terminal) {
  let read: Promise<string[]> | undefined;
  const all = () => {
    read ??= readLines(terminal);
    return read;
  };
  return {
    secret: async (prompt: string): Promise<string | undefined> =>
      terminal.readSecret ? terminal.readSecret(prompt) : (await all()).shift(),
    rest: (): Promise<readonly string[]> => all(),
  };
}

async function readLines(terminal: Terminal): Promise<string[]> {
  const lines = (await terminal.readInput()).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
