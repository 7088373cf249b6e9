import { setImmediate, setTimeout } from 'node:timers/promises';

/** The input from which answers are read. */
export type Keyboard = {
  on(event: 'data', take: (chunk: Uint8Array) => void): unknown;
  on(event: 'end', take: () => void): unknown;
  off(event: 'data', take: (chunk: Uint8Array) => void): unknown;
  off(event: 'end', take: () => void): unknown;
  resume(): unknown;
  pause(): unknown;
  /** Keys one by one and unseen, instead of lines. */
  setRawMode(isRaw: boolean): unknown;
};

type Write = (text: string) => void;

/** A line, or the end of the input, or Ctrl-C. */
export type Answer = { readonly line: string } | { readonly none: 'end' | 'interrupt' };

const INTERRUPT = '\u0003';

/** The rest of what is pasted comes in pieces, in milliseconds. */
const QUIET = 50;
const MOST_WAITS = 20;

/**
 * A line, as the terminal hands it over. What was typed before the question could be read is no
 * answer to it and is thrown away. Ctrl-C is no answer, so that locks are given back before the
 * program ends.
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
 * Discards typed input, including an unfinished line: key by key, it can be read. Returns true if
 * Ctrl-C was among the keys.
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
    await setTimeout(QUIET);
    // A busy process hears of the time before it hears of the keys.
    await setImmediate();
    if (!came) break;
  }
  keyboard.setRawMode(false);
  keyboard.off('data', take);
  keyboard.pause();
  return interrupted;
}
