import { escapeUnseen } from '../../encoding/unseen.ts';
import { redactGiven } from '../../rpc/redact-arguments.ts';
import type { Terminal } from './terminal.ts';

/** A terminal that never receives control characters from output. */
export type SafeTerminal = Terminal & {
  /** Writes to standard error, including our own control codes. */
  draw(text: string): void;
};

/**
 * `args`: words that errors may repeat, in which secrets become `[redacted]`. Absent: the caller
 * redacts its output.
 */
export function safeTerminal(terminal: Terminal, args?: readonly string[]): SafeTerminal {
  const redacted = (text: string) => (args === undefined ? text : redactGiven(text, args));
  return {
    ...terminal,
    get columns() {
      return terminal.columns;
    },
    get rows() {
      return terminal.rows;
    },
    err: (text) => terminal.err(escapeUnseen(redacted(text))),
    draw: (text) => terminal.err(text),
  };
}
