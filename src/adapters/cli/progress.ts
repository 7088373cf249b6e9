import type { SigningProgress } from '../../signing/job.ts';
import type { SafeTerminal } from './escape.ts';

/** A line that is rewritten during a long signing. */
export type ProgressLine = {
  report(progress: SigningProgress): void;
  /** Removes the line. */
  clear(): void;
};

/** Signings of fewer inputs finish before a line can be read. */
const LONG = 100;

const WORDS: { readonly [S in SigningProgress['step']]: string } = {
  plan: 'Planning',
  sign: 'Signing',
  assemble: 'Assembling',
  verify: 'Verifying',
};

const CLEAR_LINE = '\r\u001b[K';

export function createProgressLine(terminal: SafeTerminal): ProgressLine {
  let shown = '';
  const show = (text: string) => {
    if (text !== shown) terminal.draw(CLEAR_LINE + text);
    shown = text;
  };
  return {
    report({ step, done, total }) {
      if (!terminal.isScreen || total < LONG) return;
      const percent = Math.floor((100 * done) / total);
      show(`${WORDS[step]} ${total} inputs: ${percent} %`);
    },
    clear: () => show(''),
  };
}
