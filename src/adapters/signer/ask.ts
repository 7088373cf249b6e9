import { closeSync, openSync, readSync, writeSync } from 'node:fs';

/**
 * The user at the terminal from which the program was started, wherever its standard input and
 * output go.
 */
export type Person = {
  show(text: string): void;
  /** A line, as it was typed. */
  ask(prompt: string): string;
};

/** Longer than any answer. */
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
    // No terminal, or a system without the name.
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
