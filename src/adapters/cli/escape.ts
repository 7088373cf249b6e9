import { escapeUnseen } from '../../encoding/unseen.ts';
import type { Terminal } from './terminal.ts';

/** A terminal to which nothing is written that it would obey. */
export type SafeTerminal = Terminal & {
  /** On standard error, with control codes of ours. */
  draw(text: string): void;
};

export function safeTerminal(terminal: Terminal): SafeTerminal {
  return {
    ...terminal,
    err: (text) => terminal.err(escapeUnseen(text)),
    draw: (text) => terminal.err(text),
  };
}
