import { fstatSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { isCode, systemMessage } from '../files/errors.ts';
import { readNamedFileSync, readToEnd } from '../files/regular-file.ts';
import { fileText, inputText, type TextUse, textError } from './file-text.ts';
import { askLine, askSecret } from './prompt.ts';

/** The environment of the command line, which tests replace. */
export type Terminal = {
  out(text: string): void;
  err(text: string): void;
  /** Reads standard input completely. Throws a `textError` for bytes that are not text. */
  readInput(use?: TextUse): Promise<string>;
  /**
   * Returns `undefined` if the file cannot be read. Throws a `textError` for bytes that are not
   * text.
   */
  readFile(path: string, use?: TextUse): string | undefined;
  /**
   * Reads a line without echo; `undefined` if the input ended. Absent if not interactive.
   * `takesLines`: several lines pasted at once are one answer.
   */
  readonly readSecret?: (prompt: string, takesLines?: boolean) => Promise<string | undefined>;
  /** Reads a line with echo; `undefined` if the input ended. Absent if not interactive. */
  readonly readLine?: (prompt: string) => Promise<string | undefined>;
  /** Outputs that show colours. Absent if neither does. */
  readonly paints?: { readonly out: boolean; readonly err: boolean };
  /** True if standard error is a terminal, on which a line can be rewritten. */
  readonly isScreen: boolean;
  /** Current number of characters in a line of that screen. */
  readonly columns: number;
  /** Current number of lines; `undefined` if unknown. */
  readonly rows?: number | undefined;
  /**
   * Resolves to true if a key is pressed within this many milliseconds, including Ctrl-C. Absent if
   * not interactive.
   */
  readonly keyWithin?: (milliseconds: number) => Promise<boolean>;
};

let lost: string | undefined;

/** Returns why standard output could not be written, for example a full disk. */
export const lostOutput = (): string | undefined => lost;

let interrupted = false;

/** Returns true if Ctrl-C ended a prompt. After cleanup, the program ends as if by that signal. */
export const wasInterrupted = (): boolean => interrupted;

export const processTerminal: Terminal = {
  out(text) {
    lost = writeAll(1, text) ?? lost;
  },
  // If standard error fails, there is no place to report it.
  err: (text) => void writeAll(2, text),
  async readInput(use) {
    if (isTerminal('stdin', 0)) return inputText(await readTyped(), 'Standard input', use);
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
    return inputText(Buffer.concat(chunks), 'Standard input', use);
  },
  readFile(path, use) {
    let bytes: Buffer;
    try {
      bytes = readNamedFileSync(path);
    } catch {
      // The file does not exist, is not readable, or is a pipe. The caller reports it.
      return undefined;
    }
    return fileText(bytes, path, use);
  },
  ...(isTerminal('stdin', 0) && { readSecret, readLine, keyWithin }),
  isScreen: isTerminal('stderr', 2),
  // A terminal of unknown size reports 0.
  get columns() {
    return (this.isScreen && process.stderr.columns) || 80;
  },
  get rows() {
    return (this.isScreen && process.stderr.rows) || undefined;
  },
  paints: { out: wantsColours() && isTerminal('stdout', 1), err: wantsColours() },
};

/** Returns false if the environment asks for text without colours (https://no-color.org). */
export function wantsColours(): boolean {
  return !process.env.NO_COLOR && process.env.TERM !== 'dumb';
}

/** Detects files and pipes without Node's streams, which load slowly. */
function isTerminal(name: 'stdin' | 'stdout' | 'stderr', descriptor: number): boolean {
  const mayBe = process.platform === 'win32' || fstatSync(descriptor).isCharacterDevice();
  return mayBe && process[name].isTTY === true;
}

/** Milliseconds between looks for typed lines. */
const LOOK = 20;

/**
 * Reads lines of the terminal until Ctrl-D. Node's stream would end at the first Ctrl-D and read no
 * more after a pause. Node does not let reads of a terminal wait, so they fail until a line is
 * typed.
 */
async function readTyped(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (;;) {
    try {
      return readToEnd(0, chunks);
    } catch (error) {
      if (!isCode(error, 'EAGAIN')) throw error;
      await wait(LOOK);
    }
  }
}

/** Reads a line. Ctrl-C returns `undefined`, so that locks are released before the program ends. */
async function readLine(prompt: string): Promise<string | undefined> {
  const answer = await askLine(process.stdin, prompt, (text) => void writeAll(2, text));
  if ('line' in answer) return typedText(answer.line);
  if (answer.none === 'interrupt') interrupted = true;
  writeAll(2, '\n');
  return undefined;
}

/** Refuses a line in which bytes were replaced, because they were not UTF-8. */
function typedText(line: string): string {
  if (!line.includes('\ufffd')) return line;
  throw textError(
    'The terminal sent a character that is not UTF-8. Set the terminal to UTF-8, then type it again',
  );
}

async function readSecret(prompt: string, takesLines = false): Promise<string | undefined> {
  const write = (text: string) => void writeAll(2, text);
  const answer = await askSecret(process.stdin, prompt, write, takesLines);
  if ('line' in answer) return typedText(answer.line);
  if (answer.none === 'interrupt') {
    write('Cancelled: nothing was signed or changed\n');
    process.kill(process.pid, 'SIGINT');
  }
  return undefined;
}

async function keyWithin(milliseconds: number): Promise<boolean> {
  const { stdin } = process;
  stdin.setRawMode(true);
  const pressed = await new Promise<boolean>((done) => {
    const stop = (key: boolean) => {
      clearTimeout(timer);
      stdin.off('data', press).off('end', press);
      done(key);
    };
    const press = () => stop(true);
    const timer = setTimeout(() => stop(false), milliseconds);
    stdin.on('data', press).on('end', press);
    stdin.resume();
  });
  stdin.setRawMode(false);
  stdin.pause();
  return pressed;
}

/**
 * Writes all text before the process may end, waiting for a full pipe. Returns why it could not be
 * written.
 */
function writeAll(descriptor: number, text: string): string | undefined {
  const bytes = Buffer.from(text, 'utf8');
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      // EPIPE: the reader has closed, as with `| head`. EAGAIN: the reader is slower than this
      // program.
      if (isCode(error, 'EPIPE')) return undefined;
      if (!isCode(error, 'EAGAIN')) return systemMessage(error);
    }
  }
  return undefined;
}
