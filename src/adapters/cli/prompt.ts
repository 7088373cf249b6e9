import { StringDecoder } from 'node:string_decoder';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';

/** The input that answers are read from. */
export type Keyboard = {
  on(event: 'data', take: (chunk: Uint8Array) => void): unknown;
  on(event: 'end', take: () => void): unknown;
  off(event: 'data', take: (chunk: Uint8Array) => void): unknown;
  off(event: 'end', take: () => void): unknown;
  resume(): unknown;
  pause(): unknown;
  /** Switches between keys without echo and lines. */
  setRawMode(isRaw: boolean): unknown;
};

type Write = (text: string) => void;

/** A line, the end of the input, or Ctrl-C. */
export type Answer = { readonly line: string } | { readonly none: 'end' | 'interrupt' };

const INTERRUPT = '\u0003';
const END_OF_INPUT = '\u0004';
const ERASE = ['\u007f', '\b'];
/** Ctrl-U and Ctrl-W. */
const ERASE_LINE = '\u0015';
const ERASE_WORD = '\u0017';
/**
 * Keys without a character, such as arrows, Home, or Alt with a key, send a sequence that starts
 * with Escape.
 */
const ESCAPE_KEY = '\u001b';
const ESCAPE = new RegExp(`${ESCAPE_KEY}(\\[[0-?]*[ -/]*[@-~]?|O.|.)?`, 'gs');
const isUnseen = (key: string): boolean =>
  (key < ' ' && key !== '\t') || (key >= '\u007f' && key <= '\u009f');

/**
 * Milliseconds without input after which a paste counts as complete, because it arrives in pieces.
 */
const QUIET = 50;
const MOST_WAITS = 20;

/**
 * Reads a line from the terminal. Input typed before the prompt is discarded. Ctrl-C returns, so
 * that locks are released before the program ends.
 */
export async function askLine(keyboard: Keyboard, prompt: string, write: Write): Promise<Answer> {
  if (await throwAwayTyped(keyboard)) return { none: 'interrupt' };
  const answer = await new Promise<Answer>((done) => {
    const stop = (found: Answer) => {
      keyboard.off('end', end);
      keyboard.off('data', take);
      process.off('SIGINT', interrupt);
      done(found);
    };
    const end = () => stop({ none: 'end' });
    const interrupt = () => stop({ none: 'interrupt' });
    const take = (chunk: Uint8Array) =>
      stop({
        line: Buffer.from(chunk)
          .toString('utf8')
          .replace(/\r?\n$/, ''),
      });
    keyboard.on('end', end);
    keyboard.on('data', take);
    process.on('SIGINT', interrupt);
    // Listen before prompting, so that an immediate answer is not lost.
    write(prompt);
    keyboard.resume();
  });
  keyboard.pause();
  return answer;
}

/**
 * Discards typed input, including an unfinished line, by reading key by key. Returns true if Ctrl-C
 * was among the keys.
 */
async function throwAwayTyped(keyboard: Keyboard): Promise<boolean> {
  let came = false;
  let interrupted = false;
  const take = (chunk: Uint8Array) => {
    came = true;
    interrupted ||= Buffer.from(chunk).includes(INTERRUPT);
  };
  keyboard.on('data', take);
  keyboard.setRawMode(true);
  keyboard.resume();
  for (let waits = 0; waits < MOST_WAITS; waits++) {
    came = false;
    await wait(QUIET);
    // In a busy process the timer fires before the keys arrive.
    await setImmediate();
    if (!came) break;
  }
  keyboard.setRawMode(false);
  keyboard.off('data', take);
  keyboard.pause();
  return interrupted;
}

/** A key typed after the last answer, which begins the next answer without echo. */
let ahead = '';

/**
 * Reads a line in raw mode, without echo. `takesLines`: several lines pasted at once are one
 * answer. Otherwise the lines after the first are discarded, because a shell would read them later
 * and keep them in its history.
 */
export async function askSecret(
  keyboard: Keyboard,
  prompt: string,
  write: Write,
  takesLines = false,
): Promise<Answer> {
  const decoder = new StringDecoder('utf8');
  const lines: string[] = [];
  let typed = ahead;
  ahead = '';
  /** Handles a key. Returns the answer if the key ends the input without a line. */
  const type = (key: string): Answer | undefined => {
    if (key === INTERRUPT) return { none: 'interrupt' };
    if (key === '\r' || key === '\n') {
      lines.push(typed);
      typed = '';
    } else if (key === END_OF_INPUT) {
      if (lines.length === 0 && typed === '') return { none: 'end' };
      lines.push(typed);
      typed = '';
    } else if (ERASE.includes(key)) typed = Array.from(typed).slice(0, -1).join('');
    else if (key === ERASE_LINE) typed = '';
    else if (key === ERASE_WORD) typed = typed.replace(/\S*\s*$/, '');
    else if (!isUnseen(key)) typed += key;
    return undefined;
  };
  // Set before the prompt, so that an immediate paste is not echoed.
  keyboard.setRawMode(true);
  const answer = await new Promise<Answer>((done) => {
    let timer: NodeJS.Timeout | undefined;
    const stop = (found: Answer) => {
      clearTimeout(timer);
      keyboard.off('end', end);
      keyboard.off('data', take);
      done(found);
    };
    const end = () => stop({ none: 'end' });
    const settle = () => {
      // A single key begins the next answer. More keys are a paste whose last line has no end.
      if (takesLines && Array.from(typed).length > 1) return;
      if (Array.from(typed).length === 1) ahead = typed;
      stop({ line: takesLines ? lines.join('\n').trimEnd() : (lines[0] ?? '') });
    };
    const take = (chunk: Uint8Array) => {
      clearTimeout(timer);
      for (const key of decoder.write(Buffer.from(chunk)).replace(ESCAPE, '')) {
        const found = type(key);
        if (found !== undefined) return stop(found);
      }
      if (lines.length > 0) timer = setTimeout(settle, QUIET);
    };
    keyboard.on('end', end);
    keyboard.on('data', take);
    write(prompt);
    keyboard.resume();
  });
  keyboard.setRawMode(false);
  keyboard.pause();
  write('\n');
  return answer;
}
