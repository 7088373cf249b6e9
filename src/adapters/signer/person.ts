import { closeSync, openSync, readSync, writeSync } from 'node:fs';

/**
 * The user at the terminal that started the program, even if standard input and output are
 * redirected.
 */
export type Person = {
  show(text: string): void;
  /** Returns a line as typed. */
  ask(prompt: string): string;
};

/** Longer than any valid answer. */
const LONGEST_LINE = 4096;

/**
 * Returns the user, or `undefined` if there is no terminal, as when a node runs in the background.
 */
export function personAtTerminal(): Person | undefined {
  let terminal: number;
  try {
    terminal = openSync('/dev/tty', 'r+');
    closeSync(terminal);
  } catch {
    // There is no terminal, or the system does not have this device name.
    return undefined;
  }
  const use = <T>(run: (file: number) => T): T => {
    const file = openSync('/dev/tty', 'r+');
    try {
      return run(file);
    } finally {
      closeSync(file);
    }
  };
  return {
    show: (text) => use((file) => void writeSync(file, text)),
    ask: (prompt) =>
      use((file) => {
        writeSync(file, prompt);
        const line = Buffer.alloc(LONGEST_LINE);
        return line.toString('utf8', 0, readSync(file, line));
      }),
  };
}
